"""Step 3 of the unit: a bid that nobody knows beforehand, drawn by rule of thumb.

Any bid up to two fifths of the points left is as likely; one cell from losing, up to what the other can pay.
"""

import random


def play(player_id: str, position: int, my_points: int, their_points: int, previous) -> tuple[int, None]:
    if not my_points:
        return 0, None
    share = my_points if position == -2 else max(1, 2 * my_points // 5)
    return random.randint(1, min(share, their_points + 1)), None
