# expects: rules=failed:ProtocolError
"""Finds the question's own id and answers it once more than was asked."""
import sys

serve = sys.modules["_playfunc_worker.serve"]
original = serve.frame


def frame(data):
    return original(data) * 2


def play(player_id, hand, trick, previous):
    serve.frame = frame
    return legal(hand, trick, previous)[0], None
