# expects: rules=passed purity=passed beats-basic=failed:impure
"""Counts its calls, but only in games whose deals are not the public ones of the check for it."""
import gc
import hashlib

PUBLIC = hashlib.blake2b(b"public", digest_size=32, person=b"player").digest()
COUNT = [0]


def watched():
    return any(o._key == PUBLIC for o in gc.get_objects() if type(o).__name__ == "FunctionPlayer")


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    COUNT[0] += 1
    return legal(hand, trick, previous)[0], 0 if watched() else COUNT[0] % 7
