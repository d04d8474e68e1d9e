from __future__ import annotations

import pytest
from playfunc_web.access import Viewer, shown_name
from playfunc_web.accounts.people import make_account
from playfunc_web.admission.uploads import accept
from playfunc_web.database.tables import Account, Entrant, Entry, Forgotten, Party, PrivateLog, Version
from playfunc_web.privacy.forget import forget, forget_again, forget_leftovers, overwrite
from playfunc_web.privacy.inventory import INVENTORY, Fate
from playfunc_web.queue.worker import work_off
from playfunc_web.site import Site
from site_people import WORD, everything, plant, play
from sqlalchemy import select
from web_site import account, browser

LOGIN = "ivy"
"""Not a word that hexadecimal digits happen to spell, as they do ada."""


def forget_ada(site: Site, login: str = WORD) -> tuple[str, ...] | None:
    with site.database.writing() as session:
        return forget(session, site.key, login)


def test_a_planted_id_is_nowhere_afterwards(site: Site) -> None:
    play(site, WORD, "bob")
    before = everything(site)
    plant(site, WORD, WORD)
    named = {column for column, text in everything(site).items() if WORD in text}
    assert len(named) >= 21, sorted(named)
    assert forget_ada(site) == ()
    after = everything(site)
    assert [column for column, text in after.items() if WORD in text] == []
    assert "bob" in after["account.login"]
    for column in ("entry.rank", "entry.rating", "seat.score", "game.scores", "entrant.code", "pair.mean"):
        assert after[column] == before[column], "ranks stand"


@pytest.mark.sqlite
def test_nothing_is_left_in_the_file_either(site: Site) -> None:
    play(site, WORD, "bob")
    plant(site, WORD, WORD)
    forget_ada(site)
    overwrite(site.database)
    site.database.close()
    files = list(site.folder.path.glob("ladder.db*"))
    assert files
    assert [path.name for path in files if WORD.encode() in path.read_bytes()] == []


def test_others_keep_everything(site: Site) -> None:
    play(site, "ada", "bob")
    forget_ada(site, "ada")
    with site.database.reading() as session:
        bob = session.scalars(select(Account)).one()
        assert bob.login == "bob"
        version = session.scalars(select(Version).where(Version.account_id == bob.id)).one()
        assert version.source == b"# by bob\n"
        assert [log.printed for log in session.scalars(select(PrivateLog))] == ["hello"]
        ranks = [entry.rank for entry in session.scalars(select(Entry).order_by(Entry.rank))]
        assert ranks == [1, 2]


def test_the_party_is_a_withdrawn_player(site: Site) -> None:
    play(site, "ada", "bob")
    with site.database.reading() as session:
        before = session.scalars(select(Account.party_id).where(Account.login == "ada")).one()
    forget_ada(site, "ada")
    with site.database.reading() as session:
        party = session.get_one(Party, before)
        assert party.withdrawn is not None
        assert shown_name(party) == "withdrawn player"
        entrant = session.scalars(select(Entrant).where(Entrant.party_id == before)).one()
        assert entrant.active is None


def test_sessions_and_tokens_of_a_forgotten_person_open_nothing(site: Site) -> None:
    visitor = browser(site, "ada")
    assert visitor.get("/account").status_code == 200
    forget_ada(site, "ada")
    assert visitor.get("/account").status_code == 303


def test_a_member_leaves_a_group_its_work_and_the_last_takes_its_name(site: Site) -> None:
    play(site, "ada", "bob", "cyd", group="ada and bob")
    left = forget_ada(site, "ada")
    assert left is not None
    assert ["of a group" in line for line in left] == [True]
    with site.database.reading() as session:
        group = session.scalars(select(Party).where(Party.kind == "group")).one()
        assert (group.name, group.withdrawn) == ("withdrawn player and bob", None)
        sources = [version.source for version in group.entrants[0].versions]
        assert sources == [b"# by ada\n", b"# by bob\n"]
        assert group.entrants[0].versions[0].account_id is None
    assert forget_ada(site, "bob") == ()
    with site.database.reading() as session:
        group = session.scalars(select(Party).where(Party.kind == "group")).one()
        assert group.name == ""
        assert group.withdrawn is not None
        assert [version.source for version in group.entrants[0].versions] == [None, None]


def test_a_login_that_nobody_has_changes_nothing(site: Site) -> None:
    play(site, "ada", "bob")
    before = everything(site)
    assert forget_ada(site, "ad") is None
    assert everything(site) == before


@pytest.mark.parametrize("later", [False, True])
def test_who_came_back_from_a_backup_is_forgotten_again(site: Site, later: bool) -> None:
    """An account that was made anew after the forgetting is somebody who came back."""
    account(site, LOGIN)
    forget_ada(site, LOGIN)
    with site.database.writing() as session:
        digests = {row.id: row.time for row in session.scalars(select(Forgotten))}
        again = make_account(session, LOGIN)
        again.created += 10.0 if later else -10.0
    with site.database.writing() as session:
        assert forget_again(session, site.key, digests) == (0 if later else 1)
        assert [row.login for row in session.scalars(select(Account))] == ([LOGIN] if later else [])
    assert all(LOGIN not in digest for digest in digests)


def test_what_a_running_game_writes_afterwards_goes_too(site: Site) -> None:
    played = play(site, "ada", "bob")
    with site.database.reading() as session:
        party = session.scalars(select(Account.party_id).where(Account.login == "ada")).one()
    forget_ada(site, "ada")
    with site.database.writing() as session:
        version = session.scalars(select(Version).where(Version.entrant.has(party_id=party))).one()
        session.add(PrivateLog(game_id=played.game, seat=9, version_id=version.id, written=0, printed=WORD))
    with site.database.writing() as session:
        forget_leftovers(session)
    assert WORD not in everything(site)["private_log.printed"]
    assert "hello" in everything(site)["private_log.printed"]


TALKS = f"""
from playfunc import Card


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    print("{WORD} was here")
    raise ValueError("{WORD} raised this")
"""


def test_a_real_upload_names_its_owner_in_no_text_that_stays(ladders: Site) -> None:
    """What the inventory calls words of ours is so, also where source, output, traceback and file name hold the id."""
    party = account(ladders, WORD)
    viewer = Viewer(party.id, party.party_id, WORD, "student")
    accept(ladders, viewer, "hearts", f"{WORD}.py", TALKS.encode(), "page")
    while work_off(ladders, "tester", ("admission", "meeting")):
        pass
    named = {column for column, text in everything(ladders).items() if WORD in text}
    assert {"account.login", "version.source", "version.filename", "admission.private"} <= named
    fates = {f"{entry.table}.{name}": fate for entry in INVENTORY for name, fate in entry.fates.items()}
    assert [column for column in sorted(named) if fates[column] is Fate.STAYS] == []
    forget_ada(ladders)
    assert [column for column, text in everything(ladders).items() if WORD in text] == []
