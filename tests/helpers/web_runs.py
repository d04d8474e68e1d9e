"""Players on a site's ladders in a test, and runs of them."""

import hashlib

from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.database import now
from playfunc_web.database.tables import Entrant, Party, Run, Version
from playfunc_web.ladders.ladders import ensure_ladders, entrant_of, ladder_named
from playfunc_web.ladders.playing import play_run
from playfunc_web.ladders.schedule import plan_run
from playfunc_web.site import Site
from sqlalchemy.orm import Session


def admit(session: Session, login: str, ladder: str, source: str) -> Entrant:
    """A version of `login`, admitted without any check."""
    found = account_of(session, login) or make_account(session, login)
    entrant = entrant_of(session, ladder_named(session, ladder), session.get_one(Party, found.party_id))
    version = Version(
        entrant=entrant,
        number=len(entrant.versions) + 1,
        digest=hashlib.sha256(source.encode()).hexdigest(),
        kind="python",
        filename="player.py",
        source=source.encode(),
        origin="page",
        uploaded=now(),
        account_id=found.id,
        state="admitted",
    )
    session.add(version)
    session.flush()
    entrant.active = version
    return entrant


def planned_run(site: Site, ladder: str, *, deals: int = 4, seed: int = 1) -> Run:
    with site.database.writing() as session:
        ensure_ladders(session)
        return plan_run(
            session, ladder_named(session, ladder), "button", site.settings, seed=seed, deals=deals
        )


def finished_run(site: Site, ladder: str, *, deals: int = 4, seed: int = 1) -> Run:
    run = planned_run(site, ladder, deals=deals, seed=seed)
    play_run(site, run.id)
    with site.database.reading() as session:
        return session.get_one(Run, run.id)
