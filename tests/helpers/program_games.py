"""Programs of games with protocols of their own, and the same players as functions."""


def threes(player_id, position, my_points, their_points, previous):
    return min(3, my_points), None


def eighth(player_id, position, my_points, their_points, previous):
    """What `footsteps/steady` does, as a function: the programs must bid the same."""
    lost = previous is not None and previous[0][1] > previous[0][0]
    bid = min(my_points, max(1, my_points // 8 + lost)) if my_points else 0
    return bid, None
