"""`playfunc gallery`: anonymous examples for the lecture."""

from __future__ import annotations

from typing import Annotated

import typer

from playfunc_cli.console import near, open_course
from playfunc_cli.options import AllowUnconfined, AssignmentArgument, CourseArgument

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
    from playfunc_checks.course import read_secret
    from playfunc_checks.extract import released_player
    from playfunc_classroom.marks import read_mark, require_confinement
    from playfunc_classroom.pages.gallery import examples, gallery_page, play_example
    from playfunc_classroom.pages.viva import picture_of, viva_games
    from playfunc_classroom.privacy.pseudonyms import anonymous, pseudonym
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
        for decision in costliest(viva_games(mark.source, settings, secret, settings.tiers[0]), 1):
            chosen.append(play_example(mark.student, decision, picture_of(decision, "the student")))
    words = [word for told in opened.names().values() for word in told]
    page = opened.root / "reports" / assignment / "gallery.html"
    write_whole(page, gallery_page(assignment, chosen, partial(anonymous, words=words)))
    print(f"{len(chosen)} examples without names. Read them before you show them: {near(page)}")
