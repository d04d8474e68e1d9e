# expects: rules=failed:ProtocolError
"""Writes a frame of its own to every descriptor before it answers."""
FRAME = b"\x00\x00\x00\x06hostil"


def play(player_id, hand, trick, previous):
    for descriptor in range(3, 32):
        LIBC.write(descriptor, FRAME, len(FRAME))
    return legal(hand, trick, previous)[0], None
