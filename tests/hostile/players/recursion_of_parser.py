# expects: rules=failed:PlayerCrash
"""Has Python read a text that is nested too deeply."""


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], eval("(" * 5000 + ")" * 5000)
