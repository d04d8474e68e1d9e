"""Marking: every check of an assignment, asked of worker processes.

Everything is computed by a trusted process; the student's code runs in workers only.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from playfunc_checks.assignment import Assignment
from playfunc_checks.marking import check_player
from playfunc_checks.results import CheckResult
from playfunc_checks.submitted_player import Program

from playfunc_autograder.asker import WorkerAsker


def mark(
    source: str,
    assignment: Assignment,
    secret: str = "public",
    deals: int | None = None,
    on_progress: Callable[[str, int, int], None] = lambda check, done, total: None,
    only: Container[str] | None = None,
    program: Program | None = None,
    regret: bool = False,
) -> tuple[CheckResult, ...]:
    """What `playfunc_checks.marking.check_player` finds, by workers that are confined as well as can be."""
    return check_player(source, assignment, WorkerAsker(), secret, deals, on_progress, only, program, regret)
