# expects: loads=failed:PlayerCrash
"""Would count its calls by the bytes that lie in a pipe of its own."""
PIPE = os.pipe()


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    os.write(PIPE[1], b"x")
    count = len(os.read(PIPE[0], 4096))
    os.write(PIPE[1], b"x" * count)
    return legal(hand, trick, previous)[0], count % 7
