from __future__ import annotations

from playfunc_web.database.tables import Account, Seat
from playfunc_web.privacy.people import digest_of, find_person, rows_of
from playfunc_web.site import Site
from site_people import play
from sqlalchemy import select


def test_a_member_of_a_group_is_not_alone_in_it(site: Site) -> None:
    play(site, "ada", "bob", "cyd", group="pair")
    with site.database.reading() as session:
        found = {login: find_person(session, login) for login in ("ada", "cyd", "nobody")}
    assert found["nobody"] is None
    assert [found[login].alone for login in ("ada", "cyd")] == [False, True]  # type: ignore[union-attr]


def test_rows_of_a_person_follow_from_the_inventory(site: Site) -> None:
    play(site, "ada", "bob")
    with site.database.reading() as session:
        ada = find_person(session, "ada")
        assert ada is not None
        seats = session.scalars(select(Seat.seat).where(rows_of("seat", ada, groups=True))).all()
        assert seats == [1]
        assert len(session.execute(select(Account).where(rows_of("run", ada, groups=True))).all()) == 0


def test_a_digest_depends_on_key_and_login() -> None:
    assert len({digest_of(b"k" * 32, "ada"), digest_of(b"k" * 32, "bob"), digest_of(b"l" * 32, "ada")}) == 3
