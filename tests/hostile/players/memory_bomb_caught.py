# expects: rules=passed
"""Takes all memory it can get, gives it back, and goes on."""


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    rooms = []
    try:
        while len(rooms) < 64:
            rooms.append(bytearray(2**26))
    except MemoryError:
        pass
    del rooms
    return legal(hand, trick, previous)[0], None
