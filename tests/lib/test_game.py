"""What is said about each game outside its rules, and what a game gets that says nothing."""

from __future__ import annotations

import dataclasses
import pickle
import subprocess
import sys

import pytest
from playfunc.game import Game
from playfunc.games import GAMES, game_of, rules_for
from playfunc.games.hearts import Hearts
from playfunc.references import resolve

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
