"""How often a player wins: each game's measure, on results that can be worked out by hand."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc.games import GAMES
from playfunc.games.hearts.to_100 import chance_of_winning
from playfunc.winning import share_of_games


def test_a_win_counts_one_and_an_equal_score_one_half():
    rate = share_of_games([[(3, 1), (2, 2)], [(0, 5), (1, 1)]])
    assert rate.rate == (1 + 0.5 + 0 + 0.5) / 4
    assert rate.standard_error == pytest.approx(sqrt(((0.75 - 0.5) ** 2 + (0.25 - 0.5) ** 2) / 1 / 2))
    assert rate.deals == 2


def test_winning_all_is_not_certain():
    assert share_of_games([[(1, 0), (1, 0)]] * 50).standard_error == 0.01
    assert share_of_games([[(1, 0)]]).standard_error == 0.5


@given(
    st.lists(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=2), min_size=1)
)
def test_both_players_together_win_once(deals):
    mine = share_of_games(deals)
    theirs = share_of_games([[(b, a) for a, b in deal] for deal in deals])
    assert mine.rate + theirs.rate == pytest.approx(1)
    assert mine.standard_error == pytest.approx(theirs.standard_error)


def test_where_low_scores_win_the_lower_one_does():
    deals = [[(3, 1), (2, 2)], [(0, 5), (1, 1)], [(4, 9), (7, 8)]]
    low = share_of_games(deals, "low")
    assert (
        low.rate
        == share_of_games([[(b, a) for a, b in deal] for deal in deals]).rate
        == (0 + 0.5 + 1 + 0.5 + 1 + 1) / 6
    )
    assert low.rate != share_of_games(deals).rate


def test_hearts_counts_games_to_100():
    deals = [[(3, 23), (10, 16)], [(20, 6), (9, 17)], [(4, 22), (13, 13)]]
    assert GAMES["hearts"].win_rate(deals) == chance_of_winning([[a for a, _ in deal] for deal in deals])


@pytest.mark.parametrize("name", GAMES)
def test_no_deals_say_nothing(name):
    with pytest.raises(ValueError, match="no deals"):
        GAMES[name].win_rate([])
