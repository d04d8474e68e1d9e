"""`playfunc serve`: sites where players meet, and the one where people mark."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import misuse, near
from playfunc_cli.options import OUT, CourseArgument, DatabaseOption, Yes
from playfunc_cli.privacy import forget_at, tell_left

serve = typer.Typer(help="Serve a site where players meet, or where people mark.", no_args_is_help=True)

SiteFolderArgument = Annotated[
    Path, typer.Argument(help="The site's folder; for a marking site, the course.")
]
NewSiteArgument = Annotated[
    Path, typer.Argument(help="The site's own folder; it is made where it is missing. Never a course.")
]
Port = Annotated[int, typer.Option(help="The port on this machine.", min=1, max=65535)]
Host = Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 in a container, behind a proxy.")]

ADMINISTRATOR = "Administrator"


def _tells(sentence: str, head: str, address: str, link: str) -> Callable[[], None]:
    """Says where a site is once it answers, and to whoever leads it the `link`, where there is one."""

    def ready() -> None:
        print(sentence, flush=True)
        if link:
            print(f"{head}, once: {address}{link}", flush=True)

    return ready


@serve.command("ladder")
def serve_ladder(
    folder: NewSiteArgument = Path("ladder"),
    port: Port = 8000,
    host: Host = "127.0.0.1",
    database: DatabaseOption = None,
) -> None:
    """Serve the ladder on this machine: accounts, uploads, official runs and everything that they show.

    Nothing has to be configured. A proxy in front brings HTTPS and the world: see docs/ladder.md.
    """
    from playfunc_web.http.server import address_at
    from playfunc_web.ladder_server import serve_ladder as run
    from playfunc_web.opening import open_site

    os.umask(0o077)  # what the site writes is for its user alone
    started = open_site(folder, database)
    here = address_at(host, port)
    people = started.site.settings.base_url.rstrip("/")

    told = f"The ladder in {folder} is at {here}{f', for people at {people}' if people else ''}"
    run(started, port, host, on_ready=_tells(told, ADMINISTRATOR, people or here, started.admin_link))


@serve.command("skullwhist")
def serve_skullwhist(
    folder: NewSiteArgument = Path("ladder"),
    port: Port = 8001,
    host: Host = "127.0.0.1",
    open_registration: Annotated[
        bool,
        typer.Option(
            "--open-registration", help="Make a bot for every client that asks, without an account."
        ),
    ] = False,
    database: DatabaseOption = None,
) -> None:
    """Serve SkullWhist on this machine: bots of any language play each other through HTTP requests.

    It shares accounts with a ladder on the same folder. Bots are made on the page of an account.
    """
    from playfunc_web.http.server import address_at
    from playfunc_web.opening import open_site
    from playfunc_web.skullwhist.app import serve_skullwhist as run

    os.umask(0o077)  # what the site writes is for its user alone
    started = open_site(folder, database)
    settings = started.site.settings
    here = address_at(host, port)
    needs_accounts = not (open_registration or settings.open_registration)
    people = settings.base_url.rstrip("/") or here
    link = started.admin_link if needs_accounts else ""
    ready = _tells(f"SkullWhist in {folder} is at {here}", ADMINISTRATOR, people, link)
    run(started, port, host, open_registration=open_registration, on_ready=ready)


@serve.command("marking")
def serve_marking(
    course: CourseArgument,
    port: Port = 8002,
    host: Host = "127.0.0.1",
) -> None:
    """Serve the pages on which people mark a course: each marker's share, the rubric, comments, progress.

    Markers are those of markers.csv. Points and comments go into nbgrader's gradebook; formgrader shows the same.
    """
    from playfunc_web.http.server import address_at
    from playfunc_web.marking.app import open_marking
    from playfunc_web.marking.app import serve_marking as run

    os.umask(0o077)  # what the site writes is for its user alone
    opened = open_marking(course)
    people = opened.site.settings.base_url.rstrip("/") or address_at(host, port)

    told = f"Marking of {course.resolve().name} is at {people}"
    run(opened, port, host, on_ready=_tells(told, "Instructor", people, opened.admin_link))


@serve.command("backup")
def backup(
    folder: SiteFolderArgument,
    to: Annotated[
        Path | None,
        typer.Option(
            help="The file to write, or a folder for it.", show_default="a new one in FOLDER/backups"
        ),
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option(min=1, help="How many of the newest backups stay in that folder.", show_default="all"),
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Back up a whole site into one file, while it may be running, and check the copy.

    The file holds everything, also the site's key: keep it where only administrators read.
    """
    from playfunc_web.backups import back_up

    path = back_up(folder, to, database, keep)
    print(f"Backed up and checked: {near(path)} ({path.stat().st_size:,} bytes)")


@serve.command("link")
def link(
    folder: SiteFolderArgument,
    login: Annotated[str, typer.Argument(help="Whose link it is.")],
    database: DatabaseOption = None,
) -> None:
    """Print a link that logs somebody in once, such as an administrator who forgot the password."""
    from playfunc_web.opening import link_for

    print(link_for(folder, login, database))


@serve.command("restore")
def restore(
    folder: Annotated[
        Path, typer.Argument(help="The site's folder, or a new one; for a marking site, the course.")
    ],
    file: Annotated[
        Path, typer.Argument(help="What `playfunc serve backup` wrote.", exists=True, dir_okay=False)
    ],
    database: DatabaseOption = None,
) -> None:
    """Check a backup and put it in the place of a stopped site; people who were forgotten since are forgotten again."""
    from datetime import UTC, datetime

    from playfunc_web.backups import restore as run

    done = run(folder, file, database)
    made = datetime.fromtimestamp(done.made, UTC)
    print(f"Restored {done.rows:,} rows of {made:%Y-%m-%d %H:%M} UTC into {near(folder)}.")
    if done.forgotten:
        print(f"Forgotten again: {done.forgotten}.")
    if done.kept is not None:
        print(f"What was there is kept in {near(done.kept)}; delete it when you no longer need it.")


@serve.command("forget")
def forget(
    folder: SiteFolderArgument,
    login: Annotated[str, typer.Argument(help="Who is forgotten; with --bot, the bot's name.")],
    bot: Annotated[
        bool, typer.Option("--bot", help="Remove one bot of SkullWhist's server, not a person.")
    ] = False,
    database: DatabaseOption = None,
    yes: Yes = False,
) -> None:
    """Remove a person from the site: name, login, sources and logs. Results stay, under "withdrawn player".

    With --bot only one bot of SkullWhist's server, which may be running: the bot forfeits the game that it plays, and
    its finished games stay under a word that says nothing. People remove their own bots on the page of their account.

    For a site on a machine without a course; `playfunc forget` reaches both. This cannot be undone. Exit code 1 means
    that some texts still name the person; they are listed.
    """
    if not yes and not typer.confirm(f"Remove {login} from {near(folder)} for good?"):
        raise typer.Exit(1)
    left = forget_at(folder, login, database, bot=bot)
    if left is None:
        raise typer.Exit(2)
    print(f"{login} is forgotten.")
    tell_left(left)


@serve.command("disclose")
def disclose(
    folder: SiteFolderArgument,
    login: Annotated[str, typer.Argument(help="Whose data it is.")],
    database: DatabaseOption = None,
    out: Annotated[Path | None, typer.Option(help=OUT, show_default="disclosed/LOGIN")] = None,
) -> None:
    """Write everything that the site holds about a person as a folder of JSON and original files.

    For a site on a machine without a course; `playfunc disclose` reads both.
    """
    from playfunc_web.privacy import disclose_at_site

    there = out or Path("disclosed") / login
    if there.exists():
        misuse(f"{there} exists already; name a new folder: --out FOLDER")
    if not disclose_at_site(folder, login, there, database):
        misuse(f"nobody on the site in {folder} has the login {login!r}")
    count = sum(path.is_file() for path in there.rglob("*"))
    print(f"Everything about {login}, {count} files: {near(there)}")
