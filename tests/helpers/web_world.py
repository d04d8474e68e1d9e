"""A site halfway through a term: two ladders with runs, people of every role, an upload in every state."""

import dataclasses
import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from made_once import made_once
from playfunc.record import GameRecord, RecordedFault, record_text
from playfunc_web.accounts.people import account_of
from playfunc_web.accounts.sessions import make_link
from playfunc_web.admission.checks import drawn_position
from playfunc_web.database import now
from playfunc_web.database.tables import (
    Admission,
    Audit,
    Entrant,
    Job,
    MeetingGame,
    Party,
    Run,
    Token,
    Version,
)
from playfunc_web.jobs import enqueue
from playfunc_web.ladders.ladders import entrant_of, ladder_named, wait_until_timed
from playfunc_web.site import Site
from sqlalchemy import select
from sqlalchemy.orm import Session
from web_results import OWNER_SECRETS, fill_ladder, played_records
from web_site import account, database_url, open_test_site, token_of

LADDER = "hearts-four"
UPLOADS = "skullwhist"
"""The ladder on which Ada has an upload in every state."""

STATES = ("queued", "checking", "admitted", "refused", "broken", "withdrawn")

ROLES = {"ada": "student", "bob": "student", "tutor": "staff", "root": "admin"}


@dataclass(frozen=True)
class World:
    """`ada`, `bob` and `other` are codes on the ladder `LADDER`, of which the first two are Ada's and Bob's; `uploads`
    is Ada's on the ladder where she has versions 1, 2 … in the states of `STATES`. `run` is the id of the ladder's last
    run: Ada plays in its game 1, and built-in players alone in its game `built_in_game`."""

    site: Site
    ada: str
    bob: str
    other: str
    uploads: str
    run: int
    short_run: int
    job: int
    token: str
    link: str
    """A one-time link that nobody follows."""
    built_in_game: int = 6


def open_world(folder: Path, settings: str = "") -> World:
    if database_url(folder) is not None:
        return _make_world(folder, settings)
    first = made_once("world", _keep_world)
    shutil.copytree(first / "site", folder)
    known = json.loads((first / "world.json").read_text(encoding="utf-8"))
    return World(site=open_test_site(folder, settings, ladders=True), **known)


def _keep_world(folder: Path) -> None:
    """Making one takes a second."""
    world = _make_world(folder / "site")
    world.site.database.close()
    known = {name: value for name, value in vars(world).items() if name != "site"}
    (folder / "world.json").write_text(json.dumps(known), encoding="utf-8")


def _make_world(folder: Path, settings: str = "") -> World:
    wait_until_timed()
    site = open_test_site(folder, settings, ladders=True)
    (folder / "class.csv").write_text("login,name,group\nnewcomer,New Comer,\n", encoding="utf-8")
    for login, role in ROLES.items():
        account(site, login, role)
    invited = account(site, "invited", "student")
    made = fill_ladder(site, LADDER, entrants=30, games=12, runs=2)
    short = fill_ladder(site, "footsteps", entrants=8, games=3)
    for login in ("ada", "bob"):
        token_of(site, login)
    with site.database.writing() as session:
        bob = _enter(session, "bob", LADDER)
        _version(session, "bob", bob, 1, "admitted")
        uploads = _enter(session, "ada", UPLOADS)
        for number, state in enumerate(STATES, 1):
            _version(session, "ada", uploads, number, state)
        session.add(_built_in_game(session, uploads))
        job = _broken_job(session)
        session.add(Audit(time=now(), account_id=None, action="made a backup", target="ladder.db"))
        session.add(_playing(session))
        tokens = session.scalars(select(Token.id).join(Token.account).where(Token.account.has(login="ada")))
        return World(
            site,
            made.codes[0],
            bob.code,
            made.codes[1],
            uploads.code,
            made.runs[-1],
            short.runs[-1],
            job.id,
            tokens.one(),
            f"/link/{make_link(session, session.merge(invited))}",
        )


def _enter(session: Session, login: str, ladder: str) -> Entrant:
    found = account_of(session, login)
    assert found is not None
    return entrant_of(session, ladder_named(session, ladder), session.get_one(Party, found.party_id))


def _version(session: Session, login: str, entrant: Entrant, number: int, state: str) -> Version:
    found = account_of(session, login)
    assert found is not None
    source = f"# {login} {number} {state}\ndef play(*told):\n    return None\n".encode()
    version = Version(
        entrant=entrant,
        number=number,
        digest=hashlib.sha256(source).hexdigest(),
        kind="python",
        filename="player.py",
        source=None if state == "withdrawn" else source,
        origin="page",
        uploaded=now() - 3600 + number,
        account_id=found.id,
        state=state,
    )
    session.add(version)
    session.flush()
    if state in ("queued", "checking"):
        enqueue(session, "admission", f"admission/{version.id}", version.id)
    if state == "checking":
        job = session.scalars(select(Job).where(Job.target == version.id, Job.kind == "admission")).one()
        job.state, job.note, job.done, job.total, job.started, job.lease = (
            "leased",
            "rules",
            3,
            8,
            now(),
            now() + 3600,
        )
        job.worker = "worker"
    if state == "admitted":
        entrant.active = version
    if state in ("admitted", "refused", "broken"):
        session.add(Admission(version_id=version.id, finished=now(), cpu_seconds=1.5, **_found(state)))
    session.flush()
    return version


def _found(state: str) -> dict[str, Any]:
    """What the checks of a version in this state wrote."""
    if state == "admitted":
        findings = [["loads", "passed", ""], ["rules", "passed", "8 deals"], ["purity", "passed", ""]]
        return {"verdict": "Admitted.", "findings": findings, "private": {"printed": "hello from a player"}}
    if state == "broken":
        findings = [["loads", "broken", ""]]
        return {
            "verdict": "Broken, ours: a check stopped.",
            "findings": findings,
            "private": {"ours": "OSError"},
        }
    private = {
        "hint": "Choose one of the legal cards.",
        "traceback": "Traceback (most recent call last):\n  player.py, line 3\nZeroDivisionError: division by zero",
        "position": drawn_position(_faulty()),
        "position_text": "You hold C2 C5 HA.",
        "printed": "hand C2 C5 HA",
    }
    findings = [
        ["loads", "passed", ""],
        ["rules", "failed", "It raised ZeroDivisionError."],
        ["purity", "skipped", ""],
    ]
    return {"verdict": "It raised ZeroDivisionError.", "findings": findings, "private": private}


def _built_in_game(session: Session, entrant: Entrant) -> MeetingGame:
    """A game of the admitted version against a built-in player, with all that is private in one."""
    played = played_records(UPLOADS, 1)[0]
    printed, traceback, remembered = OWNER_SECRETS
    moves = tuple(dataclasses.replace(move, memory=f'"{remembered}"') for move in played.moves)
    fault = RecordedFault(0, len(moves), "stop", "PlayerCrash", "it crashed", detail=traceback)
    record = dataclasses.replace(played, players=("your player", "basic"), moves=moves, faults=(fault,))
    version = session.scalars(
        select(Version).where(Version.entrant_id == entrant.id, Version.state == "admitted")
    ).one()
    return MeetingGame(
        version_id=version.id,
        number=1,
        written=now(),
        seat=0,
        score=-80.0,
        place=2,
        fault="PlayerCrash",
        against="basic",
        record=record_text(record),
        printed=printed,
        times_ms=[1.5, 2.5],
    )


def _faulty() -> GameRecord:
    record = played_records(UPLOADS, 1)[0]
    fault = RecordedFault(record.moves[0].seat, 0, "forfeit", "ZeroDivisionError", "division by zero")
    return dataclasses.replace(record, faults=(fault,))


def _broken_job(session: Session) -> Job:
    """A job that failed on our side."""
    version = session.scalars(select(Version).where(Version.state == "broken")).one()
    enqueue(session, "admission", f"admission/{version.id}", version.id)
    job = session.scalars(select(Job).where(Job.target == version.id, Job.kind == "admission")).one()
    job.state, job.finished, job.attempts, job.note = "failed", now(), 3, "OSError: no space left on device"
    version.flagged = "like version 1 of another player: 97%"
    return job


def _playing(session: Session) -> Run:
    """A run under way."""
    ladder = ladder_named(session, "blackjack")
    return Run(
        ladder_id=ladder.id,
        number=1,
        kind="button",
        state="playing",
        seed="9",
        settings={"deals": 20},
        planned=now(),
        started=now(),
        expected_seconds=600.0,
    )
