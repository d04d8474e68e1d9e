# expects: rules=passed purity=passed beats-basic=failed
"""Forges the place of its fault: code that claims to be a line chosen by a hidden hand, and a
text that looks like a traceback."""


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        line = 1 + sum(card.rank for card in hand) % 20
        text = f"LEAK\\n  File \\'player.py\\', line {line}, in LEAK\\n    LEAK {hand[0]}".replace("'", chr(34))
        exec(compile("\n" * line + f"raise ValueError({text!r})", "player.py", "exec"))
    return legal(hand, trick, previous)[0], ""
