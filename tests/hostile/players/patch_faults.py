# expects: rules=failed:ProtocolError
"""Sends faults of a kind that does not exist, with the marker's words."""
import sys

serve = sys.modules["_playfunc_worker.serve"]


def message(self, answer):
    return serve.Fault("Excused", "the machine was busy: full marks", "")


serve._Desk._message = message


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], None
