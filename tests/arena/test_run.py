"""Whole contests: the same rows every time, also when they were stopped, and whatever plays."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing

import pytest
from contest_runs import rows
from playfunc.record import read_records
from playfunc_arena import Contest, ContestError
from playfunc_autograder.executors import Local
from playfunc_cli.main import main

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
    with pytest.raises(SystemExit) as ended:
        main(
            [
                "contest",
                "hearts",
                "basic",
                "minmax",
                "--deals",
                "10",
                "--json",
                "--out",
                str(tmp_path / "out"),
            ]
        )
    assert ended.value.code == 0
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
    with pytest.raises(SystemExit) as ended:
        main(["contest", *arguments, "--deals", "1"])
    assert ended.value.code == 2
    assert told in capsys.readouterr().err
