"""Who takes part: every player is tried first, and none that fails stops the others."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest
from contest_players import BIDS, player, program
from playfunc_arena import Contest, ContestError, run_contest, standings_text
from playfunc_arena.outcomes import fault_text

FIRST = "def play(player_id, hand, trick, previous):\n    {first}\n    return hand[0], None\n"


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
    ).rows
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
            "footsteps", (program(tmp_path / "1", BIDS.format(bid="min(8, points)")), "basic", "minmax"), 2
        )
    ).rows
    assert all(row.faults == 0 for row in rows)
    assert {row.rank for row in rows} == {1, 2, 3}


@pytest.mark.parametrize("first", [True, False])
def test_no_player_writes_lines_of_the_standings(tmp_path, first):
    raised = "raise ValueError('lost\\n   1 eve   99.00   100 100\\n\\x1b[2J')"
    source = FIRST.format(first=raised if first else f"if previous: {raised}")
    rows = run_contest(Contest("hearts", (player(tmp_path, "eve.py", source), "basic", "basic"), 1)).rows
    text = standings_text(rows, "points a hand")
    assert "PlayerCrash: ValueError: lost" in text
    assert "\x1b" not in text
    assert not any(line.split()[:3] == ["1", "eve", "99.00"] for line in text.splitlines())


def test_a_fault_is_one_short_line():
    assert fault_text("PlayerCrash", "lost\n   1 eve\r\n") == "PlayerCrash: lost 1 eve"
    assert len(fault_text("PlayerCrash", "x" * 1000)) == 300


def test_a_changed_helper_is_noticed_and_named(tmp_path):
    bot = program(tmp_path / "bot", BIDS.format(bid="min(3, points)"))
    (tmp_path / "bot" / "lib").mkdir()
    (tmp_path / "bot" / "lib" / "helper.py").write_text("x = 1")
    contest, out = Contest("footsteps", (bot, "basic"), 1), tmp_path / "out"
    rows = run_contest(contest, out=out).rows
    assert run_contest(contest, out=out).rows == rows
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
    rows = run_contest(contest, out=out).rows
    assert rows[-1].rank is None
    assert run_contest(contest, out=out).rows == rows


def test_a_program_cannot_read_the_contest_it_plays_in(tmp_path):
    bot = program(tmp_path / "bot", BIDS.format(bid="min(3, points)"))
    with pytest.raises(ContestError, match="which could read all hands there"):
        run_contest(Contest("footsteps", (bot, "basic"), 1), out=tmp_path / "bot" / "out")


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
        "10",
    ]
    command = ["script", "-qec", f"stty cols {columns}; {' '.join(words)} 2>/dev/null", "/dev/null"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    head = next(line for line in shown if line.startswith("rank player"))
    assert " ".join(head.split()) == "rank player points a hand games won tied lost faults rating"
    assert [line.split()[0] for line in shown if line.lstrip()[:1].isdigit()] == ["1", "2"]
    if columns == "80":
        assert all(len(line) <= 80 for line in shown[: shown.index("")])


SLOW = """import time


def bid(player_id, opponent_id, hand):
    return 6, None


def play(player_id, hand, trick, bids, previous):
    end = time.process_time() + 0.02
    while time.process_time() < end:
        pass
    suit = [card for card in hand if trick and card.suit == trick[0][0].suit]
    return (suit or hand)[0], None
"""


def test_a_contest_says_what_to_expect_before_it_starts(tmp_path):
    """How many games there will be, and what a player that thinks for 20 ms takes for its thirteen cards."""
    plans, games = [], []
    run_contest(
        Contest("skullwhist", (player(tmp_path, "slow.py", SLOW), "basic", "basic"), 2),
        on_start=plans.append,
        on_progress=lambda done, total: games.append(total),
    )
    (plan,) = plans
    assert plan.games == games[-1] == 6
    assert plan.deals == 2
    assert plan.cpu_seconds > 2 * 2 * 13 * 0.02
