from __future__ import annotations

from playfunc_web.access import Viewer
from playfunc_web.admission.history import errors_of, standing_of
from playfunc_web.admission.uploads import accept
from playfunc_web.database.tables import Job, Version
from playfunc_web.queue.jobs import enqueue, heartbeat, take
from playfunc_web.site import Site
from sqlalchemy import update
from web_players import QUICK
from web_site import account


def uploaded(site: Site, login: str) -> Version:
    made = account(site, login)
    return accept(site, Viewer(made.id, made.party_id), "hearts", "player.py", QUICK, "page")


def test_a_version_is_told_where_it_stands(ladders: Site) -> None:
    first, second = uploaded(ladders, "ada"), uploaded(ladders, "bob")
    with ladders.database.reading() as session:
        standing = standing_of(session, second)
        assert (standing.place, standing.moving, standing.mean) == (2, True, 10.0)
        assert standing.seconds == 30
    with ladders.database.writing() as session:
        lease = take(session, "worker", ("admission",))
        assert lease is not None
        heartbeat(session, lease, 150, 300, "rules")
        session.execute(update(Version).where(Version.id == first.id).values(state="checking"))
    with ladders.database.reading() as session:
        standing = standing_of(session, session.get_one(Version, first.id))
    assert (standing.place, standing.check, standing.percent) == (0, "rules", 50)


def test_an_admitted_version_moves_until_it_has_its_rating(ladders: Site) -> None:
    version = uploaded(ladders, "ada")
    with ladders.database.writing() as session:
        session.execute(update(Version).where(Version.id == version.id).values(state="admitted"))
        enqueue(session, "meeting", f"meeting/{version.id}", version.id)
    with ladders.database.reading() as session:
        assert standing_of(session, session.get_one(Version, version.id)).moving
    with ladders.database.writing() as session:
        session.execute(update(Job).values(state="done"))
    with ladders.database.reading() as session:
        assert not standing_of(session, session.get_one(Version, version.id)).moving
        assert errors_of(session, None) == []
