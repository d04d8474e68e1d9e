"""Whole contests: the same rows every time, whatever plays and whenever stopped; results keep to their schema."""

import hashlib
import json
import shutil
import sqlite3
from contextlib import closing

import jsonschema
import pytest
from command import exit_code
from contest_players import BIDS, player, program
from playfunc.record import read_records
from playfunc_arena.formats import Fixture, Outcome, contest_format, contest_names
from playfunc_arena.run import SCHEMA, Contest, as_text, run_contest
from playfunc_arena.standings import fault_counts
from playfunc_arena.store import ContestError
from playfunc_autograder.executors import Local


# A contest that is run more than once.
def rows(contest, **options):
    return run_contest(contest, **options).rows


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


# A finished contest as one object: it keeps to its schema, and adds up.
LEGAL = "def play(player_id, hand, trick, previous):\n    return hand[0], None\n"


def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.hardest("hearts-four", "footsteps-dynamic")
@pytest.mark.parametrize("name", contest_names())
def test_every_contest_keeps_to_the_schema(name):
    told = run_contest(
        Contest(name, ("basic", "minmax", "basic", "minmax", "nobody.py"), 2, seed=2**63)
    ).published
    validator().validate(json.loads(as_text(told)))
    assert (told["contest"], told["seed"], told["deals"]) == (name, str(2**63), contest_format(name).whole(2))
    assert [each["name"] for each in told["players"]] == [
        "basic-1",
        "minmax-1",
        "basic-2",
        "minmax-2",
        "nobody",
    ]
    assert {row["name"] for row in told["rows"]} == {each["name"] for each in told["players"]}
    met = {(pair["a"], pair["b"]) for pair in told["head_to_head"]}
    assert len(met) == len(told["head_to_head"]) >= 3
    assert {name for pair in met for name in pair} == {each["name"] for each in told["players"][:4]}


def test_the_schema_refuses_what_is_not_a_contest():
    told = run_contest(Contest("footsteps", ("basic", "minmax"), 1)).published
    for wrong in ({"format": "playfunc-contest/2"}, {"players": []}, {"more": 1}, {"high": None}):
        assert list(validator().iter_errors({**told, **wrong})), wrong
    assert list(validator().iter_errors({key: told[key] for key in told if key != "faults"}))


def test_players_are_told_by_kind_and_digest_without_paths(tmp_path):
    own = player(tmp_path, "own.py", LEGAL)
    bot = program(tmp_path / "bots", "raise SystemExit(3)", "bot.py")
    finished = run_contest(Contest("hearts", (own, "basic", bot, "minmax"), 1, staff=("minmax",)))
    ours, basic, theirs, staff = finished.published["players"]
    assert (ours["kind"], basic["kind"], theirs["kind"]) == ("python", "opponent", "program")
    assert ours["digest"] == hashlib.sha256(LEGAL.encode()).hexdigest()
    assert basic["digest"] is theirs["digest"] is None
    assert (staff["name"], staff["staff"], basic["staff"]) == ("minmax (staff)", True, False)
    assert basic["mark"] == 1000 < staff["mark"]
    assert ours["mark"] is theirs["mark"] is None
    assert str(tmp_path) not in as_text({**finished.published, "rows": []})


def test_a_programs_digest_counts_its_files_and_not_where_they_lie(tmp_path):
    digests = []
    for folder in ("here", "there", "other"):
        (tmp_path / folder).mkdir()
        if folder == "other":
            (tmp_path / folder / "table.txt").write_text("1 2 3")
        bot = program(tmp_path / folder, BIDS.format(bid="min(5, points)"))
        told = run_contest(Contest("footsteps", (bot, "basic"), 1)).published
        digests.append(told["players"][0]["digest"])
    assert digests[0] == digests[1] != digests[2]


def test_faults_are_counted_by_player_and_reason():
    outcomes = [
        Outcome(Fixture(0, (0, 1), "0"), (0.0, 1.0), ((0, "TimeError: slow"),)),
        Outcome(Fixture(0, (1, 0), "0"), (0.0, 1.0), ((0, "TimeError: slow"), (1, "TimeError: slow"))),
        Outcome(Fixture(1, (0, 1), "1"), (0.0, 1.0), ((0, "Crash: x"), (0, "TimeError: slow"))),
    ]
    assert list(fault_counts(["ann", "bob"], outcomes)) == [
        {"player": "ann", "fault": "Crash: x", "games": 1, "first_game": 2},
        {"player": "ann", "fault": "TimeError: slow", "games": 3, "first_game": 0},
        {"player": "bob", "fault": "TimeError: slow", "games": 1, "first_game": 1},
    ]
