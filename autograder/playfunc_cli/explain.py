"""`playfunc explain`: a mark played again, with its evidence on one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import bar, near

__all__ = ["explain"]


def explain(
    course: Annotated[Path, typer.Argument(help="The nbgrader course: a folder with nbgrader_config.py.")],
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as hearts.")],
    student: Annotated[str, typer.Argument(help="Whose mark.")],
    allow_unconfined: Annotated[
        bool, typer.Option(help="Play even where students' code cannot be confined (see: playfunc doctor).")
    ] = False,
) -> None:
    """Play a stored mark again from its stamp, and show the evidence on one page, for the instructor.

    It keeps the source and the settings of then, and names every version that is not as it was. Exit code 1
    means that something came out differently. It changes no mark.
    """
    from playfunc.files import write_whole
    from playfunc.record import write_records
    from playfunc_classroom.appeals.appeal import evidence_for, handed_in_now
    from playfunc_classroom.appeals.explain import explain_page
    from playfunc_classroom.nbgrader_bridge import Course
    from playfunc_classroom.policy.overrides import read_overrides

    opened = Course.open(course)
    with bar() as shown:
        task = shown.add_task("playing again", total=None)
        evidence = evidence_for(
            opened,
            assignment,
            student,
            lambda check, done, total: shown.update(task, description=check, completed=done, total=total),
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
    print("As stored." if evidence.same else "Not as stored: see the page.")
    if changed:
        print(f"Not as when it was marked: {', '.join(changed)}.")
    print(f"The evidence, with every deal (for you, not to hand out): {near(page)}")
    raise typer.Exit(0 if evidence.same else 1)
