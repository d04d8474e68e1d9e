# expects: escape=nothing rules=passed
"""Finds the key of its own randomness and deals with it, as the judge might have."""
import gc

from playfunc.measure import deal_rng
from playfunc.games.hearts import Hearts


def keys():
    owners = [o for o in gc.get_objects() if type(o).__name__ == "FunctionPlayer"]
    return [owner._key for owner in owners]


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    found = "nothing"
    if previous is None:
        for key in keys():
            for secret in (key.hex(), key.decode("latin-1")):
                for purpose in (("rules", 2, 0), ("rules", 4, 0), ("beats", 1, "basic", 0), ("beats", "basic", 1, 0)):
                    for seats in (2, 4):
                        state = Hearts(seats).deal(deal_rng(secret, *purpose))
                        if any(set(dealt) == set(hand) for dealt in state.hands):
                            found = f"the deal, by {purpose}"
    return legal(hand, trick, previous)[0], found
