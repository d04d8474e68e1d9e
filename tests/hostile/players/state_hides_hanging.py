# expects: rules=passed purity=passed beats-basic=failed:too_slow_when_asked_afresh
"""Hangs where no game began in its process, but only in games whose deals are not the public ones of the check for it."""
import gc
import hashlib

PUBLIC = hashlib.blake2b(b"public", digest_size=32, person=b"player").digest()
BEGUN = []


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    if previous is None:
        BEGUN.append(hand)
    while not BEGUN and not any(o._key == PUBLIC for o in gc.get_objects() if type(o).__name__ == "FunctionPlayer"):
        pass
    return legal(hand, trick, previous)[0], 0
