"""`playfunc forget` and `disclose`: one person taken out of a course and a site, and everything that is held about
one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import misuse, near, open_course, trouble
from playfunc_cli.options import OUT, CourseArgument, DatabaseOption, DryRun, SiteOption, StudentArgument, Yes


def forget(
    course: CourseArgument,
    student: StudentArgument,
    site: SiteOption = None,
    database: DatabaseOption = None,
    yes: Yes = False,
    dry_run: DryRun = False,
) -> None:
    """Remove everything about a student: gradebook, submissions, marks, reports, feedback, comments, lists.

    With --site also from the ladder there: name, login, sources and logs. Results stay, under "withdrawn player".

    The course keeps a keyed digest of the id, so that `playfunc collect` does not bring the student back.

    This cannot be undone. Exit code 1 means that some files still name the student; they are listed.
    """
    from playfunc_classroom.forgetting import forget_everywhere, plan_everywhere
    from playfunc_classroom.nbgrader_bridge.course import GradebookError

    opened = open_course(course)
    if dry_run:
        print("\n".join(plan_everywhere(opened, student).lines(opened.root)))
        print("Nothing was changed. Run the same command without --dry-run to do this.")
        if site is not None:
            print(f"At the site, everything that docs/privacy.md lists for it would go too: {site}")
        return
    where = f"{opened.root.name} and {site.resolve().name}" if site is not None else opened.root.name
    if not yes and not typer.confirm(f"Remove everything about {student} from {where} for good?"):
        raise typer.Exit(1)
    at_site = forget_at(site, student, database) if site is not None else None
    left = list(at_site or ())
    try:
        done = forget_everywhere(opened, student)
    except GradebookError as failure:
        trouble(f"{failure}: {failure.log}; close other programs that use it, and run the same command again")
    except ValueError as nobody:
        if at_site is None:
            raise
        print(f"The site: forgotten. The course: {nobody}.")
    else:
        print(
            f"Deleted {len(done.deleted)} files and folders, and removed lines from {len(done.changed)} files."
        )
        if any(path.startswith(("feedback-zips", "reports")) for path in done.deleted):
            print(
                "Zips of feedback and reports that name others too were among them: run feedback, similarity and"
            )
            print("markers again where you need these.")
        left += done.left
    tell_left(left)
    print(
        "Delete copies elsewhere yourself: nbgrader's exchange, backups, the history of git, Moodle, Canvas."
    )


def forget_at(site: Path, login: str, database: str | None, *, bot: bool = False) -> Sequence[str] | None:
    """Remove the person, or the bot, from a site, and name the backups made before; texts there that still name the
    person. `None`, and said, where nobody has the login, or no bot has the name."""
    from playfunc_web.privacy import forget_at_site, forget_bot_at_site

    done = (forget_bot_at_site if bot else forget_at_site)(site, login, database)
    if done is None:
        nobody = (
            "No bot on the site in {} is called {}." if bot else "Nobody on the site in {} has the login {}."
        )
        print(nobody.format(site, login))
        return None
    if done.backups:
        print(
            f"These backups of the site still hold {login}: {', '.join(done.backups)}. Restoring one forgets again; "
            "delete those that you do not need."
        )
    return [f"{site.name}: {text}" for text in done.left]


def tell_left(left: Sequence[str]) -> None:
    """List what still names the person on stderr, with exit code 1 where there is anything."""
    if left:
        print(
            "These files still name the student. playfunc did not write them; check them yourself:",
            file=sys.stderr,
        )
        for path in left:
            print(f"  {path}", file=sys.stderr)
        raise typer.Exit(1)


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
    from playfunc_classroom.personal_data import disclose_everything

    opened = open_course(course)
    folder = out or opened.root / "disclosed" / student
    if folder.exists():
        misuse(f"{folder} exists already; name a new folder: --out FOLDER")
    done = disclose_everything(opened, student, folder / "course")
    known = done is not None
    if site is not None:
        from playfunc_web.privacy import disclose_at_site

        known = disclose_at_site(site, student, folder / "site", database) or known
    if not known:
        misuse(f"nobody has the id {student!r}, in the course or on the site that is named")
    count = sum(path.is_file() for path in folder.rglob("*"))
    print(f"Everything about {student}, {count} files: {near(folder)}")
    if done is not None and done.mentions:
        print("These texts name the student too; they are others' or everybody's:", file=sys.stderr)
        for path in done.mentions:
            print(f"  {path}", file=sys.stderr)
