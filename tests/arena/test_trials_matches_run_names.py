"""Players are tried before a contest: whether they can play, what a game takes, and whether they keep anything."""

import json
import shutil
import sqlite3
import time
from contextlib import closing

import pytest
from command import exit_code
from contest_players import BIDS, program
from playfunc.games import rules_for
from playfunc.record import read_records, replay
from playfunc_arena import Contest, ContestError, entrants, run_contest
from playfunc_arena.entrants import house_seconds, names_of, try_player
from playfunc_arena.formats import Field, contest_format, ladder_format
from playfunc_arena.outcomes import Fixture
from playfunc_arena.plan import expected
from playfunc_arena.play import play_all
from playfunc_arena.run import play_out
from playfunc_arena.store import Store
from playfunc_autograder.executors import HERE, Local
from playfunc_autograder.players import NamedPlayer
from playfunc_checks.finding import usual_assignment
from playfunc_opponents import opponents_at


# A contest that is run more than once.
def rows(contest, **options):
    return run_contest(contest, **options).rows


HEARTS = """
import functools, random
count, generator, seen = 0, random.Random(1), []

@functools.cache
def first(hand):
    return hand[0]

def play(player_id, hand, trick, previous):
    global count
    count += 1
    opens = [card for card in hand if str(card) == "C2"] if not trick and len(hand) == 26 else []
    hand = opens or [card for card in hand if trick and card.suit == trick[0][0].suit] or hand
    {how}
"""

KEEPS_NOTHING = {
    "the first card": "return hand[0], None",
    "a cache": "return first(tuple(hand)), None",
    "the module random": "return random.choice(hand[:2]), None",
    "a memory": "return hand[(previous[1] or 0) % 2 if previous and len(hand) > 1 else 0], 1",
}
KEEPS = {
    "a count in a global": "return hand[count % len(hand)], None",
    "a generator of its own": "return hand[generator.randrange(len(hand))], None",
    "hands seen": "seen.append(hand); return hand[len(seen) % len(hand)], None",
    "a count that it only remembers": "return hand[0], count",
}


def tried(name, source, game="hearts", seats=2):
    rules = rules_for(game, seats)
    return try_player(NamedPlayer(name, source), rules, usual_assignment(game))


@pytest.mark.parametrize("how", KEEPS_NOTHING.values(), ids=KEEPS_NOTHING.keys())
def test_a_player_that_depends_on_its_arguments_alone_shares_processes(how):
    found = tried("pure.py", HEARTS.format(how=how))
    assert (found.refusal, found.apart) == ("", False)
    assert found.cpu_a_game is not None


@pytest.mark.parametrize("how", KEEPS.values(), ids=KEEPS.keys())
def test_a_player_that_keeps_something_from_game_to_game_is_found(how):
    found = tried("keeps.py", HEARTS.format(how=how))
    assert (found.refusal, found.apart) == ("", True)


LINES = """
import sys
count = 0
for line in sys.stdin:
    count += 1
    words = line.rstrip("\\n").split("\\t")[0].split()
    hand = words[2].split(",")
    led = words[3].split(",")[0][0] if words[3] != "." else ""
    opens = [card for card in hand if card == "C2"] if not led and len(hand) == 26 else []
    legal = opens or [card for card in hand if card[0] == led] or hand
    print(legal[{number} % len(legal)], flush=True)
"""


@pytest.mark.parametrize(("number", "apart"), [("0", False), ("count", True)])
def test_so_is_a_program_that_lives_on(tmp_path, number, apart):
    bot = program(tmp_path, LINES.format(number=number)).replace("exec:", "exec-lines:")
    found = tried(bot, None)
    assert (found.refusal, found.apart) == ("", apart)


def test_a_program_that_ends_with_its_game_keeps_nothing(tmp_path):
    """It draws its bids anew in every process, and is not asked twice for that."""
    drawn = BIDS.format(bid="min(points, __import__('random').SystemRandom().randint(1, 9))")
    found = tried(program(tmp_path, drawn), None, "footsteps")
    assert (found.refusal, found.apart) == ("", False)


def test_our_own_opponents_are_timed_once(monkeypatch):
    rules = rules_for("hearts", 4)
    entrants._house_seconds.cache_clear()
    seconds = house_seconds(rules, "minmax")
    assert 0 < seconds < 1
    monkeypatch.setattr(entrants, "play_game", lambda *given: pytest.fail("played again"))
    assert house_seconds(rules_for("hearts", 4), "minmax") == seconds


@pytest.mark.broad
@pytest.mark.parametrize(("contest", "deals"), [("footsteps", 60), ("hearts-four", 4), ("skullwhist", 12)])
def test_what_is_expected_of_house_players_is_about_what_they_take(contest, deals):
    """To the order of magnitude: a busy machine falsifies CPU time by less, and one guess for all is further off."""
    form = ladder_format(contest)
    rules = rules_for(form.game, form.least, **form.parameters)
    rungs = (*opponents_at(rules), "basic")
    field = Field(form.game, 1, tuple(map(str, range(len(rungs)))), tuple(map(NamedPlayer, rungs)))
    planned = expected(form, [house_seconds(rules, rung) for rung in rungs], deals, 1)
    begun = time.process_time()
    play_out(form, field, deals, Store(), HERE, lambda done, total: None)
    assert 0.1 < (time.process_time() - begun) / planned.cpu_seconds < 10


def test_a_refused_player_is_not_asked_further():
    found = tried("bad.py", "def play(*arguments):\n    return None")
    assert found.refusal.startswith("ProtocolError: ")
    assert not found.apart
    assert tried("raises.py", "1 / 0\ndef play(*given): ...").refusal.startswith(
        "PlayerCrash: the code does not run: Zero"
    )


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


# Whole contests: the same rows every time, also when they were stopped, and whatever plays.
SMALL = Contest("hearts", ("basic", "minmax", "basic"), 3)


def test_the_better_player_comes_first_and_everything_adds_up():
    first, *others = rows(SMALL)
    assert first.name == "minmax"
    assert {row.name for row in others} == {"basic-1", "basic-2"}
    assert sum(row.games for row in [first, *others]) == 2 * 3 * 2 * 3
    assert all(row.wins + row.ties + row.losses == row.games for row in [first, *others])
    assert all(row.faults == 0 for row in [first, *others])


def test_stopped_anywhere_it_goes_on_to_the_same_rows(tmp_path):
    whole = rows(SMALL, out=tmp_path / "whole")
    games = (tmp_path / "whole" / "games.jsonl").read_text()
    for kept in (0, 1, 7, 18):
        folder = tmp_path / f"cut-{kept}"
        folder.mkdir()
        shutil.copy(tmp_path / "whole" / "contest.sqlite", folder)
        with closing(sqlite3.connect(folder / "contest.sqlite")) as database, database:
            database.execute("DELETE FROM games WHERE place >= ?", (kept,))
        assert rows(SMALL, out=folder) == whole
        assert (folder / "games.jsonl").read_text() == games


def test_two_jobs_play_what_one_does(tmp_path):
    contest = Contest("hearts", ("basic", "basic", "basic", "basic"), 2)
    assert rows(contest, workers=Local(2)) == rows(contest)


def test_another_contest_is_not_mixed_in(tmp_path):
    rows(SMALL, out=tmp_path)
    with pytest.raises(ContestError, match="a finished contest"):
        rows(Contest("hearts", ("basic", "minmax", "basic"), 3, seed=2), out=tmp_path)


def test_games_are_kept_and_replay(tmp_path):
    rows(SMALL, out=tmp_path)
    records = read_records(tmp_path / "games.jsonl")
    assert len(records) == 18
    assert all(record.scores is not None for record in records)


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("game", ["footsteps", "blackjack", "skullwhist", "hearts-four"])
def test_every_game_has_a_contest(game, shipped):
    programs = {
        "footsteps": f"exec:{shipped('footsteps/steady', 'py')}",
        "blackjack": f"exec:{shipped('blackjack/seventeen', 'py')}",
    }
    players = (programs.get(game, "basic"), "basic", "basic", "basic")
    table = rows(Contest(game, players, 1))
    assert len(table) == 4
    assert all(row.faults == 0 for row in table)


def test_the_command_prints_the_standings_as_json(capsys, tmp_path):
    words = ("contest", "hearts", "basic", "minmax", "--deals", 10, "--json", "--out", tmp_path / "out")
    assert exit_code(*words) == 0
    printed = json.loads(capsys.readouterr().out)
    assert [row["rank"] for row in printed["rows"]] == [1, 2]
    assert json.loads((tmp_path / "out" / "standings.json").read_text()) == printed


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess", "basic", "basic"], "no contest 'chess'"),
        (["hearts", "basic"], "at least 2 players"),
        (["hearts", "basic", "nobody.py"], "there is no file"),
        (["hearts", "basic", "exec:./nobody"], "there is no program"),
    ],
)
def test_a_mistake_is_a_sentence(capsys, arguments, told):
    assert exit_code("contest", *arguments, "--deals", 1) == 2
    assert told in capsys.readouterr().err


# Players are called by what tells them apart.
def test_players_are_called_by_what_tells_them_apart(tmp_path):
    for name in ("bot.pl", "bot.php", "ann/bot.py", "bob/bot.py", "eve.py", "dice.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert names_of([f"exec:perl {tmp_path}/bot.pl", f"exec:php {tmp_path}/bot.php"]) == ("bot.pl", "bot.php")
    assert names_of([f"{tmp_path}/ann/bot.py", f"{tmp_path}/bob/bot.py"]) == ("ann/bot.py", "bob/bot.py")
    assert names_of([f"exec:python3 {tmp_path}/dice.py 1", f"exec:python3 {tmp_path}/dice.py 2"]) == (
        "dice.py 1",
        "dice.py 2",
    )
    assert names_of([f"exec:python3 {tmp_path}/dice.py 1", "basic", "basic", f"{tmp_path}/eve.py"]) == (
        "dice",
        "basic-1",
        "basic-2",
        "eve",
    )
    python = tmp_path / "versions" / "bin" / "python"
    assert names_of([f"exec:{python} {tmp_path}/dice.py", f"exec:{tmp_path}/bot.pl"]) == ("dice", "bot")
    assert names_of([f"exec:java -cp {tmp_path} Bot", "basic"]) == ("Bot", "basic")
