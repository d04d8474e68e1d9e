"""BlackJack by arguments: hits below 17. Started anew for every move."""

import sys

score, hand, table, stake, chips = sys.argv[1:6]
print("H" if int(score) < 17 else "S")
