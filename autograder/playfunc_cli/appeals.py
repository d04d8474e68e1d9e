"""`playfunc audit`, `override` and `regrade-request`: a mark with its evidence, points given by hand, and a student's
request."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import near, open_course, progress
from playfunc_cli.options import (
    STUDENT,
    AllowUnconfined,
    AssignmentArgument,
    CourseArgument,
    StudentArgument,
    Who,
    Withdraw,
)

if TYPE_CHECKING:
    from datetime import datetime

    from playfunc_classroom.nbgrader_bridge.course import Course
    from playfunc_classroom.regrade_requests import RegradeRequest

AGAIN = "To update reports and feedback, run: playfunc grade {}, then feedback"


def audit(
    course: CourseArgument,
    assignment: AssignmentArgument,
    student: StudentArgument,
    allow_unconfined: AllowUnconfined = False,
) -> None:
    """Audit a mark: replay it as it was stored and show the evidence on one page, for the instructor.

    It uses the source and the settings of that time, and lists every version that has changed since. Exit code 1
    means that a result differs. No mark is changed.
    """
    from playfunc_classroom.appeals import audit_mark

    with progress("playing again") as update:
        found = audit_mark(
            open_course(course),
            assignment,
            student,
            lambda check, done, total: update(done, total, check),
            allow_unconfined,
        )
    print(*found.lines, sep="\n")
    print(f"The evidence with every deal (keep it to yourself): {near(found.page)}")
    raise typer.Exit(0 if found.same else 1)


def override(
    course: CourseArgument,
    assignment: AssignmentArgument,
    student: StudentArgument,
    cell: Annotated[str, typer.Argument(help="Which points: the name of the cell, such as beats-basic.")],
    points: Annotated[float | None, typer.Argument(min=0, help="The points that count from now on.")] = None,
    why: Annotated[str, typer.Option(help="The reason, in a sentence that the student will read.")] = "",
    who: Who = "",
    withdraw: Withdraw = False,
) -> None:
    """Override points by hand. Overrides survive regrading; reports and grades.csv show who made them, and why.

    The gradebook is updated at once. For reports and feedback, run playfunc grade and playfunc feedback again.
    """
    from playfunc_classroom.appeals import change_points
    from playfunc_classroom.policy.overrides import describe_override

    if withdraw == (points is not None):
        raise ValueError("give the points that count from now on, or --withdraw: one of the two")
    if not why.strip():
        raise ValueError("give the reason with --why; it is kept with the points")
    decision = change_points(open_course(course), assignment, student, cell, points, who, why.strip())
    print(f"Recorded and in the gradebook: {student}, {describe_override(decision)}")
    print(AGAIN.format(f"{course} {assignment} {student}"))


def regrade_request(
    course: CourseArgument,
    assignment: AssignmentArgument,
    student: Annotated[str | None, STUDENT] = None,
    words: Annotated[str, typer.Option(help="Record what the student asks.")] = "",
    file: Annotated[
        Path | None,
        typer.Option(
            help="Record requests from a CSV file with the columns student, time and words.", exists=True
        ),
    ] = None,
    answer: Annotated[
        str, typer.Option(help="Answer the student's request, in words that the student reads.")
    ] = "",
    cell: Annotated[str, typer.Option(help="With an answer: whose points change, such as quality.")] = "",
    points: Annotated[float | None, typer.Option(min=0, help="The points of that cell from now on.")] = None,
    who: Who = "",
) -> None:
    """Record, list and answer students' regrade requests.

    Without a student, all requests are listed. Requests count until the time in the table regrade_requests of
    playfunc.toml. An answer may override points, as playfunc override does; playfunc audit replays the computed
    ones first. Exit code 1 means that a request of --file was refused.
    """
    from playfunc_checks.course_settings import read_secret
    from playfunc_classroom.pseudonyms import marking_names
    from playfunc_classroom.regrade_requests import add_request, answer_request, read_requests, requests_in
    from playfunc_classroom.runs.marking_progress import shares_of

    opened = open_course(course)
    opened.assignment(assignment)
    if bool(cell) != (points is not None):
        raise ValueError("give --cell and --points together, or neither")
    if student is None and (words or answer):
        raise ValueError("name the student before --words or --answer")
    refused = [not _record(opened, assignment, *row) for row in requests_in(file)] if file else []
    if student is not None and words:
        _print_student(student, add_request(opened, assignment, student, words) is not None)
    if student is not None and answer:
        held = opened.standing(assignment, student).get(cell) if points is not None else None
        unmarked = held is not None and held.points is None  # a person is still asked for the first ones
        answered = answer_request(
            opened, assignment, student, answer, who, {cell: points} if points is not None else {}
        )
        moved = f", with {points:g} points for {cell}" if points is not None else ""
        print(f"Answered and kept: {student}, asked {answered.asked[:10]}{moved}.")
        if unmarked:
            print(
                f"Nobody had marked {cell} of {student} yet: these points stand alone. To take them back, run: "
                f"playfunc override {course} {assignment} {student} {cell} --withdraw --why REASON"
            )
        print(AGAIN.format(f"{course} {assignment} {student}"))
    elif not (words or file):
        _list(
            [each for each in read_requests(opened.root, assignment) if student in (None, each.student)],
            marking_names(shares_of(opened, assignment).first, read_secret(opened.root)),
            f"playfunc audit {course} {assignment}",
        )
    if any(refused):
        raise typer.Exit(1)


def _record(course: Course, assignment: str, student: str, when: datetime, words: str) -> bool:
    """Whether a row of a file was recorded; one that is refused says why, and keeps no other back."""
    from playfunc_classroom.regrade_requests import add_request

    try:
        _print_student(student, add_request(course, assignment, student, words, when) is not None)
    except ValueError as error:
        print(f"{student}: not recorded, because {error}{'' if str(error).endswith('?') else '.'}")
        return False
    return True


def _print_student(student: str, new: bool) -> None:
    print(f"{student}: recorded." if new else f"{student}: recorded before.")


def _list(requests: list[RegradeRequest], codes: Mapping[str, str], audit_command: str) -> None:
    for each in sorted(requests, key=lambda request: bool(request.answered)):
        code = f" ({codes[each.student]} on the marking site)" if each.student in codes else ""
        print(f"{each.student}{code}, {each.asked[:16].replace('T', ' ')}: {each.words}")
        if each.answered:
            print(f"  answered by {each.who} on {each.answered[:10]}: {each.answer}")
        else:
            print(f"  open; about computed points, first run: {audit_command} {each.student}")
    if not requests:
        print("Nobody has asked for a regrade.")
