import threading
from dataclasses import replace

import pytest
from playfunc_web.access import Viewer, shown_name
from playfunc_web.accounts.people import make_account
from playfunc_web.admission.uploads import accept
from playfunc_web.database.tables import (
    Account,
    Admission,
    Audit,
    Entrant,
    Entry,
    Forgotten,
    Link,
    Login,
    MeetingGame,
    Party,
    PrivateLog,
    Seat,
    Version,
)
from playfunc_web.forget import (
    INVENTORY,
    Fate,
    Kept,
    digest_of,
    find_person,
    forget,
    forget_again,
    forget_leftovers,
    overwrite,
    rows_of,
)
from playfunc_web.retention import DAY, PRUNED, prune, prune_daily, sources_end
from playfunc_web.site import Settings, Site
from playfunc_web.worker import work_off
from site_people import WORD, everything, plant, play
from sqlalchemy import func, select
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


NEVER = Settings()
ENDED = replace(NEVER, course_end="2026-12-18")


def count(site: Site, table: type) -> int:
    with site.database.reading() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def pruned(site: Site, settings: Settings, days: float) -> None:
    """Prune so many days after the present."""
    from playfunc_web.database import now

    with site.database.writing() as session:
        prune(session, settings, now() + days * DAY)


def test_every_kind_of_time_is_pruned() -> None:
    assert set(PRUNED) == {entry.kept for entry in INVENTORY} - {Kept.SITE, Kept.PERSON}


def test_logs_go_after_30_days_and_tracebacks_after_90(site: Site) -> None:
    play(site, "ada", "bob")
    with site.database.writing() as session:
        session.scalars(select(PrivateLog)).all()[0].traceback = ""
    pruned(site, NEVER, 29)
    assert (count(site, PrivateLog), count(site, MeetingGame)) == (2, 2)
    pruned(site, NEVER, 31)
    assert count(site, MeetingGame) == 0
    with site.database.reading() as session:
        log = session.scalars(select(PrivateLog)).one()
        assert (log.printed, log.memories, log.traceback) == ("", [], "KeyError")
        assert session.scalars(select(Admission)).all()[0].private == {"printed": "p"}
    pruned(site, NEVER, 91)
    assert count(site, PrivateLog) == 0
    with site.database.reading() as session:
        admission = session.scalars(select(Admission)).all()[0]
        assert (admission.private, admission.findings, admission.verdict) == ({}, [], "Admitted.")


def test_sources_stay_until_half_a_year_after_the_course(site: Site) -> None:
    """18 December and 183 days are 19 June: on the 20th sources are gone, and built-in players play on."""
    play(site, "ada", "bob", "house")
    with site.database.writing() as session:
        session.scalars(select(Entrant).order_by(Entrant.id)).all()[-1].house = "basic"
    with site.database.writing() as session:
        end = sources_end(session, ENDED)
        assert end is not None
        prune(session, ENDED, end - 1)
        assert len(session.scalars(select(Version).where(Version.source.is_not(None))).all()) == 3
        prune(session, ENDED, end)
        kept = session.scalars(select(Version).where(Version.source.is_not(None))).all()
        assert [version.entrant.house for version in kept] == ["basic"]
        assert [
            entrant.active is None for entrant in session.scalars(select(Entrant).order_by(Entrant.id))
        ] == [True, True, False]


def test_the_day_of_the_end_is_counted_where_the_course_is(site: Site) -> None:
    with site.database.reading() as session:
        berlin = sources_end(session, replace(ENDED, timezone="Europe/Berlin"))
        utc = sources_end(session, ENDED)
    assert (berlin, utc) == (1813442400.0, 1813449600.0), "the first moment of 20 June 2027"


def test_without_an_end_the_last_upload_ends_the_course(site: Site) -> None:
    play(site, "ada", "bob", "house")
    with site.database.writing() as session:
        session.scalars(select(Entrant).order_by(Entrant.id)).all()[-1].house = "basic"
        uploads = session.scalars(select(Version).order_by(Version.id)).all()
        for days, version in zip((0, 100, 9000), uploads, strict=True):
            version.uploaded = days * DAY
        assert sources_end(session, NEVER) == (100 + 183) * DAY
        prune(session, NEVER, 283 * DAY - 1)
        assert all(version.source is not None for version in uploads)
        prune(session, NEVER, 283 * DAY)
        session.expire_all()
        assert [version.source is None for version in uploads] == [True, True, False]
        assert sources_end(session, NEVER) is None


def test_sessions_links_and_the_audit_end(site: Site) -> None:
    play(site, "ada", "bob")
    pruned(site, NEVER, 13)
    assert (count(site, Login), count(site, Link), count(site, Audit)) == (2, 2, 2)
    pruned(site, NEVER, 15)
    assert (count(site, Login), count(site, Link), count(site, Audit)) == (0, 0, 2)
    pruned(site, NEVER, 366)
    assert count(site, Audit) == 0


def test_the_site_prunes_by_itself(site: Site) -> None:
    play(site, "ada", "bob")
    with site.database.writing() as session:
        for log in session.scalars(select(PrivateLog)):
            log.written -= 100 * DAY
    stop = threading.Event()
    thread = prune_daily(site, stop)
    deadline = threading.Event()
    for _ in range(1200):
        if count(site, PrivateLog) == 0:
            break
        deadline.wait(0.05)
    assert count(site, PrivateLog) == 0
    stop.set()
    thread.join(60)
    assert not thread.is_alive()


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
