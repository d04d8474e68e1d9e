"""What the commands of an instructor take from their start to their end: CPU seconds, processes included, beside an
interpreter that does nothing, with the targets that they are meant to stay within on any machine of today."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import psutil

from benchmarks.section import Section

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


def run() -> Section:
    with tempfile.TemporaryDirectory() as folder:
        nothing = min(_spent("-c", "pass")[0] for _ in range(TURNS))
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
    missed = [name for name, target in TARGETS.items() if used[name] > target]
    notes = ["With everything compiled before. `demo` uses two jobs, everything else one."]
    notes += [f"Over its target: {name}." for name in missed]
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
    seconds, ended = _spent("-m", "playfunc_cli.main", *words)
    assert ended == code, f"playfunc {' '.join(map(str, words))} ended with {ended}"
    return seconds


def _spent(*words: object) -> tuple[float, int]:
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
