"""`make arena`: a site with the demo classes, built-in players and finished runs of each ladder, and then served.

It shows every page with something on it: on some ladders the demo login has uploaded better players from run to run.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from playfunc_arena.formats import ladder_format
from playfunc_arena.play import warm_up
from playfunc_autograder.executors import Local
from playfunc_classroom.demo import DemoSubmission, read_class
from sqlalchemy.orm import Session

from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import hashed
from playfunc_web.database.tables import Account, Entrant, Ladder, Party
from playfunc_web.ladder_server import serve_ladder
from playfunc_web.ladders.ladders import enter_unchecked, entrant_of, ladders_of, last_run
from playfunc_web.ladders.playing import play_run
from playfunc_web.ladders.schedule import active_run, plan_run
from playfunc_web.opening import Started, open_site
from playfunc_web.site import Site

LOGIN, PASSWORD = "demo", "demo-password"

DEALS = {
    "footsteps": 40,
    "blackjack": 10,
    "skullwhist": 20,
    "footsteps-dynamic": 20,
    "footsteps-big": 10,
    "hearts-four": 40,
    "hearts": 40,
}
"""Deals of each ladder's last run, the quickest ladder first: enough that everybody is ranked, and as many more as two
minutes allow. A ladder of another package's game plays one round."""

UPLOADS = {"footsteps": 3, "hearts": 2}
"""How many versions the demo login uploads to a ladder, each played in a run of its own; else one. Runs before the last
have half of the deals."""

SETTINGS = """# Written by make arena. A real site needs no settings; docs/ladder.md lists them.
title = "Demo ladder"
public = true
open_games = true
"""

Tell = Callable[[str], None]


def fill(folder: Path, tell: Tell = lambda line: None, *, ladders: Collection[str] | None = None) -> Started:
    """The demo site in `folder`, with a run of these ladders, by default of all. What is there already stays, so that
    a second call goes on where one was stopped.

    Raises `SiteError` for a folder that holds a course, and `FileNotFoundError` outside a clone.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings = folder / "site.toml"
    if not settings.exists():
        settings.write_text(SETTINGS, encoding="utf-8")
    started = open_site(folder)
    warm_up(Local(started.site.settings.jobs))
    _enter_everybody(started.site)
    with started.site.database.reading() as session:
        found = ladders_of(session)
    quickest = {name: place for place, name in enumerate(DEALS)}
    found.sort(key=lambda ladder: quickest.get(ladder.name, len(quickest)))
    for ladder in found if ladders is None else [each for each in found if each.name in ladders]:
        for number in range(1, UPLOADS.get(ladder.name, 1) + 1):
            _play(started.site, ladder, number, tell)
    return started


def sample_players(game: str) -> list[DemoSubmission]:
    """Students of the game's demo class whose players a ladder admits; none for a game without a demo class."""
    try:
        students = read_class(game)
    except FileNotFoundError:
        return []
    return [
        student
        for student in students
        if all(student.expects.get(check) == "passed" for check in ("loads", "rules", "purity"))
        and "def play(" in source_of(student)
        and not student.defects
    ]


def source_of(student: DemoSubmission) -> str:
    """The text of its player's cells."""
    return "\n\n".join(text for cell, text in student.cells.items() if cell != "report")


def _enter_everybody(site: Site) -> None:
    """The demo login plays under the first student's player of each game, the others under pseudonyms."""
    password = hashed(PASSWORD)
    with site.database.writing() as session:
        demo = account_of(session, LOGIN) or make_account(session, LOGIN, password=password)
        for ladder in ladders_of(session):
            game = ladder_format(ladder.contest).game
            for place, student in enumerate(sample_players(game)):
                name = student.student
                own = demo if place == 0 else account_of(session, name) or make_account(session, name)
                entrant = entrant_of(session, ladder, session.get_one(Party, own.party_id))
                if entrant.active_id is None:
                    _upload(session, entrant, own, student)


def _upload(session: Session, entrant: Entrant, account: Account, student: DemoSubmission) -> None:
    source = source_of(student).encode()
    enter_unchecked(
        session,
        entrant,
        digest=hashlib.sha256(source).hexdigest(),
        kind="python",
        filename="player.py",
        source=source,
        origin="page",
        account_id=account.id,
    )


def _improve(session: Session, ladder: Ladder, number: int) -> None:
    """Give the demo login's player its version `number`, if it has fewer: a student's player that beats `basic`."""
    account = account_of(session, LOGIN)
    if number == 1 or account is None:
        return
    entrant = entrant_of(session, ladder, session.get_one(Party, account.party_id))
    students = sample_players(ladder_format(ladder.contest).game)[1:]
    better = [student for student in students if student.expects.get("beats-basic") == "passed"]
    if len(entrant.versions) < number:
        _upload(session, entrant, account, better[number - 2])


def _play(site: Site, ladder: Ladder, number: int, tell: Tell) -> None:
    deals = DEALS.get(ladder.name, ladder_format(ladder.contest).step)
    if number < UPLOADS.get(ladder.name, 1):
        deals //= 2
    with site.database.writing() as session:
        here = session.get_one(Ladder, ladder.id)
        last = last_run(session, here.id)
        if last is not None and last.number >= number:
            return
        _improve(session, here, number)
        run = active_run(session, here) or plan_run(session, here, "button", site.settings, deals=deals)
    begun = time.monotonic()
    play_run(site, run.id)
    tell(f"{ladder.title}: {run.settings['games']} games in {time.monotonic() - begun:.0f} s")


def main(arguments: Sequence[str] | None = None) -> None:
    """Fill the folder, then serve it until told to stop."""
    parser = argparse.ArgumentParser(prog="python -m playfunc_web.demo", description=fill.__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("demo-ladder"))
    parser.add_argument("--port", type=int, default=8000)
    asked = parser.parse_args(arguments)
    print(
        f"Filling {asked.folder} with the demo classes and runs of each ladder: two minutes on a quiet machine, longer "
        "on a busy one.",
        flush=True,
    )
    started = fill(asked.folder, lambda line: print(line, flush=True))
    address = f"http://127.0.0.1:{asked.port}"

    def ready() -> None:
        print(f"The demo ladder is at {address}. Log in as {LOGIN} with {PASSWORD}", flush=True)
        if started.admin_link:
            print(f"Administrator, once: {address}{started.admin_link}", flush=True)

    serve_ladder(started, asked.port, on_ready=ready)


if __name__ == "__main__":
    main()
