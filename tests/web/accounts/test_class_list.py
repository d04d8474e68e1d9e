from __future__ import annotations

from pathlib import Path

import pytest
from playfunc_web.accounts.class_list import Enrolled, Person, enrol, read_class_list
from playfunc_web.accounts.invitations import invitations
from playfunc_web.accounts.people import account_of
from playfunc_web.database.tables import Party
from playfunc_web.errors import SiteError
from playfunc_web.ladders.ladders import entrant_of, ladder_named
from playfunc_web.site import Site
from sqlalchemy import select


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
        assert ada is not None
        assert bob is not None
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
        assert ada is not None
        assert (ada.name, ada.party.kind, ada.party.name) == ("Ada L.", "group", "blue")
        assert session.scalars(select(Party.id).where(Party.name == "Ada")).all() == []
        assert tutor is not None
        assert (tutor.role, tutor.party.kind) == ("staff", "staff")
        assert root is not None
        assert root.role == "admin"
        enrol(session, [Person("tutor", role="student")])
        assert (tutor.role, tutor.party.kind) == ("student", "person")
        assert enrol(session, [Person("ada"), Person("tutor")]) == Enrolled()


def test_somebody_who_uploaded_alone_stays_alone(ladders: Site) -> None:
    with ladders.database.writing() as session:
        enrol(session, [Person("ada")])
        ada = account_of(session, "ada")
        assert ada is not None
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
            assert account is not None
            assert account.name == account.party.name
            names[login] = account.name
        assert names == {
            **hostile,
            "bob": "Bobevil",
            "cyd": "Cyd Set-Cookie: x",
            "fay": "F" * 60,
        }
        table = invitations(session, "https://ladder.example")
    assert "\ndan,'=cmd|" in table.replace("\r", "")
