;;; FootSteps by lines: bids an eighth of what is left, and one more than the last bid when it lost.
(let ((points 50) (lost 0))
  (loop
    (let ((bid (min points (max 1 (+ (floor points 8) lost)))))
      (format t "~d~%" bid)
      (finish-output) ; unflushed, it would never arrive
      (decf points bid)
      (let ((line (read-line *standard-input* nil "fin")))
        (when (string= line "fin") (return))
        (setf lost (if (> (parse-integer line) bid) 1 0))))))
