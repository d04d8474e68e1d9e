;;; expects: ended
(macrolet ((m () (loop))) (m))
