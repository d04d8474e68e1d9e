# expects: rules=failed:PlayerMemoryError
"""Remembers a class of its own, whose conversion and comparison say what they like."""
import dataclasses


@dataclasses.dataclass
class Liar:
    value: int = 0

    def __eq__(self, other):
        self.value = "not a number"
        raise SystemExit("compared")


def play(player_id, hand, trick, previous) -> tuple[Card, list[Liar]]:
    return legal(hand, trick, previous)[0], [Liar(object())]
