# expects: rules=failed:TimeError
"""Swallows whatever is raised at it."""


def play(player_id, hand, trick, previous):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
