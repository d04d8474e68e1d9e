# expects: rules=passed
"""Prints what moves a cursor, what a page would run, and what no encoding can write."""
import sys


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    print("\x1b[2J\x1b]0;owned\x07<script>alert(1)</script>\x00\r" + "\u202e")
    os.write(2, b"\xff\xfe\x80")
    try:
        print("\ud800")
    except UnicodeError:
        pass
    return legal(hand, trick, previous)[0], None
