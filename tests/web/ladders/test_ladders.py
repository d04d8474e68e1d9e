from __future__ import annotations

import pytest
from playfunc.games import rules_for
from playfunc_arena.formats import contest_names
from playfunc_opponents import opponents_at
from playfunc_web.accounts.people import make_party
from playfunc_web.database.tables import Entrant
from playfunc_web.errors import ProblemError
from playfunc_web.ladders.ladders import ensure_ladders, entrant_of, house_rungs, ladder_named, ladders_of
from playfunc_web.site import Site
from sqlalchemy import func, select


def test_every_contest_has_a_ladder_with_all_rungs_and_a_second_start_adds_nothing(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
    with site.database.reading() as session:
        assert [ladder.name for ladder in ladders_of(session)] == contest_names()
        before = session.scalar(select(func.count(Entrant.id)))
        standing = {ladder.contest: {one.house for one in ladder.entrants} for ladder in ladders_of(session)}
    assert standing["hearts-four"] == set(opponents_at(rules_for("hearts", 4)))
    assert all(standing[contest] == set(house_rungs(contest)) for contest in contest_names())
    with site.database.writing() as session:
        ensure_ladders(session)
        assert session.scalar(select(func.count(Entrant.id))) == before


def test_a_house_player_plays_at_once(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        entrants = session.scalars(select(Entrant)).all()
        assert all(one.active is not None and one.active.state == "admitted" for one in entrants)
        assert len({one.code for one in entrants}) == len(entrants)


def test_a_party_stands_on_a_ladder_once(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder, party = ladders_of(session)[0], make_party(session, "person")
        assert entrant_of(session, ladder, party).id == entrant_of(session, ladder, party).id


def test_an_unknown_ladder_is_answered_with_those_there_are(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        with pytest.raises(ProblemError, match="hearts-four"):
            ladder_named(session, "hearts-five")
