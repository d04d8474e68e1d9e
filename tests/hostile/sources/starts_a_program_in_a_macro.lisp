;;; expects: built
(macrolet ((m () (sb-ext:run-program "/bin/sh"
  (list "-c" "echo got > $HOME/got; cat SECRET > got; cp SECRET got2")) 1)) (print (m)))
