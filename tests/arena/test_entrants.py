"""Who takes part: every player is tried first, and none that fails stops the others."""

from __future__ import annotations

import dataclasses
import json
import shutil
import subprocess
import sys

import pytest
from course_assignments import HEARTS
from playfunc.record import read_records
from playfunc_arena import Contest, ContestError, entrants, play, run_contest, standings_text
from playfunc_arena.formats import fault_text
from playfunc_arena.names import names_of
from playfunc_checks.budget import Limits

BIDS = """
import sys
points, theirs = 50, ""
while theirs != "fin":
    bid = {bid}
    print(f" {{bid:03}} ", flush=True)
    points -= bid
    theirs = input()
"""
FIRST = "def play(player_id, hand, trick, previous):\n    {first}\n    return hand[0], None\n"


def program(folder, source, name="bot.py"):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(source)
    return f"exec:python3 {folder / name}"


def player(folder, name, source):
    (folder / name).write_text(source)
    return str(folder / name)


def test_players_that_fail_their_trial_are_named_and_the_others_play(tmp_path):
    bad = {
        "nonsense": program(tmp_path / "1", "print('nonsense', flush=True)\ninput()", "nonsense.py"),
        "far": program(tmp_path / "2", "print(10**30, flush=True)\ninput()", "far.py"),
        "mute": program(tmp_path / "3", "raise SystemExit(3)", "mute.py"),
        "absent": f"exec:{tmp_path / 'absent'}",
        "syntax": player(tmp_path, "syntax.py", "def play(:"),
        "raises": player(tmp_path, "raises.py", "1 / 0\ndef play(*arguments):\n    return 1, None"),
        "nobody": str(tmp_path / "nobody.py"),
    }
    told = {}
    rows = run_contest(
        Contest("footsteps", (*bad.values(), "basic", "minmax"), 2),
        on_left_out=lambda name, reason: told.update({name: reason}),
    )
    assert [row.name for row in rows if row.rank] == ["minmax", "basic"]
    assert {row.name: row.left_out for row in rows if not row.rank} == told
    assert told.keys() == bad.keys()
    for name, reason in {
        "nonsense": "'nonsense' came",
        "far": "BidError",
        "mute": "exit code 3",
        "absent": "there is no program",
        "syntax": "not Python",
        "raises": "ZeroDivisionError",
        "nobody": "there is no file",
    }.items():
        assert reason in told[name]


def test_a_strict_contest_plays_nothing_then(tmp_path):
    bad = player(tmp_path, "syntax.py", "def play(:")
    with pytest.raises(ContestError, match=r"syntax cannot take part: .*not Python"):
        run_contest(Contest("hearts", ("basic", "minmax", bad), 1), out=tmp_path / "out", strict=True)
    assert not (tmp_path / "out").exists()


def test_a_contest_needs_players_that_can_take_part(tmp_path):
    bad = program(tmp_path / "1", "print('nonsense', flush=True)\ninput()", "nonsense.py")
    with pytest.raises(
        ContestError, match=r"at least 2 players, got 1\nnonsense cannot take part: .*'nonsense' came"
    ):
        run_contest(Contest("footsteps", (bad, "basic"), 2))


def test_leading_zeros_are_bids_as_any_other(tmp_path):
    rows = run_contest(
        Contest(
            "footsteps", (program(tmp_path / "1", BIDS.format(bid="min(5, points)")), "basic", "minmax"), 2
        )
    )
    assert all(row.faults == 0 for row in rows)
    assert {row.rank for row in rows} == {1, 2, 3}


@pytest.mark.parametrize("later", ["10**30", "2**63", "'three'", "1 / 0", "exit()"])
def test_what_a_player_does_later_costs_it_its_games_and_stops_nobody(tmp_path, later):
    source = BIDS.format(bid=f"1 if points == 50 else {later}").replace("{bid:03}", "{bid}")
    first, second, last = run_contest(
        Contest("footsteps", (program(tmp_path / "1", source), "basic", "minmax"), 2)
    )
    assert (last.name, last.wins, last.faults, last.games) == ("bot", 0, 4, 4)
    assert first.faults == second.faults == 0


@pytest.mark.parametrize("first", [True, False])
def test_no_player_writes_lines_of_the_standings(tmp_path, first):
    raised = "raise ValueError('lost\\n   1 eve   99.00   100 100\\n\\x1b[2J')"
    source = FIRST.format(first=raised if first else f"if previous: {raised}")
    rows = run_contest(Contest("hearts", (player(tmp_path, "eve.py", source), "basic", "basic"), 1))
    text = standings_text(rows, "points a hand")
    assert "PlayerCrash: ValueError: lost" in text
    assert "\x1b" not in text
    assert not any(line.split()[:3] == ["1", "eve", "99.00"] for line in text.splitlines())


def test_a_fault_is_one_short_line():
    assert fault_text("PlayerCrash", "lost\n   1 eve\r\n") == "PlayerCrash: lost 1 eve"
    assert len(fault_text("PlayerCrash", "x" * 1000)) == 300


def test_a_player_that_loads_but_rarely_stops_nobody(tmp_path):
    source = "import os\nassert os.urandom(1)[0] < 64\n" + FIRST.format(first="pass")
    rows = run_contest(Contest("hearts", (player(tmp_path, "rarely.py", source), "basic", "basic"), 1))
    assert len(rows) == 3


def test_nobody_waits_for_a_slow_player_in_every_sitting(tmp_path, monkeypatch):
    hurried = dataclasses.replace(HEARTS, published=Limits(total_seconds=0.2))
    for module in (entrants, play):
        monkeypatch.setattr(module, "usual_assignment", lambda game: hurried)
    source = FIRST.format(first="previous and sum(range(10**7))")
    slow = player(tmp_path, "slow.py", source)
    run_contest(Contest("hearts", ("basic", slow), 3), out=tmp_path / "out")
    faults = [record.faults[0].reason for record in read_records(tmp_path / "out" / "games.jsonl")]
    assert len(faults) == 6, "three deals from both sides"
    assert all("s of CPU time for all moves together are used up: " in reason for reason in faults)
    asked = {reason.partition("used up: ")[2].partition(" moves")[0] for reason in faults}
    assert len(asked) == 1, "it was not asked again on the other side"


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
    assert names_of([f"exec:java -cp {tmp_path} Bot", "basic"]) == ("Bot", "basic")


def test_a_changed_helper_is_noticed_and_named(tmp_path):
    bot = program(tmp_path / "bot", BIDS.format(bid="min(3, points)"))
    (tmp_path / "bot" / "lib").mkdir()
    (tmp_path / "bot" / "lib" / "helper.py").write_text("x = 1")
    contest, out = Contest("footsteps", (bot, "basic"), 1), tmp_path / "out"
    rows = run_contest(contest, out=out)
    assert run_contest(contest, out=out) == rows
    (tmp_path / "bot" / "lib" / "helper.py").write_text("x = 2")
    with pytest.raises(ContestError, match=r"changed: helper.py of bot\)"):
        run_contest(contest, out=out)
    (tmp_path / "bot" / "lib" / "helper.py").write_text("x = 1")
    (tmp_path / "bot" / "more.txt").write_text("")
    with pytest.raises(ContestError, match=r"more\.txt of bot"):
        run_contest(contest, out=out)


def test_a_player_that_was_left_out_stays_out_when_the_contest_goes_on(tmp_path):
    bad = player(tmp_path, "later.py", "def play(*arguments):\n    return None")
    contest, out = Contest("hearts", ("basic", "basic", bad), 1), tmp_path / "out"
    rows = run_contest(contest, out=out)
    assert rows[-1].rank is None
    assert run_contest(contest, out=out) == rows


def test_a_program_cannot_read_the_contest_it_plays_in(tmp_path):
    bot = program(tmp_path / "bot", BIDS.format(bid="min(3, points)"))
    with pytest.raises(ContestError, match="which could read all hands there"):
        run_contest(Contest("footsteps", (bot, "basic"), 1), out=tmp_path / "bot" / "out")


def test_what_cannot_be_computed_is_null_with_a_reason():
    command = [
        sys.executable,
        "-m",
        "playfunc_cli.main",
        "contest",
        "footsteps",
        "basic",
        "minmax",
        "--json",
        "--seed",
        "1",
    ]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def refuse(constant):
        raise AssertionError(constant)

    for row in json.loads(text, parse_constant=refuse):
        for number in (row["value"], row["rating"]):
            assert number["low"] is number["high"] is None
            assert number["reason"] == "an interval needs at least two deals"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("columns", ["80", "60"])
def test_standings_keep_rank_and_headings_on_a_terminal(tmp_path, columns):
    if shutil.which("script") is None:
        pytest.skip("script is not installed here")
    long = player(tmp_path, f"{'a_long_name_' * 5}.py", FIRST.format(first="pass"))
    words = [
        sys.executable,
        "-m",
        "playfunc_cli.main",
        "contest",
        "hearts",
        "basic",
        long,
        "--deals",
        "2",
    ]
    command = ["script", "-qec", f"stty cols {columns}; {' '.join(words)} 2>/dev/null", "/dev/null"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    head = next(line for line in shown if line.startswith("rank player"))
    assert " ".join(head.split()) == "rank player points a hand games won tied lost faults rating"
    assert [line.split()[0] for line in shown if line.lstrip()[:1].isdigit()] == ["1", "2"]
    if columns == "80":
        assert all(len(line) <= 80 for line in shown[: shown.index("")])
