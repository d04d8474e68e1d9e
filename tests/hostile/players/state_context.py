# expects: rules=passed purity=failed
"""Counts its calls in a variable of the context, and in the environment."""
import contextvars

CALLS = contextvars.ContextVar("calls", default=0)


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    CALLS.set(CALLS.get() + 1)
    os.environ["CALLS"] = str(int(os.environ.get("CALLS", 0)) + 1)
    return legal(hand, trick, previous)[0], (CALLS.get() + int(os.environ["CALLS"])) % 7
