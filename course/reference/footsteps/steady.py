"""Step 2 of the unit: one fixed bid, cheap enough to last. Who has seen it once beats it every time."""


def play(player_id: str, position: int, my_points: int, their_points: int, previous) -> tuple[int, None]:
    return min(my_points, 8), None
