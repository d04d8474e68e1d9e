"""A mark played again and its page written, by the command `playfunc explain` or in a process of its own:

    python -m playfunc_classroom.appeals.explained COURSE ASSIGNMENT STUDENT

The process prints what the command prints. Exit code 0 means the same results, 1 others, 2 that nothing was played;
the reason is then on stderr.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playfunc.files import write_whole
from playfunc.record import write_records

from playfunc_classroom.appeals.appeal import evidence_for, handed_in_now
from playfunc_classroom.appeals.explain import explain_page
from playfunc_classroom.nbgrader_bridge import Course, GradebookError
from playfunc_classroom.policy.overrides import read_overrides

__all__ = ["Explained", "explain_mark", "explained_page"]

NICE = 5
"""Whoever marks meanwhile goes first."""


@dataclass(frozen=True, slots=True)
class Explained:
    """Where the page is, whether all is as stored, and the parts that are not as they were."""

    page: Path
    same: bool
    changed: tuple[str, ...]

    @property
    def told(self) -> tuple[str, ...]:
        verdict = (
            "Same results as stored." if self.same else "Results differ from the stored ones; see the page."
        )
        return (verdict, f"Changed since it was marked: {', '.join(self.changed)}.")[: 1 + bool(self.changed)]


def explained_page(course: Path, assignment: str, student: str) -> Path:
    """Where the page of a mark is, once somebody has asked for it."""
    return course / "reports" / assignment / "explained" / student / "mark.html"


def explain_mark(
    course: Course,
    assignment: str,
    student: str,
    on_progress: Callable[[str, int, int], None] = lambda check, done, total: None,
    allow_unconfined: bool = False,
) -> Explained:
    """Play the mark again and write its page, with the records of all games beside it. Raises as `evidence_for`."""
    evidence = evidence_for(course, assignment, student, on_progress, allow_unconfined)
    page = explained_page(course.root, assignment, student)
    page.parent.mkdir(parents=True, exist_ok=True)
    records = {name: f"{name}.jsonl" for name in evidence.games}
    for name, file in records.items():
        write_records(page.parent / file, evidence.games[name])
    decisions = [d for d in read_overrides(course.root, assignment) if d.student == student]
    write_whole(page, explain_page(evidence, decisions, handed_in_now(course, assignment, student), records))
    changed = (*evidence.versions, *(("the secret",) if evidence.other_deals else ()))
    return Explained(page, evidence.same, changed)


def main(words: Sequence[str]) -> int:
    course, assignment, student = words
    os.nice(NICE)
    try:
        found = explain_mark(Course.open(Path(course)), assignment, student)
    except (ValueError, OSError, GradebookError) as error:
        print(error, file=sys.stderr)
        return 2
    print(*found.told, sep="\n")
    return 0 if found.same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
