# expects: rules=passed
"""Takes all memory it can get as it is loaded, gives it back, and goes on."""
import mmap

rooms = []
try:
    while len(rooms) < 64:
        rooms.append(mmap.mmap(-1, 2**26))
except (MemoryError, OSError):
    pass
del rooms


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    return legal(hand, trick, previous)[0], None
