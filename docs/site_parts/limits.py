"""Tables of limits and points, from the settings that are in force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from playfunc_autograder.programs.compiling import CompileLimits
from playfunc_checks.assignment import Assignment
from playfunc_checks.course_settings import read_course
from playfunc_web.site import Limits as UploadLimits

COURSE = Path(__file__).parents[2] / "course"


def limits_of_players() -> str:
    """What a player may use, for each assignment of the course."""
    return _table(
        (
            "assignment",
            "one move",
            "all moves against one opponent",
            "start",
            "asleep, in all",
            "memory",
            "marking allows",
        ),
        (
            (
                one.title,
                f"{one.published.move_seconds:g} s",
                f"{one.published.total_seconds:g} s",
                f"{one.published.load_seconds:g} s",
                f"{one.published.asleep_seconds:g} s",
                f"{one.published.memory_bytes / 2**30:g} GiB",
                f"{one.leniency:g} × the seconds",
            )
            for one in _assignments()
        ),
    )


def points() -> str:
    """What is asked of a player, for each assignment: opponents, deals, threshold, and points."""
    return _table(
        ("assignment", "deals against each opponent", "threshold", "points for"),
        (
            (one.title, f"{one.deals}", f"{one.threshold:.0%}", ", ".join(_parts(one)))
            for one in _assignments()
        ),
    )


def limits_of_compilers() -> str:
    """What one build of an uploaded program may use, all its processes together."""
    bound = CompileLimits()
    return _table(
        ("what", "bound"),
        (
            ("CPU time", f"{bound.cpu} s"),
            ("wall-clock time", f"{bound.wall:g} s"),
            ("memory", f"{bound.memory / 2**30:g} GiB"),
            ("processes", f"{bound.processes}"),
            ("threads", f"{bound.threads}"),
            ("written", f"{bound.written >> 20} MiB in {bound.files:,} files"),
        ),
    )


def limits_of_uploads() -> str:
    """What an upload to a ladder may cost, unless `site.toml` says otherwise."""
    bound = UploadLimits()
    return _table(
        ("what", "bound", "setting"),
        (
            ("size of an upload", f"{bound.upload_bytes:,} bytes", "`upload_bytes`"),
            ("versions of one entrant that are admitted in 24 hours", f"{bound.admitted_a_day}", "`admitted_a_day`"),
            ("CPU time of the checks of one upload", f"{bound.check_cpu_seconds:g} s", "`check_cpu_seconds`"),
            ("uploads of one entrant that wait at once", f"{bound.waiting_an_entrant}", "`waiting_an_entrant`"),
        ),
    )  # fmt: skip


@lru_cache
def _assignments() -> tuple[Assignment, ...]:
    return tuple(read_course(COURSE).assignments.values())


def _parts(one: Assignment) -> Sequence[str]:
    """Every part that has points, with them."""
    computed = [f"`{check}` {worth:g}" for check, worth in one.points.items()]
    return [*computed, *(f"`{task.cell}` {task.points:g} (by people)" for task in one.tasks)]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
