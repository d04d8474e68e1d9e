"""`playfunc disclose`: everything that is held about one person."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import misuse, near, open_course
from playfunc_cli.options import OUT, CourseArgument, DatabaseOption, SiteOption, StudentArgument


def disclose(
    course: CourseArgument,
    student: StudentArgument,
    site: SiteOption = None,
    database: DatabaseOption = None,
    out: Annotated[
        Path | None, typer.Option(help=OUT, show_default="disclosed/STUDENT in the course")
    ] = None,
) -> None:
    """Write everything that is held about one student as a folder of JSON and original files.

    Texts of others that name the student are listed, for you to decide. Look through the folder before you hand it
    over: markers' comments are in it.
    """
    from playfunc_classroom.privacy.disclosing import disclose_everything

    opened = open_course(course)
    folder = out or opened.root / "disclosed" / student
    if folder.exists():
        misuse(f"{folder} exists already; name a new folder: --out FOLDER")
    done = disclose_everything(opened, student, folder / "course")
    known = done is not None
    if site is not None:
        from playfunc_web.privacy.at_site import disclose_at_site

        known = disclose_at_site(site, student, folder / "site", database) or known
    if not known:
        misuse(f"nobody has the id {student!r}, in the course or on the site that is named")
    count = sum(path.is_file() for path in folder.rglob("*"))
    print(f"Everything about {student}, {count} files: {near(folder)}")
    if done is not None and done.mentions:
        print("These texts name the student too; they are others' or everybody's:", file=sys.stderr)
        for path in done.mentions:
            print(f"  {path}", file=sys.stderr)
