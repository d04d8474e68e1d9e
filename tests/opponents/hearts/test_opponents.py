"""The opponents at the table: legal, repeatable, and each stronger than the one below."""

import os
import subprocess
import sys

import pytest
from playfunc.duplicate import deal_rng, rotations
from playfunc.games.hearts import Hearts
from playfunc.match import Table, play_games
from playfunc.record import record_text
from playfunc_opponents import LADDERS, opponent

HEARTS = LADDERS["hearts"].tiers


GAMES = {"basic": 60, "minmax": 12, "advanced": 1}


def games(rules, players, count, secret="opponents"):
    tables = [Table(rules.deal(deal_rng(secret, i)), tuple(players)) for i in range(count)]
    return play_games(rules, tables)


def points_per_playing(rules, player, others, deals, secret):
    """The mean points of `player` and of one other, over `deals` with the seats rotated."""
    tables = [
        table
        for i in range(deals)
        for table in rotations(rules, rules.deal(deal_rng(secret, i)), [player, *others])
    ]
    scores = [record.scores for record in play_games(rules, tables)]
    mine = sum(score[place % rules.seats] for place, score in enumerate(scores))
    return mine / len(scores), (sum(map(sum, scores)) - mine) / len(others) / len(scores)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("tier", HEARTS)
def test_whole_games_are_legal_and_repeat(seats, tier):
    rules = Hearts(seats)
    once = games(rules, [opponent(rules, tier)] * seats, GAMES[tier])
    again = games(rules, [opponent(rules, tier)] * seats, GAMES[tier])
    assert all(not record.faults and record.scores for record in once)
    assert list(map(record_text, once)) == list(map(record_text, again))


@pytest.mark.parametrize("seats", [2, 4])
def test_the_key_changes_what_is_random(seats):
    rules = Hearts(seats)
    one, other = (games(rules, [opponent(rules, "basic", key=key)] * seats, 1) for key in (b"1", b"2"))
    assert one[0].start == other[0].start
    assert one != other


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_games_do_not_depend_on_the_hash_seed(hash_seed):
    rules = Hearts(4)
    script = (
        "from test_opponents import *\n"
        "rules = Hearts(4)\n"
        "print(record_text(games(rules, [opponent(rules, tier) for tier in (*HEARTS, 'minmax')], 1)[0]))"
    )
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join([*sys.path, os.path.dirname(__file__)]),
    }
    told = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    here = games(rules, [opponent(rules, tier) for tier in (*HEARTS, "minmax")], 1)[0]
    assert told.stdout.strip() == record_text(here)


@pytest.mark.parametrize(
    ("seats", "better", "worse", "deals"),
    [
        (2, "minmax", "basic", 12),
        (2, "advanced", "minmax", 10),
        (4, "minmax", "basic", 8),
        (4, "advanced", "basic", 8),
    ],
)
def test_ladder(seats, better, worse, deals):
    """With two players 13 is par, with four 6.5 (and a little more, for the moons)."""
    rules = Hearts(seats)
    others = [opponent(rules, worse) for _ in range(seats - 1)]
    mine, theirs = points_per_playing(rules, opponent(rules, better), others, deals, "ladder")
    assert mine < theirs - 1


def test_an_opponent_bears_its_tiers_name():
    assert [opponent(Hearts(2), tier).name for tier in HEARTS] == ["basic", "minmax", "advanced"]


def test_unknown_opponents_are_refused_in_one_sentence():
    with pytest.raises(
        ValueError, match=r"^no opponent 'grandmaster' for hearts; known: basic, naive, .*, perfect$"
    ):
        opponent(Hearts(2), "grandmaster")
