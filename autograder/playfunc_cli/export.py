"""`playfunc export`: marks as Moodle or Canvas take them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import near, trouble

__all__ = ["export"]


def export(
    course: Annotated[Path, typer.Argument(help="The nbgrader course: a folder with nbgrader_config.py.")],
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as hearts.")],
    column: Annotated[str, typer.Option(help="Canvas's name of the assignment, if it is another.")] = "",
    unfinished: Annotated[
        bool, typer.Option(help="Give marks also to those whom people have not finished marking.")
    ] = False,
) -> None:
    """Write the marks into the sheet that Moodle or Canvas gave, ready to upload, in exports/.

    Late penalties are taken off first, and groups' marks copied to their members.
    """
    from playfunc_classroom.marks.handing_back import export_sheets
    from playfunc_classroom.nbgrader_bridge import Course, GradebookError

    try:
        done = export_sheets(Course.open(course), assignment, column or assignment, unfinished)
    except GradebookError as failure:
        trouble(f"{failure}: {failure.log}; close what else uses it, and run the same command again")
    for path, marks in done.files.items():
        print(f"{marks} mark{'s' if marks != 1 else ''}: {near(path)}")
    if done.on_no_sheet:
        print(f"Marked, but on no sheet: {', '.join(done.on_no_sheet)}")
    if done.unfinished:
        print(f"Without a mark, because people have not finished: {', '.join(done.unfinished)}")
