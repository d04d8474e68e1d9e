"""What a game took, and what its owner alone may read."""

from __future__ import annotations

from contest_players import BIDS, program
from playfunc.codec import encode
from playfunc.record import GameRecord
from playfunc_arena.outcomes import Fixture, Outcome
from playfunc_arena.play import Field, play_all
from playfunc_autograder.executors import HERE
from playfunc_autograder.players import NamedPlayer

SOURCE = """
def play(player_id, position, mine, theirs, previous):
    print("a secret thought")
    if mine < 45:
        secret_name = 1 / 0
    sum(range(200_000))
    return 3, None
"""


def played(game, *players, fixtures):
    field = Field(game, 1, ("a", "b"), players)
    return [one for some in play_all(field, fixtures, HERE) for one in some]


def test_each_seat_has_its_seconds_and_the_owner_its_prints_and_traceback():
    fixtures = [Fixture(deal, (0, 1), str(deal)) for deal in range(3)]
    games = played("footsteps", NamedPlayer("thinks.py", SOURCE), NamedPlayer("basic"), fixtures=fixtures)
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
    games = played("footsteps", NamedPlayer("thinks.py", SOURCE), NamedPlayer("basic"), fixtures=fixtures)
    for game in games:
        kept = encode(game.record, GameRecord) + encode(game.outcome, Outcome)
        assert "secret" not in kept
        assert "seconds" not in kept


def test_a_program_has_its_seconds_too(tmp_path):
    bot = NamedPlayer(program(tmp_path, BIDS.format(bid="min(points, 7)")))
    (game,) = played("footsteps", bot, NamedPlayer("basic"), fixtures=[Fixture(0, (0, 1), "1")])
    assert len(game.private[0].move_seconds) == sum(move.seat == 0 for move in game.record.moves)
    assert game.private[0].cpu_seconds > 0
