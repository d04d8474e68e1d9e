# expects: loads=failed:TimeError
"""Never gets to define anything."""
while True:
    pass


def play(player_id, hand, trick, previous):
    return hand[0], None
