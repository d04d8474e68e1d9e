"""`playfunc explain`: a mark played again, with its evidence on one page."""

from __future__ import annotations

import typer

from playfunc_cli.console import near, open_course, progress
from playfunc_cli.options import AllowUnconfined, AssignmentArgument, CourseArgument, StudentArgument

__all__ = ["explain"]


def explain(
    course: CourseArgument,
    assignment: AssignmentArgument,
    student: StudentArgument,
    allow_unconfined: AllowUnconfined = False,
) -> None:
    """Replay a stored mark and show the evidence on one page, for the instructor.

    It uses the source and the settings of that time, and lists every version that has changed since. Exit code 1
    means that a result differs. No mark is changed.
    """
    from playfunc.files import write_whole
    from playfunc.record import write_records
    from playfunc_classroom.appeals.appeal import evidence_for, handed_in_now
    from playfunc_classroom.appeals.explain import explain_page
    from playfunc_classroom.policy.overrides import read_overrides

    opened = open_course(course)
    with progress("playing again") as update:
        evidence = evidence_for(
            opened,
            assignment,
            student,
            lambda check, done, total: update(done, total, check),
            allow_unconfined,
        )
    folder = opened.root / "reports" / assignment / "explained" / student
    folder.mkdir(parents=True, exist_ok=True)
    records = {name: f"{name}.jsonl" for name in evidence.games}
    for name, file in records.items():
        write_records(folder / file, evidence.games[name])
    decisions = [d for d in read_overrides(opened.root, assignment) if d.student == student]
    page = folder / "mark.html"
    write_whole(page, explain_page(evidence, decisions, handed_in_now(opened, assignment, student), records))
    changed = [*evidence.versions, *(["the secret"] if evidence.other_deals else [])]
    print(
        "Same results as stored." if evidence.same else "Results differ from the stored ones; see the page."
    )
    if changed:
        print(f"Changed since it was marked: {', '.join(changed)}.")
    print(f"The evidence with every deal (keep it to yourself): {near(page)}")
    raise typer.Exit(0 if evidence.same else 1)
