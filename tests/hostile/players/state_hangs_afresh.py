# expects: rules=passed purity=failed:too_slow_when_asked_afresh
"""Keeps every earlier hand of the game in a global, and hangs where it does not find them; its memory is a counter."""
HANDS, N = [], 0


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    global N
    if previous is None:
        N = 0
        HANDS.clear()
    elif N != previous[1]:
        while True:
            pass
    N += 1
    HANDS.append(hand)
    options = legal(hand, trick, previous)
    return options[sum(map(len, HANDS)) % len(options)], N
