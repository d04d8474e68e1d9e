"""FootSteps by lines: bids an eighth of what is left, and one more than the last bid when it lost."""

points, lost = 50, False
while True:
    bid = min(points, max(1, points // 8 + lost)) if points else 0
    print(bid, flush=True)  # unflushed, it would never arrive
    points -= bid
    line = input()
    if line == "fin":
        break
    lost = int(line) > bid
