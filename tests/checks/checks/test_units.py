"""The units' assignments are marked by the same checks: small players with known verdicts."""

from __future__ import annotations

import dataclasses

import pytest
from course_assignments import BLACKJACK, FOOTSTEPS, SKULLWHIST
from playfunc_autograder.marking import mark
from playfunc_checks.checks import checks_for
from playfunc_checks.marking import points

FEW = {"deals": 4, "least_deals": 4, "rules_deals": 1}

EQUAL_CHANCES = """
def mix(position, my_points, their_points):
    bids = range(1, my_points + 1) if my_points else [0]
    return {bid: 1 / len(bids) for bid in bids}

def play(player_id, position, my_points, their_points, previous):
    return min(my_points, 1), None
"""

FROM_THE_EQUILIBRIUM = """
TABLE = {table!r}

def mix(position, my_points, their_points):
    bids, shares = TABLE[position, my_points, their_points]
    return dict(zip(bids, (share / 65535 for share in shares)))

def play(player_id, position, my_points, their_points, previous):
    return min(my_points, 3), None
"""

STANDS = """
from playfunc.games.blackjack import Stand

def play(player_id, hand, visible, stake, chips, previous):
    return Stand, None
"""

HIGHEST = """
def bid(player_id, opponent_id, hand):
    return 6, None

def play(player_id, hand, trick, bids, previous):
    follows = [card for card in hand if trick and card.suit is trick[0][0].suit]
    return (follows or hand)[-1], None
"""


def verdicts(source, assignment, *only):
    few = dataclasses.replace(assignment, **FEW)
    return {result.check: result for result in mark(source, few, only=only or None)}


@pytest.mark.parametrize("assignment", [FOOTSTEPS, BLACKJACK, SKULLWHIST], ids=lambda one: one.name)
def test_points_are_for_checks_that_there_are(assignment):
    assert set(assignment.points) <= {check.name for check in checks_for(assignment)}
    assert sum(assignment.points.values()) == 100


@pytest.mark.parametrize(("source", "assignment"), [(STANDS, BLACKJACK), (HIGHEST, SKULLWHIST)])
def test_a_legal_player_passes_the_rules_and_meets_every_opponent(source, assignment):
    results = verdicts(source, assignment)
    assert results["rules"].ok
    assert results["purity"].ok
    for tier in assignment.tiers:
        assert results[f"beats-{tier}"].verdict.value in ("passed", "failed")
        assert "over 4 deals" in results[f"beats-{tier}"].got
    assert points(list(results.values()), assignment)["rules"] == 20


def test_equal_chances_are_punished_and_the_bids_that_do_it_are_shown():
    result = verdicts(EQUAL_CHANCES, FOOTSTEPS, "loads", "unexploitable")["unexploitable"]
    assert not result.ok
    assert result.facts["exploitability"] > 0.5
    assert "they bid" in result.reason


def test_the_equilibrium_cannot_be_exploited():
    from playfunc_opponents.footsteps.equilibrium import mixture
    from playfunc_opponents.footsteps.mixtures import board_states

    table = {state: mixture(*state) for state in board_states()}
    source = FROM_THE_EQUILIBRIUM.format(table=table)
    result = verdicts(source, FOOTSTEPS, "loads", "unexploitable")["unexploitable"]
    assert result.ok
    assert result.facts["exploitability"] < 0.01


@pytest.mark.parametrize(
    ("returns", "told"),
    [
        ("{}", "a dict from bids to chances"),
        ("{0: 1.0}", "no legal bid"),
        ("{my_points and 1: 0.3}", "add up to 0.3"),
        ("{1: float('nan')}", "mix(position=-2"),
        ("None", "mix(position=-2"),
        ("[1, 2]", "mix(position=-2"),
    ],
)
def test_what_is_no_mixture_is_said_with_the_position(returns, told):
    source = EQUAL_CHANCES.replace("{bid: 1 / len(bids) for bid in bids}", returns)
    result = verdicts(source, FOOTSTEPS, "loads", "unexploitable")["unexploitable"]
    assert not result.ok
    assert told in result.reason


def test_without_a_mixture_the_check_fails_and_names_it():
    source = EQUAL_CHANCES.replace("def mix(", "def other(")
    result = verdicts(source, FOOTSTEPS, "loads", "unexploitable")["unexploitable"]
    assert not result.ok
    assert "mix" in result.reason
