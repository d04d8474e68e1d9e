"""What players take along: memories go on, programs stay alive, and what a game took is its owner's."""

import pytest
from contest_players import BIDS, program
from playfunc.codec import encode
from playfunc.record import GameRecord, replay
from playfunc_arena.formats import Field, Fixture, Outcome, contest_format
from playfunc_arena.play import play_all
from playfunc_autograder.executors import HERE, Local
from playfunc_autograder.players import NamedPlayer

# Players that remember: memories go on from game to game, and programs stay alive.
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


# What a game took, and what its owner alone may read.
SOURCE = """
def play(player_id, position, mine, theirs, previous):
    print("a secret thought")
    if mine < 45:
        secret_name = 1 / 0
    sum(range(200_000))
    return 3, None
"""


def played_by(game, *players, fixtures):
    field = Field(game, 1, ("a", "b"), players)
    return [one for some in play_all(field, fixtures, HERE) for one in some]


def test_each_seat_has_its_seconds_and_the_owner_its_prints_and_traceback():
    fixtures = [Fixture(deal, (0, 1), str(deal)) for deal in range(3)]
    games = played_by("footsteps", NamedPlayer("thinks.py", SOURCE), NamedPlayer("basic"), fixtures=fixtures)
    for game in games:
        mine, other = game.private
        answers = sum(move.seat == 0 for move in game.record.moves)
        faults = sum(fault.seat == 0 for fault in game.record.faults)
        assert len(mine.move_seconds) == answers + faults
        assert all(seconds > 0 for seconds in mine.move_seconds)
        assert mine.cpu_seconds < 10
        assert other.move_seconds == ()
        assert other.printed == other.traceback == ""
    assert "a secret thought" in games[0].private[0].printed
    assert all(game.private[0].printed == "" for game in games[1:])
    assert all("secret_name = 1 / 0" in game.private[0].traceback for game in games if _crashed(game))
    assert any(map(_crashed, games))


def _crashed(game):
    return any(fault.error == "PlayerCrash" for fault in game.record.faults)


def test_nothing_private_is_in_the_record_or_the_outcome():
    fixtures = [Fixture(deal, (0, 1), str(deal)) for deal in range(3)]
    games = played_by("footsteps", NamedPlayer("thinks.py", SOURCE), NamedPlayer("basic"), fixtures=fixtures)
    for game in games:
        kept = encode(game.record, GameRecord) + encode(game.outcome, Outcome)
        assert "secret" not in kept
        assert "seconds" not in kept


def test_a_program_has_its_seconds_too(tmp_path):
    bot = NamedPlayer(program(tmp_path, BIDS.format(bid="min(points, 7)")))
    (game,) = played_by("footsteps", bot, NamedPlayer("basic"), fixtures=[Fixture(0, (0, 1), "1")])
    assert len(game.private[0].move_seconds) == sum(move.seat == 0 for move in game.record.moves)
    assert game.private[0].cpu_seconds > 0
