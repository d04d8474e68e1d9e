"""Players of the golden games of FootSteps."""

from playfunc.games.footsteps import FootSteps


def third(player_id, position, my_points, their_points, previous) -> tuple[int, int]:
    turn = 0 if previous is None else previous[1] + 1
    return -(-my_points // 3), turn


def one_more(player_id, position, my_points, their_points, previous) -> tuple[int, list[int]]:
    """One more than the other bid last, remembering every bid of its own."""
    wish = 10 if previous is None else previous[0][1] + 1
    bid = min(max(wish, 1), my_points)
    return bid, [*(previous[1] if previous else []), bid]


PLAYERS = {"Third": third, "More": one_more}
GAMES = {
    "game": ("footsteps", FootSteps(), PLAYERS),
    "million": ("footsteps_million", FootSteps(11, 1_000_000), PLAYERS),
}
