from pathlib import Path
from threading import BoundedSemaphore

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from playfunc_web.access import shown_name
from playfunc_web.accounts import sessions
from playfunc_web.accounts.class_list import Enrolled, Person, enrol, invitations, read_class_list
from playfunc_web.accounts.people import (
    account_of,
    former_parties,
    has_played,
    join_group,
    make_account,
    make_party,
    party_of_group,
)
from playfunc_web.accounts.sessions import LEAST_CHARACTERS, MOST_CHARACTERS, hashed, matches, unmatched_hash
from playfunc_web.admission.copies import flag_copies
from playfunc_web.database import now
from playfunc_web.database.tables import Account, Entrant, Party, Version
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.forget import forget
from playfunc_web.ladders.ladders import entrant_of, ladder_named
from playfunc_web.ladders.schedule import field_of
from playfunc_web.privacy import disclose
from playfunc_web.site import Site
from playfunc_web.skullwhist import sessions as bots
from playfunc_web.skullwhist.bots import make_bot, may_play
from sqlalchemy import select
from sqlalchemy.orm import Session
from web_runs import admit

PLAYER = "def play(player_id, position, mine, theirs, previous):\n    return min(5, mine), None\n"


def named(session: Session, login: str) -> Account:
    found = account_of(session, login)
    assert found is not None
    return found


def playing(session: Session) -> list[int]:
    """The parties in the next run, built-in players apart."""
    return [e.party_id for e in field_of(session, ladder_named(session, "footsteps")) if not e.house]


def joined(session: Session) -> tuple[Entrant, Party]:
    """Ada, who has played alone, joins the group of Bob, which has played too: her former place, and the group."""
    former = admit(session, "ada", "footsteps", PLAYER)
    group = party_of_group(session, "blue")
    make_account(session, "bob", party=group)
    admit(session, "bob", "footsteps", PLAYER.replace("5", "6"))
    former.party.name, former.party.open_name = "Ada", True
    join_group(session, named(session, "ada"), "blue")
    return former, group


def upload(session: Session, login: str) -> int:
    entrant = admit(session, login, "footsteps", PLAYER)
    session.flush()
    assert entrant.active_id is not None
    return entrant.active_id


def test_the_group_plays_on_and_the_lone_player_stops(ladders: Site) -> None:
    with ladders.database.writing() as session:
        former, group = joined(session)
        assert named(session, "ada").party is group
        assert playing(session) == [group.id]
        assert former.active is None
        assert shown_name(former.party) == "withdrawn player"
        assert former.party.name == ""
        assert [version.state for version in former.versions] == ["admitted"], (
            "what was played stays as it was"
        )


def test_an_upload_that_waits_is_not_checked_any_more(ladders: Site) -> None:
    with ladders.database.writing() as session:
        former = admit(session, "ada", "footsteps", PLAYER)
        former.versions[0].state = "queued"
        session.flush()
        join_group(session, named(session, "ada"), "blue")
        session.expire_all()
        assert former.versions[0].state == "withdrawn"


def test_nothing_is_left_of_a_party_that_has_not_played(ladders: Site) -> None:
    with ladders.database.writing() as session:
        account = make_account(session, "ada", name="Ada")
        before = account.party_id
        join_group(session, account, "blue")
        assert session.get(Party, before) is None
        assert former_parties(session, account) == ()


def test_bots_come_along(ladders: Site) -> None:
    with ladders.database.writing() as session:
        account = make_account(session, "ada")
        bot = make_bot(session, "anns", None, now(), party_id=account.party_id)
        assert has_played(session, account.party)
        join_group(session, account, "blue")
        session.refresh(bot)
        assert bot.party_id == account.party_id
        assert may_play(session, bot)


def test_members_upload_what_they_uploaded_alone_without_being_flagged(ladders: Site) -> None:
    with ladders.database.writing() as session:
        joined(session)
        again = upload(session, "ada")
    assert flag_copies(ladders.database, again) == ""
    with ladders.database.writing() as session:
        theft = upload(session, "eve")
    assert "the same file as version" in flag_copies(ladders.database, theft)


def test_what_somebody_uploaded_alone_is_disclosed_and_forgotten_with_them_alone(
    ladders: Site, tmp_path: Path
) -> None:
    with ladders.database.writing() as session:
        former, group = joined(session)
        assert former_parties(session, named(session, "ada")) == (former.party_id,)
        assert former_parties(session, named(session, "bob")) == ()
        disclose(session, "ada", tmp_path / "ada")
        disclose(session, "bob", tmp_path / "bob")
        sources = [
            {path.read_text() for path in (tmp_path / who / "sources").iterdir()} for who in ("ada", "bob")
        ]
        assert sources == [{PLAYER, PLAYER.replace("5", "6")}, {PLAYER.replace("5", "6")}]
        pseudonym = former.party.pseudonym
        forget(session, ladders.key, "ada")
        kept = {v.entrant.party_id: v.source for v in session.scalars(select(Version)) if not v.entrant.house}
        assert kept == {former.party_id: None, group.id: PLAYER.replace("5", "6").encode()}
        assert former.party.pseudonym != pseudonym
        assert group.withdrawn is None


def test_a_group_that_leaves_nobody_behind_is_not_taken_for_a_built_in_player(ladders: Site) -> None:
    with ladders.database.writing() as session:
        empty = make_party(session, "person")
        account = make_account(session, "ada", party=empty)
        entrant = entrant_of(session, ladder_named(session, "footsteps"), empty)
        join_group(session, account, "blue")
        assert entrant.party.withdrawn is not None


def written(folder: Path, text: str) -> Path:
    path = folder / "class.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_everyone_in_the_list_gets_an_account_and_groups_share_a_party(site: Site, tmp_path: Path) -> None:
    path = written(tmp_path, "\ufefflogin,name,group,role\nada,Ada L.,blue,\nbob,,blue,\ntutor,,,staff\n")
    people = read_class_list(path)
    assert people[0] == Person("ada", "Ada L.", "blue", "student")
    with site.database.writing() as session:
        assert enrol(session, people).new == ("ada", "bob", "tutor")
        assert enrol(session, people) == Enrolled()
        ada, bob = account_of(session, "ada"), account_of(session, "bob")
        assert ada.party_id == bob.party_id
        assert ada.password is None


def test_a_later_list_changes_name_role_and_group_and_says_so(site: Site) -> None:
    with site.database.writing() as session:
        enrol(session, [Person("ada", "Ada"), Person("tutor"), Person("root", role="admin")])
        later = [
            Person("ada", "Ada L.", "blue"),
            Person("tutor", role="staff"),
            Person("root", role="student"),
        ]
        found = enrol(session, later)
        assert [(each.login, each.field, each.made) for each in found.changes] == [
            ("ada", "name", True),
            ("ada", "group", True),
            ("tutor", "role", True),
            ("root", "role", False),
        ]
        ada, tutor, root = (account_of(session, login) for login in ("ada", "tutor", "root"))
        assert (ada.name, ada.party.kind, ada.party.name) == ("Ada L.", "group", "blue")
        assert session.scalars(select(Party.id).where(Party.name == "Ada")).all() == []
        assert (tutor.role, tutor.party.kind) == ("staff", "staff")
        assert root.role == "admin"
        enrol(session, [Person("tutor", role="student")])
        assert (tutor.role, tutor.party.kind) == ("student", "person")
        assert enrol(session, [Person("ada"), Person("tutor")]) == Enrolled()


def test_somebody_who_uploaded_alone_stays_alone(ladders: Site) -> None:
    with ladders.database.writing() as session:
        enrol(session, [Person("ada")])
        ada = account_of(session, "ada")
        own = ada.party
        entrant_of(session, ladder_named(session, "hearts"), own)
        (change,) = enrol(session, [Person("ada", group="blue")]).changes
        assert not change.made
        assert "stays out of the group blue" in change.says
        assert "use “Move into a group” below" in change.says
        assert ada.party is own


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name\nAda\n", "line 1: expected the columns login, name, group and role"),
        ("", "got nothing"),
        ("login\nada\nada\n", "names ada more than once"),
        ("login\na b\n", "line 2: a login has up to 64"),
        ("login,group\nada,blue\u202e\n", "line 2: a group's name has up to 60"),
        (f"login,group\nada,{'x' * 61}\n", "line 2: a group's name has up to 60"),
        ('login,group\nada,"blue\nred"\n', "line 3: a group's name has up to 60"),
        ("login\n=cmd\n", "line 2: a login has up to 64"),
        ("login\n../ada\n", "line 2: a login has up to 64"),
        ("login,role\nada,king\n", "line 2: a role is one of student, staff, admin, got 'king'"),
    ],
)
def test_a_mistake_in_the_list_is_named_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SiteError, match=said):
        read_class_list(written(tmp_path, text))


def test_a_list_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="cannot be read"):
        read_class_list(tmp_path / "none.csv")


def test_names_are_kept_on_one_line_as_far_as_they_print(site: Site, tmp_path: Path) -> None:
    hostile = {
        "ada": "<script>alert(1)</script>",
        "bob": "Bob\u202e\u2066evil",
        "cyd": '"Cyd\r\nSet-Cookie: x"',
        "dan": "=cmd|' /C calc'!A0",
        "eve": "../../etc/passwd",
        "fay": "F" * 500,
    }
    text = "login,name\n" + "".join(f"{login},{name}\n" for login, name in hostile.items())
    with site.database.writing() as session:
        enrol(session, read_class_list(written(tmp_path, text)))
        names = {}
        for login in hostile:
            account = account_of(session, login)
            assert account.name == account.party.name
            names[login] = account.name
        assert names == {**hostile, "bob": "Bobevil", "cyd": "Cyd Set-Cookie: x", "fay": "F" * 60}
        table = invitations(session, "https://ladder.example")
    assert "\ndan,'=cmd|" in table.replace("\r", "")


def test_a_pseudonym_says_nothing_about_who_it_is(site: Site) -> None:
    with site.database.writing() as session:
        first, second = make_account(session, "ada"), make_account(session, "ada2")
        names = {first.party.pseudonym, second.party.pseudonym}
    assert len(names) == 2
    assert not any("ada" in name for name in names)


def test_members_of_a_group_share_its_party(site: Site) -> None:
    with site.database.writing() as session:
        party = party_of_group(session, "blue")
        assert party_of_group(session, "blue") is party
        make_account(session, "ada", party=party)
        make_account(session, "bob", party=party)
        assert {account.login for account in party.accounts} == {"ada", "bob"}


def test_a_login_is_taken_once(site: Site) -> None:
    with site.database.writing() as session:
        make_account(session, "ada")
        with pytest.raises(ProblemError, match="an account ada already"):
            make_account(session, "ada")


@pytest.mark.parametrize("login", ["", "a b", "<b>", "a" * 65, ".a", "a\n", "ä", "a\ud800", "a\0"])
def test_what_is_no_login_is_refused(site: Site, login: str) -> None:
    with site.database.writing() as session:
        with pytest.raises(ProblemError, match="A login has up to 64"):
            make_account(session, login)
        assert account_of(session, login) is None


def test_staff_have_parties_of_their_own_kind(site: Site) -> None:
    with site.database.writing() as session:
        assert make_account(session, "tutor", role="staff").party.kind == "staff"
        assert make_party(session, "house", "basic").name == "basic"


def test_only_the_password_itself_matches() -> None:
    encoded = hashed("correct horse")
    assert encoded.startswith("$argon2id$")
    assert matches(encoded, "correct horse")
    assert not matches(encoded, "correct hors")


def test_an_account_without_a_password_matches_nothing() -> None:
    assert not matches(None, "nobody's password")
    assert not matches("", "")


@pytest.mark.parametrize("hasher", [sessions._HASHER, bots.HASHER])
def test_what_is_compared_where_no_account_is_takes_as_long_as_a_real_hash(hasher: PasswordHasher) -> None:
    unmatched = unmatched_hash(hasher)
    assert not hasher.check_needs_rehash(unmatched)
    assert len(unmatched) == len(hasher.hash("correct horse"))
    with pytest.raises(VerifyMismatchError):  # and not that it is no hash, which is known at once
        hasher.verify(unmatched, "correct horse")


@pytest.mark.parametrize("length", [0, LEAST_CHARACTERS - 1, MOST_CHARACTERS + 1])
def test_a_password_of_an_unfit_length_is_refused(length: int) -> None:
    with pytest.raises(ProblemError, match=f"this one has {length}"):
        hashed("a" * length)


def test_those_who_wait_leave_threads_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = BoundedSemaphore(2)
    monkeypatch.setattr(sessions, "_QUEUE", queue)
    with queue, queue, pytest.raises(ProblemError, match="few seconds") as refused:
        matches(None, "somebody's password")
    assert refused.value.status == 503
    assert ("Retry-After", "5") in refused.value.headers
    assert not matches(None, "somebody's password")  # and the places are free again
    assert queue.acquire(blocking=False)
