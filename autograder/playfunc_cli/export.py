"""`playfunc export`: marks as Moodle or Canvas take them."""

from __future__ import annotations

from typing import Annotated

import typer

from playfunc_cli.console import near, open_course, trouble
from playfunc_cli.options import AssignmentArgument, CourseArgument


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
    from playfunc_classroom.nbgrader_bridge import GradebookError
    from playfunc_classroom.runs.handing_back import export_sheets

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
