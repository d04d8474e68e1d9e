from __future__ import annotations

from pathlib import Path

import pytest
from playfunc_web.database.tables import Entrant, Entry, Pair
from playfunc_web.ladders.ladders import ladder_named
from playfunc_web.ladders.remarkable import Records, records
from playfunc_web.site import Site
from sqlalchemy import select
from sqlalchemy.orm import Session
from web_results import Filled, fill_ladder


@pytest.fixture
def made(site: Site) -> Filled:
    return fill_ladder(site, entrants=10, games=0, runs=3)


def found(site: Site, *, high: bool = False) -> Records:
    with site.database.reading() as session:
        return records(session, ladder_named(session, "hearts-four").id, high=high)


def entries(session: Session, code: str) -> list[Entry]:
    wanted = select(Entry).join(Entrant, Entrant.id == Entry.entrant_id).where(Entrant.code == code)
    return list(session.scalars(wanted.order_by(Entry.run_id)))


def test_a_ladder_without_runs_has_no_records(site: Site, tmp_path: Path) -> None:
    fill_ladder(site, "footsteps", entrants=6, games=0)
    assert found(site) == Records()


def test_records_tell_whose_they_are(site: Site, made: Filled) -> None:
    star, weak = made.codes[2:4]
    with site.database.writing() as session:
        for entry in entries(session, star):
            entry.rank = 0
        entries(session, star)[1].mean = -5.0
        first, second = entries(session, weak)[:2]
        first.rating, first.rating_high, second.rating, second.rating_low = 0.0, 10.0, 900.0, 890.0
    told = found(site)
    assert told.streak is not None
    assert (told.streak.code, told.streak.value, told.streak.run) == (star, 3, 3)
    assert told.best is not None
    assert (told.best.code, told.best.run, told.best.value) == (star, 2, -5.0)
    assert told.improved is not None
    assert (told.improved.code, told.improved.run, told.improved.value) == (weak, 2, 900.0)


@pytest.mark.parametrize("sign", [1, -1])
def test_an_upset_is_sure_and_against_a_higher_rating(site: Site, made: Filled, sign: int) -> None:
    """With low scores good, the one with the negative difference won."""
    with site.database.writing() as session:
        for pair in session.scalars(select(Pair)):
            pair.mean = 0.0
        pair = session.get_one(Pair, (made.runs[-1], 3, 4))
        pair.mean = sign * 5.0
        winner, loser = (3, 4) if sign < 0 else (4, 3)
        session.get_one(Entry, (made.runs[-1], winner)).rating = 500.0
        session.get_one(Entry, (made.runs[-1], loser)).rating = 1500.0
    upset = found(site).upset
    assert upset is not None
    assert (upset.code, upset.against, upset.value) == (made.codes[winner], made.codes[loser], 1000.0)
    assert found(site, high=True).upset is None


def test_house_players_hold_no_records(site: Site, made: Filled) -> None:
    house = made.codes[-1]
    with site.database.writing() as session:
        for entry in entries(session, house):
            entry.rank, entry.mean, entry.cpu_seconds = -1, -100.0, 0.0
    told = found(site)
    feats = (told.streak, told.best, told.improved)
    assert house not in [feat.code for feat in feats if feat is not None]
