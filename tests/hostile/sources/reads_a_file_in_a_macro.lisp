;;; expects: refused
(macrolet ((m () (with-open-file (s "SECRET") (read-line s)))) (print (m)))
