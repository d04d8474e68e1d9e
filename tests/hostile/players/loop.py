# expects: rules=failed:TimeError
"""Never comes back."""


def play(player_id, hand, trick, previous):
    while True:
        pass
