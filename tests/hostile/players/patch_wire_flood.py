# expects: rules=failed:ProtocolError
"""Announces a frame of four gigabytes."""
import sys

serve = sys.modules["_playfunc_worker.serve"]


def frame(data):
    return b"\xff\xff\xff\xff" + b"x" * 4096


def play(player_id, hand, trick, previous):
    serve.frame = frame
    return legal(hand, trick, previous)[0], None
