# expects: rules=passed
"""Prints a megabyte with every call, to both streams."""
import sys

LINE = "x" * 1023 + "\n"


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    for stream in (sys.stdout, sys.stderr):
        stream.write(LINE * 512)
    os.write(1, b"past Python\n" * 99)
    return legal(hand, trick, previous)[0], None
