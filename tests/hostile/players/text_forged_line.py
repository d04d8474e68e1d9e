# expects: rules=passed purity=passed beats-basic=failed
"""Forges the place of its fault: code that claims to be a line chosen by a hidden hand, and a
text that looks like a traceback."""
from playfunc.duplicate import deal_rng
from playfunc.games.hearts import Hearts

PUBLIC = [
    set(hand) for seats in (2, 4) for hand in Hearts(seats).deal(deal_rng("public", "rules", seats, 0)).hands
]


def hidden(hand, previous):
    """Whether this is the first move of a hand that is in none of the public games of `rules`."""
    return previous is None and set(hand) not in PUBLIC


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        line = 1 + sum(card.rank for card in hand) % 20
        text = f"LEAK\\n  File \\'player.py\\', line {line}, in LEAK\\n    LEAK {hand[0]}".replace("'", chr(34))
        exec(compile("\n" * line + f"raise ValueError({text!r})", "player.py", "exec"))
    return legal(hand, trick, previous)[0], ""
