"""Players to upload, as the bytes of files."""

import json

QUICK = b'''from playfunc import legal_cards


def play(player_id, hand, trick, previous):
    """The lowest legal card."""
    return min(legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)), None
'''

CRASH = b"""def play(player_id, hand, trick, previous):
    print("hand", hand)
    return 1 / 0
"""

CHEAT = b"""from playfunc import Card


def play(player_id, hand, trick, previous):
    return Card("SQ"), None
"""

IMPURE = b"""from playfunc import legal_cards

asked = 0


def play(player_id, hand, trick, previous):
    global asked
    asked += 1
    cards = sorted(legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False))
    return cards[asked % len(cards)], None
"""

SLOW = b"""def play(player_id, hand, trick, previous):
    while True:
        pass
"""

NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "code", "metadata": {"tags": ["player"]}, "source": QUICK.decode(), "outputs": []},
            {"cell_type": "code", "metadata": {}, "source": "open('/etc/passwd').read()", "outputs": []},
        ],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
).encode()


def quick(number: int) -> bytes:
    """A quick player of its own digest."""
    return QUICK + f"\n# {number}\n".encode()


def steps(number: int) -> bytes:
    """A player of FootSteps of its own digest, whose games are the quickest."""
    return (
        f"""def play(player_id, position, my_points, their_points, previous):
    return min({number % 7 + 3}, my_points), None
""".encode()
        + f"\n# {number}\n".encode()
    )
