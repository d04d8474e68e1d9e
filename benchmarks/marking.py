"""Marking one submission of a fast player: all opponents at the full number of deals, and with the early end; and the
commands of an instructor."""

from __future__ import annotations

import ctypes
import dataclasses
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import perf_counter

import psutil
from playfunc.games.hearts import Hearts
from playfunc_autograder.sandbox import WorkerPlayer
from playfunc_autograder.sandbox.forks import close_fork_servers
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks.win_rate import measure
from playfunc_checks.find_assignment import default_assignment

from benchmarks.section import Section, cpu_seconds

HEARTS = default_assignment("hearts")

SOURCE = '''
def play(player_id, hand, trick, previous):
    """The highest card that loses the trick, else the lowest that may be played."""
    broken = previous is not None and (previous[1] or any(card.suit.value == "H" for card, _ in previous[0]))
    legal = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=bool(broken))
    if not trick:
        return min(legal, key=lambda card: card.rank), bool(broken)
    lead = trick[0][0]
    best = max(card for card, _ in trick if card.suit is lead.suit)
    under = [card for card in legal if card.suit is lead.suit and card < best]
    if under:
        return under[-1], bool(broken)
    dear = [card for card in legal if points(card)]
    if legal[0].suit is not lead.suit and dear:
        return max(dear, key=points), bool(broken)
    return (min if legal[0].suit is lead.suit else max)(legal, key=lambda card: card.rank), bool(broken)


from playfunc import legal_cards, points
'''


def run_marking() -> Section:
    """CPU seconds of marker and player together, after start-up."""
    full = dataclasses.replace(HEARTS, least_deals=HEARTS.deals)
    rows, totals = [], [0.0, 0.0]
    for tier in HEARTS.tiers:
        seconds, deals = _spent(tier, full)
        early, early_deals = _spent(tier, HEARTS)
        totals = [totals[0] + seconds, totals[1] + early]
        rows.append([tier, f"{seconds:.1f}", str(deals), f"{early:.1f}", str(early_deals)])
    rows.append(["all", f"{totals[0]:.1f}", "", f"{totals[1]:.1f}", ""])
    figures = {
        "mark_submission_s": totals[0],
        "mark_submission_deals": float(HEARTS.deals),
        "mark_submission_early_s": totals[1],
    }
    columns = ["opponent", "seconds, no early end", "deals", "seconds, early end", "deals"]
    notes = [
        "CPU time on one core of a quick player's win checks, without purity and other checks; every deal is "
        "played from both seats. Nearly all of it is the opponents' thinking."
    ]
    return Section("Marking one submission", columns, rows, figures, notes)


def _spent(tier: str, assignment: Assignment) -> tuple[float, int]:
    """CPU seconds of the marker and of all workers, and how many deals were played."""
    close_fork_servers("")
    start = cpu_seconds()
    result = measure(partial(WorkerPlayer, SOURCE, Hearts(2), name="quick"), tier, assignment)
    close_fork_servers("")  # only then the system has added up what their workers took
    assert not result.forfeits, "the quick player breaks a rule"
    return cpu_seconds() - start, len(result.records) // 2


# What the commands of an instructor take from their start to their end: CPU seconds, processes included, beside an
# interpreter that does nothing, with the targets that they are meant to stay within on any machine of today.


TURNS = 3
STUDENT = "dina"
"""Hands in `sensible`, a fast player."""
_PR_SET_CHILD_SUBREAPER = 36

TARGETS = {
    "playfunc --help": 0.3,
    "a refusal: grade in a course that was not released": 0.8,
    "demo: release, mark and feedback, 16 submissions at 6 deals": 75.0,
    "grade: one small submission at 6 deals": 3.0,
    "grade: the same at 200 deals": 6.0,
    "grade: an unchanged class, each submission": 0.1,
    "feedback: an unchanged class, each submission": 0.1,
    "release of Hearts, with the checks of its solution": 10.0,
    "serve ladder, until it answers": 1.5,
}
"""CPU seconds, user and system together."""


def run_commands() -> Section:
    with tempfile.TemporaryDirectory() as folder:
        nothing = min(_command_spent("-c", "pass")[0] for _ in range(TURNS))
        used = dict(_measured(Path(folder)))
    rows = [
        [
            name,
            f"{seconds:.2f}",
            f"{seconds / nothing:.0f}",
            f"{target:g}",
            "" if seconds <= target else "**missed**",
        ]
        for name, target in TARGETS.items()
        for seconds in [used[name]]
    ]
    figures = {f"command_cpu_s: {name}": seconds for name, seconds in used.items()}
    notes = ["With everything compiled before. `demo` uses two jobs, everything else one."]
    columns = ["command", "CPU s", "times `python -c pass`", "target, s", ""]
    return Section("Commands from start to end", columns, rows, figures, notes)


def _measured(folder: Path) -> Iterator[tuple[str, float]]:
    course, bare = folder / "demo", folder / "bare"
    names = iter(TARGETS)
    yield next(names), min(_command("--help") for _ in range(TURNS))
    _command("demo", course, "--deals", 2)  # compiles, and writes bytecode
    shutil.copytree(course, bare, ignore=shutil.ignore_patterns("release", "gradebook.db"))
    yield next(names), min(_command("grade", bare, "hearts", code=2) for _ in range(TURNS))
    shutil.rmtree(course)
    yield next(names), _command("demo", course)
    yield next(names), _marked_again(course)
    settings = (course / "playfunc.toml").read_text(encoding="utf-8")
    (course / "playfunc.toml").write_text(settings.replace("deals = 6", "deals = 200"), encoding="utf-8")
    yield next(names), _marked_again(course)
    (course / "playfunc.toml").write_text(settings, encoding="utf-8")
    students = len(list((course / "submitted").iterdir()))
    for command in ("grade", "feedback"):
        _command(command, course, "hearts")
        yield next(names), min(_command(command, course, "hearts") for _ in range(TURNS)) / students
    yield next(names), _command("release", course, "hearts")
    yield next(names), min(_served(folder / f"ladder{turn}") for turn in range(TURNS))


def _marked_again(course: Path) -> float:
    shutil.rmtree(course / "marks" / "hearts" / STUDENT)
    shutil.rmtree(course / "autograded" / STUDENT)
    return _command("grade", course, "hearts", STUDENT)


def _command(*words: object, code: int = 0) -> float:
    seconds, ended = _command_spent("-m", "playfunc_cli.main", *words)
    assert ended == code, f"playfunc {' '.join(map(str, words))} ended with {ended}"
    return seconds


def _command_spent(*words: object) -> tuple[float, int]:
    """CPU seconds of the process and of all that it started, and its exit code."""
    if sys.platform == "linux":  # what outlives its parent is waited for here, so that it counts
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run([sys.executable, *map(str, words)], capture_output=True, check=False).returncode
    with suppress(ChildProcessError):
        while True:
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, ended


def _served(folder: Path) -> float:
    """CPU seconds of the ladder's server, with its children, until it says where it is."""
    command = [sys.executable, "-m", "playfunc_cli.main", "serve", "ladder", str(folder), "--port", "8965"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        start = perf_counter()
        for line in server.stdout:
            if "is at http" in line:
                break
            assert perf_counter() - start < 60
        processes = [psutil.Process(server.pid), *psutil.Process(server.pid).children(recursive=True)]
        used = sum(each.user + each.system for each in (process.cpu_times() for process in processes))
        server.terminate()
    return used
