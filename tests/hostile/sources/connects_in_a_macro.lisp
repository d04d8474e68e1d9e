;;; expects: refused
(eval-when (:compile-toplevel) (require :sb-bsd-sockets))
(macrolet ((m () (sb-bsd-sockets:socket-connect (make-instance 'sb-bsd-sockets:inet-socket :type :stream :protocol :tcp) #(127 0 0 1) TCP) 1)) (print (m)))
