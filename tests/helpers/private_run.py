"""A ladder with one complete run of a few made-up games, in which every private part holds a text of its own."""

import hashlib
import json
import zlib

from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.database.tables import (
    Admission,
    Entrant,
    Entry,
    Game,
    Ladder,
    Pair,
    PrivateLog,
    Record,
    Run,
    Seat,
    Version,
)
from playfunc_web.ladders.ladders import ensure_ladders, entrant_of, ladder_named
from playfunc_web.site import Site
from sqlalchemy.orm import Session

LADDER = "hearts"
PRIVATE = (
    "PRIVATE-MEMORY",
    "PRIVATE-PRINTED",
    "PRIVATE-TRACEBACK",
    "PRIVATE-NAME",
    "PRIVATE-REASON",
    "98765.4321",
)
"""What only owners may ever read: the number is every time and cost."""

TIME = 98765.4321


def small_run(site: Site, logins: tuple[str, ...] = ("ada", "bob", "eve"), games: int = 3) -> dict[str, str]:
    """Make the run 1, and a run 2 that is being played. Returns the codes of the logins' players."""
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = ladder_named(session, LADDER)
        entrants = [_player(session, ladder, login) for login in logins]
        run = Run(
            ladder=ladder,
            number=1,
            kind="nightly",
            state="complete",
            seed="77",
            settings={"deals": games},
            planned=1000.0,
            started=1001.0,
            finished=1002.0,
            digest="d" * 64,
        )
        session.add(run)
        session.flush()
        session.add(
            Run(
                ladder=ladder,
                number=2,
                kind="button",
                state="playing",
                seed="88",
                settings={},
                planned=2000.0,
            )
        )
        for place, entrant in enumerate(entrants):
            _entry(session, run, place, entrant)
        for a in range(len(entrants)):
            for b in range(a + 1, len(entrants)):
                session.add(Pair(run_id=run.id, a=a, b=b, deals=5, mean=1.5, half_width=None))
        for number in range(1, games + 1):
            pair = (entrants[number % len(entrants)], entrants[(number + 1) % len(entrants)])
            _game(session, run, number, pair)
        return {login: entrant.code for login, entrant in zip(logins, entrants, strict=True)}


def _player(session: Session, ladder: Ladder, login: str) -> Entrant:
    account = account_of(session, login) or make_account(session, login, name=f"PRIVATE-NAME {login}")
    account.party.name = f"PRIVATE-NAME {login}"
    entrant = entrant_of(session, ladder, account.party)
    source = f"# {login}".encode()
    version = Version(
        entrant=entrant,
        number=1,
        digest=hashlib.sha256(source).hexdigest(),
        kind="python",
        filename=f"PRIVATE-NAME {login}.py",
        source=source,
        origin="page",
        uploaded=900.0,
        state="admitted",
        account_id=account.id,
    )
    session.add(version)
    session.flush()
    private = {"traceback": "PRIVATE-TRACEBACK", "printed": "PRIVATE-PRINTED"}
    session.add(Admission(version_id=version.id, verdict="Admitted.", findings=[], private=private))
    entrant.active = version
    return entrant


def _entry(session: Session, run: Run, place: int, entrant: Entrant) -> None:
    assert entrant.active_id is not None
    session.add(
        Entry(
            run_id=run.id,
            place=place,
            entrant_id=entrant.id,
            version_id=entrant.active_id,
            deals=5,
            games=10,
            wins=4,
            losses=6,
            mean=3.5 - place,
            low=3.0 - place,
            high=4.0 - place,
            rating=100.0 - place,
            rating_low=90.0 - place,
            rating_high=110.0 - place,
            rank=place + 1,
            cpu_seconds=TIME,
            slowest_ms=TIME,
        )
    )


def _game(session: Session, run: Run, number: int, players: tuple[Entrant, Entrant]) -> None:
    blob = zlib.compress(json.dumps(_record(number)).encode())
    digest = hashlib.sha256(blob).hexdigest()
    session.add(Record(digest=digest, blob=blob))
    session.flush()
    game = Game(
        run_id=run.id, number=number, deal=number, fixture={}, scores=[1.0, 2.0], record_digest=digest
    )
    session.add(game)
    session.flush()
    for seat, entrant in enumerate(players):
        assert entrant.active_id is not None
        session.add(
            Seat(
                game_id=game.id,
                seat=seat,
                entrant_id=entrant.id,
                version_id=entrant.active_id,
                score=float(seat),
                place=seat + 1,
                fault="TimeError" if seat else "",
            )
        )
        session.add(
            PrivateLog(
                game_id=game.id,
                seat=seat,
                version_id=entrant.active_id,
                written=1002.0,
                printed="PRIVATE-PRINTED",
                traceback="PRIVATE-TRACEBACK",
                memories=["PRIVATE-MEMORY"],
                times_ms=[TIME],
            )
        )


def _record(number: int) -> dict[str, object]:
    """As a player's own record has it, with all that is never published."""
    return {
        "game": "hearts",
        "parameters": {"seats": 2},
        "players": ["PRIVATE-NAME ada", "PRIVATE-NAME bob"],
        "start": {"number": number},
        "moves": [{"seat": 0, "move": "C2", "memory": "PRIVATE-MEMORY"}],
        "faults": [
            {
                "seat": 1,
                "at": 1,
                "policy": "forfeit",
                "error": "TimeError",
                "reason": "PRIVATE-REASON",
                "player": "PRIVATE-NAME",
                "position": "PRIVATE-REASON",
                "detail": "PRIVATE-TRACEBACK",
            }
        ],
        "scores": [1.0, 2.0],
        "memories": ["PRIVATE-MEMORY", None],
    }
