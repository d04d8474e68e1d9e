"""What is said about each game outside its rules, and what a game gets that says nothing."""

import dataclasses
import pickle
import subprocess
import sys
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc.game import Game
from playfunc.games import GAMES, game_of, rules_for
from playfunc.games.hearts import Hearts
from playfunc.games.hearts.to_100 import chance_of_winning
from playfunc.match import highest_total, play_series
from playfunc.record import GameRecord
from playfunc.registry import resolve
from playfunc.statistics import share_of_games

USUAL = [pytest.param(name, seats, id=f"{name}-{seats}") for name in GAMES for seats in GAMES[name].tables]


@pytest.mark.parametrize(("name", "seats"), USUAL)
def test_the_rules_are_made_for_every_table(name, seats):
    rules = rules_for(name, seats)
    assert (rules.name, rules.seats) == (name, seats)
    assert game_of(rules) is GAMES[name]


@pytest.mark.parametrize("name", GAMES)
def test_parameters_are_the_fields_of_the_rules_with_their_defaults(name):
    fields = {
        each.name: each.default for each in dataclasses.fields(GAMES[name].rules) if each.name != "seats"
    }
    assert {key: value.usual for key, value in GAMES[name].parameters.items()} == fields
    assert all(value.least <= value.usual <= value.most for value in GAMES[name].parameters.values())


@pytest.mark.parametrize("name", GAMES)
def test_the_ends_of_each_range_make_rules(name):
    for key, parameter in GAMES[name].parameters.items():
        for value in (parameter.least, parameter.most):
            GAMES[name].rules(**{key: value})


@pytest.mark.parametrize("name", GAMES)
def test_every_reference_leads_somewhere(name):
    found = GAMES[name]
    starts = [form.round_start for form in found.contests.values()]
    for reference in filter(None, (found.win.rate, found.series, found.program, found.show, *starts)):
        assert resolve(reference) is not None


@pytest.mark.parametrize("name", GAMES)
def test_a_game_survives_the_journey_to_another_process(name):
    assert pickle.loads(pickle.dumps(GAMES[name])) == GAMES[name]
    assert hash(GAMES[name]) == hash(pickle.loads(pickle.dumps(GAMES[name])))


def test_the_least_that_can_be_said_makes_a_game():
    least = Game(name="kuhn", rules=Hearts)
    assert (least.title, least.tables, least.played, least.unit, least.sign) == ("Kuhn", (2,), "game", "", 1)
    assert least.win_rate([[(1, 0), (0, 0)]]).rate == 0.75
    assert least.contests[""].pairing == "duplicate pairs"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_about_a_game_costs_a_worker_next_to_nothing(name):
    heavy = ("numpy", "numba", "importlib.metadata", "statistics", "playfunc.match", "playfunc.show")
    code = f"import sys, playfunc.games.{name}; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# What lasts longer than a deal, as each game says.
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


# How often a player wins: each game's measure, on results that can be worked out by hand.
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
