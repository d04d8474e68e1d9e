"""`playfunc forget`: one student taken out of a course, and of a site."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from playfunc_cli.console import open_course, trouble
from playfunc_cli.options import CourseArgument, DatabaseOption, DryRun, SiteOption, StudentArgument, Yes


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
    from playfunc_classroom.nbgrader_bridge import GradebookError
    from playfunc_classroom.privacy.forgetting import forget_everywhere, plan_everywhere

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
        left += done.left
    tell_left(left)
    print(
        "Delete copies elsewhere yourself: nbgrader's exchange, backups, the history of git, Moodle, Canvas."
    )


def forget_at(site: Path, login: str, database: str | None, *, bot: bool = False) -> Sequence[str] | None:
    """Remove the person, or the bot, from a site, and name the backups made before; texts there that still name the
    person. `None`, and said, where nobody has the login, or no bot has the name."""
    from playfunc_web.privacy.at_site import forget_at_site, forget_bot_at_site

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
