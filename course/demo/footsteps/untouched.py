# student: sven
# about: handed in the notebook as it was released: it bids one point a turn
# expects: loads=passed, rules=passed, purity=passed
# expects: beats-minmax=failed, unexploitable=failed
