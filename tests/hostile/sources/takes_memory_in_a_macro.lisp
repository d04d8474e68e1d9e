;;; expects: refused|ended
(macrolet ((m () (loop collect (make-array 10000000 :initial-element 1)))) (print (m)))
