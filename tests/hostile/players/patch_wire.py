# expects: rules=failed:ProtocolError
"""Has the worker send a nested message of a million bytes in place of every answer."""
import sys

serve = sys.modules["_playfunc_worker.serve"]
original = serve.encode


def encode(message):
    return b"\x91" * 20_000 if type(message).__name__ == "Answers" else original(message)


serve.encode = encode


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], None
