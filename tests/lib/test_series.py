"""What lasts longer than a deal, as each game says."""

from __future__ import annotations

import pytest
from playfunc.games import GAMES
from playfunc.record import GameRecord
from playfunc.series import highest_total, play_series


@pytest.mark.parametrize("name", [name for name in GAMES if not GAMES[name].series])
def test_a_game_without_a_series_says_so(name):
    with pytest.raises(ValueError, match=f"{name} has no series: each of its games counts separately"):
        play_series(GAMES[name].table(GAMES[name].tables[0]), [], 1)


@pytest.mark.parametrize(
    ("totals", "scores", "winner"),
    [((3, 1), (1, 0), 0), ((1.5, 2), (0, 1), 1), ((2, 2), (1, 0), None), ((3, 1), None, None)],
)
def test_the_highest_total_wins_if_one_alone_has_it(totals, scores, winner):
    records = (GameRecord("footsteps", {}, ("a", "b"), None, (), scores=scores),)
    assert highest_total(records, totals).winner == winner
