"""Players that remember: memories go on from game to game, and programs stay alive."""

from __future__ import annotations

import pytest
from contest_players import program
from playfunc.record import replay
from playfunc_arena.formats import contest_format
from playfunc_arena.outcomes import Fixture
from playfunc_arena.play import Field, play_all
from playfunc_autograder.executors import HERE, Local
from playfunc_autograder.players import NamedPlayer

COUNTS = """
def play(player_id, position, mine, theirs, previous):
    memory = (previous[1] or 0) + 1 if previous else 1
    if memory == {fails}:
        raise ValueError("tired")
    return min(mine, 5), memory
"""

# Always more than the five that COUNTS bids: ties would draw the first game out beyond the fault's move.
LIVES = """
import random
mine, other, token, always = 50, 50, 0, random.SystemRandom().randint(6, 9)
while True:
    bid = min(mine, always)
    print(bid, flush=True)
    theirs = input()
    if theirs == "fin":
        break
    mine, other = mine - bid, other - int(theirs)
    token += (bid > int(theirs)) - (bid < int(theirs))
    if abs(token) == 3 or mine == other == 0:
        mine, other, token = 50, 50, 0
"""


def played(*players, games=3):
    form = contest_format("footsteps-dynamic")
    field = Field("footsteps", 1, ("a", "b"), players, follow=form.follow)
    fixtures = next(form.rounds(2, games, 1))
    return [one for some in play_all(field, fixtures, HERE) for one in some]


def counting(fails=0):
    return NamedPlayer("counts.py", COUNTS.format(fails=fails))


def test_a_memory_goes_on_from_game_to_game_at_either_side():
    games = played(counting(), NamedPlayer("basic"))
    asked = 0
    for game in games:
        seat = game.outcome.fixture.players.index(0)
        if asked:
            assert game.record.memories[seat] == str(asked)
        asked += sum(move.seat == seat for move in game.record.moves)
    first, second, _ = [game.record for game in games]
    assert [game.outcome.fixture.players for game in games] == [(0, 1), (1, 0), (0, 1)]
    assert tuple(second.start["last"]) == replay(first).last[::-1], "seats have changed"
    assert not any(game.outcome.faults for game in games)


def test_a_program_lives_on_until_the_match_is_over(tmp_path):
    games = played(NamedPlayer(program(tmp_path, LIVES)), counting(), games=8)
    assert not any(game.outcome.faults for game in games)
    bids = {
        next(move.move for move in game.record.moves if move.seat == game.outcome.fixture.players.index(0))
        for game in games
    }
    assert len(bids) == 1, "what it drew as it began"


def test_after_a_fault_a_program_begins_afresh_and_a_function_remembers(tmp_path):
    bot = NamedPlayer(program(tmp_path, LIVES))
    games = played(bot, counting(fails=5))
    assert [len(game.outcome.faults) for game in games] == [0, 1, 1]
    assert games[2].record.memories == (None, "4")


@pytest.mark.parametrize("jobs", [1, 2])
def test_two_jobs_play_the_same_matches(jobs):
    form = contest_format("footsteps-dynamic")
    names = tuple("abcdef")
    field = Field("footsteps", 1, names, tuple(NamedPlayer("basic") for _ in names), follow=form.follow)
    fixtures = next(form.rounds(6, 40, 1))
    games = [one for some in play_all(field, fixtures, Local(jobs)) for one in some]
    assert [game.outcome.fixture for game in games] == fixtures
    if jobs == 2:
        again = [one for some in play_all(field, fixtures, HERE) for one in some]
        assert [(game.outcome, game.record) for game in games] == [
            (game.outcome, game.record) for game in again
        ]


def test_a_big_board_is_played():
    form = contest_format("footsteps-big")
    field = Field("footsteps", 1, ("a", "b"), (counting(), NamedPlayer("minmax")), parameters=form.parameters)
    ((game,),) = play_all(field, [Fixture(0, (0, 1), "1")], HERE)
    assert game.record.parameters == {"cells": 1001, "points": 1_000_000}
    assert len(game.record.moves) > 1000
