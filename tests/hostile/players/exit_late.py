# expects: rules=passed
"""Leaves something to do at the end: print, loop a little, raise."""
import atexit


@atexit.register
def at_the_end():
    print("<b>the end</b>", OUTSIDE["word"])
    raise SystemExit(99)


class Last:
    def __del__(self):
        raise RuntimeError("the very end")


last = Last()


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    return legal(hand, trick, previous)[0], None
