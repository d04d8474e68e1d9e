# student: sven
# about: handed in the notebook as it was released: it bids everything at once
# expects: loads=passed, rules=passed, purity=passed
# expects: beats-basic=failed, beats-minmax=failed, unexploitable=failed
