from __future__ import annotations

from collections.abc import Iterator

import pytest
from playfunc_web.database.tables import Entrant, Pair
from playfunc_web.ladders.players import (
    entrant_of_code,
    history,
    met_in,
    opponents,
    version_of,
    versions,
)
from playfunc_web.site import Site
from sqlalchemy.orm import Session
from web_results import Filled


@pytest.fixture
def session(filled: tuple[Site, Filled]) -> Iterator[Session]:
    with filled[0].database.reading() as opened:
        yield opened


def entrant(session: Session, code: str) -> Entrant:
    found = entrant_of_code(session, code)
    assert found is not None
    return found


def test_a_history_runs_from_the_oldest_to_the_newest(filled: tuple[Site, Filled], session: Session) -> None:
    played = history(session, entrant(session, filled[1].codes[0]).id)
    assert [each.run.number for each in played] == [1, 2]
    assert {each.version for each in played} == {2}


def test_results_by_opponent_are_told_from_ones_own_side(
    filled: tuple[Site, Filled], session: Session
) -> None:
    """The entry at place 5 meets those 1, 2 and 5 places up and down."""
    one = entrant(session, filled[1].codes[5])
    entry = history(session, one.id)[-1].entry
    met = {each.code: each for each in opponents(session, entry)}
    assert set(met) == {filled[1].codes[place] for place in (0, 3, 4, 6, 7, 10)}
    below = session.get_one(Pair, (entry.run_id, 4, 5))
    above = session.get_one(Pair, (entry.run_id, 5, 6))
    assert met[filled[1].codes[4]].mean == -below.mean
    assert met[filled[1].codes[6]].mean == above.mean


def test_head_to_head_is_the_opposite_from_the_other_side(
    filled: tuple[Site, Filled], session: Session
) -> None:
    one, other = (entrant(session, filled[1].codes[place]) for place in (4, 6))
    there, back = met_in(session, one, other), met_in(session, other, one)
    assert [each.run for each in there] == [2, 1]
    assert [each.mean for each in there] == [-each.mean for each in back]
    assert [each.sure for each in there] == [each.sure for each in back]
    assert met_in(session, one, entrant(session, filled[1].codes[60])) == []


def test_versions_come_newest_first_and_their_source_only_when_asked_for(
    filled: tuple[Site, Filled], session: Session
) -> None:
    one = entrant(session, filled[1].codes[0])
    assert [each.number for each in versions(session, one.id)] == [2, 1]
    session.expunge_all()
    version = version_of(session, one.id, 1)
    assert version is not None
    assert version.source is not None
    assert version.source.startswith(b"# version 1")
    assert version_of(session, one.id, 3) is None
    assert entrant_of_code(session, "nobody") is None
