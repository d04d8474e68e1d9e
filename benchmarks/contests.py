"""Contests of quick players: how much faster two jobs are than one, and what starting players' processes costs.

A machine that does something else falsifies time by the clock, so CPU time counts. Of one job it is what the run takes
with all processes below it; of two the longest way through the run: the main process, and in each round the longer one
of the two that play, with all below it. On an idle machine of two cores that is time by the clock.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import playfunc_opponents
import psutil
from playfunc_arena.formats import Field, Fixture, Format, contest_format
from playfunc_arena.play import chunked, play_all
from playfunc_autograder import executors
from playfunc_autograder.executors import Local
from playfunc_autograder.players import NamedPlayer
from playfunc_autograder.sandbox import WorkerPlayer
from playfunc_autograder.sandbox.forks import close_fork_servers

from benchmarks.section import Section, cpu_seconds

SPEEDUP = "contest_jobs2_speedup"
"""The figure of the contest that gains least; with a contest's name behind it, that contest's."""

PLAYERS = 8

DEALS = {
    "blackjack": 540,
    "footsteps": 160,
    "footsteps-big": 4,
    "footsteps-dynamic": 120,
    "hearts": 64,
    "hearts-four": 420,
    "skullwhist": 780,
}
"""About 20 s of one job."""

STARTS = 30

BIDDER = """
import random

def play(player_id, position, mine, theirs, previous):
    return (random.randint(1, max(1, mine // 20)) if mine else 0), None
"""


def run_contests() -> Section:
    rows, speedups, shares = [], {}, []
    for name in DEALS:
        one, two = (_measured(name, jobs) for jobs in (1, 2))
        speedup, share = one["path"] / two["path"], one["started"] * one["start"] / one["path"]
        speedups[f"{SPEEDUP}_{name.replace('-', '_')}"] = speedup
        shares.append(share)
        rows.append(
            [
                name,
                f"{one['games']:,.0f}",
                f"{one['path']:.1f}",
                f"{two['path']:.1f}",
                f"{speedup:.2f}",
                f"{one['wall'] / two['wall']:.2f}",
                f"{one['started']:.0f}",
                f"{1000 * one['start']:.0f}",
                f"{share:.1%}",
            ]
        )
    columns = [
        *("contest", "games", "one job, s", "two jobs, s", "times as fast", "by the clock"),
        *("processes", "a start, ms", "starts' share"),
    ]
    notes = [
        f"{PLAYERS} players that answer in about 0.1 ms; CPU seconds of the longest way through the run. The process "
        "that forks is counted as if nothing went on while it starts. By the clock only on an idle machine."
    ]
    figures = {SPEEDUP: min(speedups.values()), **speedups, "worker_start_share": max(shares)}
    return Section("Contests", columns, rows, figures, notes)


def _measured(name: str, jobs: int) -> Mapping[str, float]:
    """In a process of its own, to which everything that it starts is added up."""
    command = [sys.executable, "-m", "benchmarks.contests", name, str(jobs)]
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=Path(__file__).parents[1]).stdout
    told: dict[str, float] = json.loads(out)
    return told


def measure(name: str, jobs: int) -> Mapping[str, float]:
    form = contest_format(name)
    player = NamedPlayer("quick.py", quick(form.game))
    field = form.field(1, [f"player-{number}" for number in range(PLAYERS)], [player] * PLAYERS)
    start = _start_seconds(field) if jobs == 1 else 0.0
    begun, games, started, longest = cpu_seconds(), 0, 0, 0.0
    wall, own, busy = time.perf_counter(), time.process_time(), _busy()
    for fixtures in _rounds(form, field, DEALS[name], jobs):
        games += len(fixtures)
        started += _started(field, fixtures)
        before, busy = busy, _busy()
        longest += max((seconds - before.get(pid, 0.0) for pid, seconds in busy.items()), default=0.0)
    wall = time.perf_counter() - wall
    if not executors._pools:  # one job, or a contest that is too short for two
        close_fork_servers("")  # only then the system has added up what their workers took
        path = cpu_seconds() - begun
    else:
        path = time.process_time() - own + longest + _import_seconds()
    return {"path": path, "wall": wall, "games": games, "started": started, "start": start}


def quick(game: str) -> str:
    """The source of a player that answers in about 0.1 ms: the weakest opponent's, or one with more to bid."""
    text = BIDDER
    if game != "footsteps":
        text = (Path(playfunc_opponents.__file__).parent / game / "basic.py").read_text(encoding="utf-8")
    return text.replace("    return ", "    for _ in range(2000): pass\n    return ")


def _rounds(form: Format, field: Field, deals: int, jobs: int) -> Iterator[list[Fixture]]:
    """The fixtures of each round, once they have been played; a round robin is not played again."""
    rounds = form.rounds(PLAYERS, deals, 1)
    fixtures = next(rounds)
    while True:
        outcomes = [one.outcome for some in play_all(field, fixtures, Local(jobs)) for one in some]
        assert not any(outcome.faults for outcome in outcomes), "a quick player breaks a rule"
        yield fixtures
        if not form.round_start:
            return
        try:
            fixtures = rounds.send(outcomes)
        except StopIteration:
            return


def _started(field: Field, fixtures: Sequence[Fixture]) -> int:
    """How many processes of players a round starts."""
    return sum(
        len({player for place in sitting for player in fixtures[place].players})
        for chunk in chunked(field, fixtures)
        for sitting in chunk.sittings
    )


def _start_seconds(field: Field) -> float:
    """The CPU seconds of one start, everywhere: what three times as many take more."""
    _starting(field, 1)  # what is imported once
    spent = [_starting(field, count) for count in (STARTS, 3 * STARTS)]
    return (spent[1] - spent[0]) / (2 * STARTS)


def _starting(field: Field, count: int) -> float:
    begun = cpu_seconds()
    rules, source = field.rules(4 if field.game == "blackjack" else 2), field.players[0].source
    assert source is not None
    for _ in range(count):
        with WorkerPlayer(source, rules, name="quick") as worker:
            worker.start()
    close_fork_servers("")
    return cpu_seconds() - begun


def _busy() -> dict[int, float]:
    """The CPU seconds so far of each process that plays, with all below it."""
    found = {}
    for pool in executors._pools.values():
        for pid in pool._processes:
            process = psutil.Process(pid)
            times = [each.cpu_times() for each in (process, *process.children(recursive=True))]
            found[pid] = sum(t.user + t.system + t.children_user + t.children_system for t in times)
    return found


def _import_seconds() -> float:
    """What the process that forks takes until it can."""
    begun = cpu_seconds()
    subprocess.run([sys.executable, "-c", "import playfunc_arena.play"], check=True)
    return cpu_seconds() - begun


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
