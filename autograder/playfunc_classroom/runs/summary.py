"""What a run has found, in sentences: whose fault is whose. Students' faults are results; ours are trouble."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from playfunc_checks.results import Verdict

from playfunc_classroom.marks import Mark
from playfunc_classroom.runs.grade import Batch

GATES = ("loads", "rules", "purity")
"""The checks that a player which is in order passes, however weak it is."""


def summary(batch: Batch) -> list[str]:
    """Lines for a terminal: a count of each kind, students' faults by name, and ours by name."""
    faulty = [line for mark in batch.marks for line in _students_fault(mark)]
    ours = list(_ours(batch))
    waiting = sum(mark.open for mark in batch.marks)
    handled = {mark.student for mark in batch.marks} | set(batch.trouble)
    fine = len(batch.marks) - len(faulty) - waiting - sum(mark.broke for mark in batch.marks)
    many = f"{len(handled)} submission{'s' if len(handled) != 1 else ''}"
    lines = [f"{many}: {fine} in order, {len(faulty)} with a fault of the student's."]
    if batch.again:
        lines += _made_again(batch.again)
    if batch.looks:
        lines += [
            "Check these times before lateness costs points:",
            *(f"  {student}: {' '.join(why)}" for student, why in batch.looks.items()),
        ]
    if faulty:
        lines += ["Students' faults, which are marked as such:", *(f"  {line}" for line in faulty)]
    if ours:
        lines += ["Errors of ours (no student loses points):", *(f"  {line}" for line in ours)]
    return lines


def _made_again(again: Mapping[str, tuple[str, ...]]) -> list[str]:
    many = f"{len(again)} mark{'s' if len(again) != 1 else ''}"
    said = f"Another version of playfunc had made {many}; this version computed them again"
    changed = {student: changes for student, changes in again.items() if changes}
    told = "with the same verdicts" if not changed else f"and {len(changed)} changed"
    return [
        f"{said}, {told}. Points given by hand, comments, attempts and times are kept.",
        *(f"  {student}: {'; '.join(changes)}" for student, changes in changed.items()),
    ]


def _students_fault(mark: Mark) -> Iterator[str]:
    """At most one line: the first gate that the player did not pass."""
    if mark.broke:
        return
    for result in mark.results:
        if result.check in GATES and result.verdict is Verdict.FAILED:
            yield f"{mark.student}: {result.check}: {result.got or result.reason}"
            return


def _ours(batch: Batch) -> Iterator[str]:
    for mark in batch.marks:
        names = [result.check for result in mark.results if result.verdict is Verdict.BROKEN]
        if names:
            yield f"{mark.student}: a check of ours broke ({', '.join(names)}); its points are left open"
    for student, problem in batch.trouble.items():
        yield f"{student}: not entered: {problem}"
    if batch.unwritten:
        yield f"the reports could not be written: {batch.unwritten}"
