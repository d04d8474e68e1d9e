# expects: rules=failed:ProtocolError
"""Takes the place of the player object and answers with moves that are none."""
import playfunc.player


class Anything(str):
    pass


def answer(self, calls):
    return [playfunc.player.Reply("H99", "null") for _ in calls]


playfunc.player.FunctionPlayer.answer = answer


def play(player_id, hand, trick, previous):
    return hand[0], None
