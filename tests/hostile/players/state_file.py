# expects: rules=passed purity=passed
"""Would remember in files, variables and descriptors; where it may not, it is as pure as any."""


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    count = 0
    try:
        with open(os.path.join(OUTSIDE["folder"], "count"), "a+") as file:
            file.write("x")
            count = file.tell()
    except OSError:
        pass
    return legal(hand, trick, previous)[0], count
