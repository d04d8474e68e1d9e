"""`playfunc feedback`, `export` and `gallery`: pages for students, marks as Moodle or Canvas take them, and
examples."""

from __future__ import annotations

import itertools
import sys
from typing import Annotated

import typer

from playfunc_cli.console import near, open_course, progress, trouble
from playfunc_cli.options import AllowUnconfined, AssignmentArgument, CourseArgument, Jobs, StudentsArgument

BULK = {
    "moodle": "For Moodle (Upload multiple feedback files in a zip)",
    "canvas": "For Canvas (Upload submissions)",
}
"""What each system calls its bulk upload."""


def feedback(
    course: CourseArgument,
    assignment: AssignmentArgument,
    students: StudentsArgument = None,
    exchange: Annotated[
        bool, typer.Option("--exchange", help="Also release it through nbgrader's exchange.")
    ] = False,
    jobs: Jobs = 1,
) -> None:
    """Write a feedback page and a zip of it for every student, members of groups included.

    For Moodle and Canvas there is one zip of all of them, for the system's own bulk upload.
    """
    from playfunc_autograder.executors import Local
    from playfunc_classroom.nbgrader_bridge.course import GradebookError
    from playfunc_classroom.runs.return_feedback import hand_back_feedback

    opened = open_course(course)
    finished = itertools.count(1)
    with progress("feedback", lines=True) as update:
        try:
            done = hand_back_feedback(
                opened,
                assignment,
                students or (),
                exchange,
                lambda student, number: update(next(finished), number, f"feedback {student}"),
                Local(jobs),
            )
        except GradebookError as failure:
            trouble(f"nbgrader could not release the feedback: {failure.log.strip()[-500:]}")
    print(f"Feedback, one zip per student: {near(done.zips)}")
    for path, many in done.bulk.items():
        told = f"{many} student{'s' if many != 1 else ''}, {path.stat().st_size / 1e6:.1f} MB"
        print(f"{BULK[path.stem.rpartition('-')[2]]}: {near(path)} ({told})")
    if exchange:
        print(
            f"Released through the exchange: {len(done.exchanged)}. The others submitted another way and have only "
            "the zip."
        )
    for student, problem in done.trouble.items():
        print(f"No feedback for {student}: {problem}", file=sys.stderr)
    if done.trouble:
        raise typer.Exit(1)


def export(
    course: CourseArgument,
    assignment: AssignmentArgument,
    column: Annotated[str, typer.Option(help="The assignment's name in Canvas, if it is different.")] = "",
    unfinished: Annotated[
        bool,
        typer.Option("--unfinished", help="Include students whose manual marking is not complete."),
    ] = False,
    only_marks: Annotated[
        bool,
        typer.Option(
            "--only-marks",
            help="Leave the sheet's feedback comments as they are. Otherwise they get the points of each part and what "
            "people wrote.",
        ),
    ] = False,
) -> None:
    """Write the marks into the sheet that was downloaded, ready to upload, in exports/.

    All other cells stay as they are, and so does what a person wrote into the feedback comments. Late penalties are
    deducted first, and each group's mark is copied to its members.
    """
    from playfunc_classroom.nbgrader_bridge.course import GradebookError
    from playfunc_classroom.runs.return_feedback import export_sheets

    try:
        done = export_sheets(
            open_course(course), assignment, column or assignment, unfinished, not only_marks
        )
    except GradebookError as failure:
        trouble(f"{failure}: {failure.log}; close other programs that use it, and run the same command again")
    for path, marks in done.files.items():
        print(f"{marks} mark{'s' if marks != 1 else ''}: {near(path)}")
    if done.on_no_sheet:
        print(f"Marked, but missing from every sheet: {', '.join(done.on_no_sheet)}")
    for name in done.without_comments:
        print(
            f"{name} has no column for feedback comments that is recognized, so only marks were filled in. Name one in "
            "playfunc.toml, in the table [sheet]: comments"
        )
    if done.unfinished:
        print(f"Left blank until manual marking is complete: {', '.join(done.unfinished)}")


PLAYED = 2
"""Students whose games are searched for a costly move."""


def gallery(
    course: CourseArgument,
    assignment: AssignmentArgument,
    without: Annotated[
        list[str] | None, typer.Option(help="A student to leave out; may be repeated.")
    ] = None,
    allow_unconfined: AllowUnconfined = False,
) -> None:
    """Pick examples from the class for the lecture, good and bad, without names, on one page.

    Read the page before you show it: a program cannot recognise every way in which a text may name a person.
    """
    from functools import partial

    from playfunc.files import write_whole
    from playfunc_checks.course_settings import read_secret
    from playfunc_checks.extract import released_player
    from playfunc_classroom.marks import read_mark, require_confinement
    from playfunc_classroom.pages.gallery import examples, gallery_page, play_example
    from playfunc_classroom.pages.oral_exam import oral_exam_games, picture_of
    from playfunc_classroom.pseudonyms import anonymous, pseudonym
    from playfunc_opponents.reviews import costliest

    opened = open_course(course)
    settings, secret = opened.assignment(assignment), read_secret(opened.root)
    require_confinement(allow_unconfined, programs=settings.programs)
    students = [s for s in opened.students(assignment) if s not in (without or ())]
    found = [mark for s in students if (mark := read_mark(opened.root, assignment, s)) is not None]
    marks = sorted(found, key=lambda mark: pseudonym(mark.student, secret))  # an order that tells nothing
    notebook = opened.root / "release" / assignment / f"{settings.notebook}.ipynb"
    chosen = examples(marks, released_player(notebook, settings))
    players = [
        mark for mark in marks if mark.facts and any(r.check == "rules" and r.ok for r in mark.results)
    ]
    for mark in players[:PLAYED]:
        for decision in costliest(oral_exam_games(mark.source, settings, secret, settings.tiers[0]), 1):
            chosen.append(play_example(mark.student, decision, picture_of(decision, "the student")))
    words = [word for told in opened.names().values() for word in told]
    page = opened.root / "reports" / assignment / "gallery.html"
    write_whole(page, gallery_page(assignment, chosen, partial(anonymous, words=words)))
    print(f"{len(chosen)} examples without names. Read them before you show them: {near(page)}")
