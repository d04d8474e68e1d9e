"""A contest that is killed with SIGKILL goes on to the same bytes, and a finished one stays as it is."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import killing
import pytest
from contest_players import player
from playfunc_arena.run import Contest, run_contest
from playfunc_arena.store import ContestError

pytestmark = pytest.mark.skipif(
    not killing.CALLS, reason="system calls are known by number on x86-64 and aarch64 Linux"
)

STEADY = """def play(player_id, position, my_points, their_points, previous):
    return min(my_points, 7), None
"""
FILES = ("standings.json", "games.jsonl")


def tied(folder: Path) -> Contest:
    """A round robin whose top is tied: ten rounds, each kept before the next one is drawn up."""
    folder.mkdir(exist_ok=True)
    own = tuple(player(folder, f"{name}.py", STEADY) for name in ("ann", "bob"))
    return Contest("footsteps", (*own, "basic"), 1, seed=5)


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of the players, what an uninterrupted contest leaves, and how many calls it writes with."""
    home = tmp_path_factory.mktemp("whole")
    contest = tied(home / "players")
    calls = killing.run(lambda: run_contest(contest, home / "out"), home / "out").calls
    return contest, contents(home / "out"), len(calls)


def killed_at(contest: Contest, out: Path, place: int) -> bool:
    """Whether the contest was killed as it made its write of this number, from 0; else it is over."""
    return killing.run(lambda: run_contest(contest, out), out, place).code is None


@pytest.mark.parametrize("part", [0.0, 0.3, 0.6, 0.97])
def test_killed_once_it_goes_on_to_the_same_bytes(part, whole, tmp_path):
    contest, expected, calls = whole
    assert killed_at(contest, tmp_path / "out", int(part * calls))
    assert not (tmp_path / "out" / "standings.json").exists()
    run_contest(contest, tmp_path / "out")
    assert contents(tmp_path / "out") == expected


def test_killed_again_and_again_it_ends_with_the_same_bytes(whole, tmp_path):
    contest, expected, calls = whole
    kills = 0
    while killed_at(contest, tmp_path / "out", calls // 4):
        kills += 1
    assert kills >= 3
    assert contents(tmp_path / "out") == expected


@pytest.mark.long
def test_killed_at_any_of_twenty_writes_it_goes_on_to_the_same_bytes(whole, tmp_path):
    """Drawn at random: every n-th would meet the same few of the writes that each round repeats."""
    contest, expected, calls = whole
    for place in sorted(random.Random(5).sample(range(calls), 20)):
        out = tmp_path / str(place)
        assert killed_at(contest, out, place)
        run_contest(contest, out)
        assert contents(out) == expected, place


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_killed_from_outside_goes_on_to_the_same_bytes(jobs, tmp_path):
    """Ten times, a little later each time, with all the processes that it has begun."""

    def command(out: Path) -> list[str]:
        players = ["basic", "minmax", "basic", "minmax", "--deals", "80", "--seed", "5"]
        line = [sys.executable, "-m", "playfunc_cli.main", "contest", "hearts-four", *players]
        return [*line, "--jobs", jobs, "--out", str(out)]

    subprocess.run(command(tmp_path / "whole"), check=True, capture_output=True)
    for attempt in range(10):
        with subprocess.Popen(
            command(tmp_path / "out"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            while process.poll() is None and not (tmp_path / "out" / "contest.sqlite").exists():
                time.sleep(0.01)
            time.sleep(0.2 * attempt)
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    subprocess.run(command(tmp_path / "out"), check=True, capture_output=True)
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_a_finished_contest_is_told_again_and_never_played_over(whole, tmp_path):
    contest, expected, _ = whole
    told = run_contest(contest, tmp_path)
    times = {name: (tmp_path / name).stat().st_mtime_ns for name in FILES}
    played = []
    again = run_contest(contest, tmp_path, on_progress=lambda done, total: played.append(done))
    assert (again, played, contents(tmp_path)) == (told, [], expected)
    assert times == {name: (tmp_path / name).stat().st_mtime_ns for name in FILES}
    other = Contest(contest.game, contest.players, 2, seed=6)
    with pytest.raises(
        ContestError, match=r"finished contest, which stays as it is \(changed: deals, seed\)"
    ):
        run_contest(other, tmp_path)
    assert contents(tmp_path) == expected


def test_standings_that_somebody_changed_are_not_passed_on(whole, tmp_path):
    contest, expected, _ = whole
    run_contest(contest, tmp_path)
    path = tmp_path / "standings.json"
    path.write_bytes(expected["standings.json"].replace(b'"rank": 1,', b'"rank": 9,', 1))
    with pytest.raises(ContestError, match=r"is not what the games in .* give"):
        run_contest(contest, tmp_path)
    path.unlink()
    run_contest(contest, tmp_path)
    assert contents(tmp_path) == expected
