# expects: rules=failed:PlayerMemoryError
"""Remembers a text that says it equals everything, and a number that does."""


class Text(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


class Number(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    card = legal(hand, trick, previous)[0]
    return card, (Text("x") if len(hand) % 2 else Number(10**30))
