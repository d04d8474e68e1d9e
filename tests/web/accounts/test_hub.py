import pytest
from playfunc_web.accounts.hub import VARIABLES, Hub, account_of_hub
from playfunc_web.accounts.people import (
    LONGEST_NAME,
    clean,
    likeness,
    make_account,
    make_party,
    refuse_likeness,
)
from playfunc_web.database import now
from playfunc_web.database.tables import Party
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.site import Settings, Site
from sqlalchemy.orm import Session


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ada\tLovelace \n", "Ada Lovelace"),
        ("Ada\r\nSet-Cookie: x", "Ada Set-Cookie: x"),
        ("Ada\u202eecalevoL\u2066\u200b\u200f", "AdaecalevoL"),
        ("Ada\0\x1b[31m\x7f\x85", "Ada[31m"),
        ("\ud800Ada", "Ada"),
        ("Ada\u00a0\u3000L.", "Ada L."),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # pages escape it
        ("Zoë Müller-李", "Zoë Müller-李"),
        ("x" * 500, "x" * LONGEST_NAME),
        (" \u202e ", ""),
    ],
)
def test_a_name_is_kept_as_far_as_it_prints_on_one_line(given: str, kept: str) -> None:
    assert clean(given) == kept
    assert clean(kept) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("basic", "Basic"),
        ("basic", "ＢＡＳＩＣ"),
        ("basic", "b a-s_i.c"),
        ("basic", "bаsіс"),  # Cyrillic а, і and с
        ("basic", "BASΙC"),  # Greek iota
        ("basic", "bas1c"),
        ("Bill Gold", "BiII G0ld"),
        ("strasse", "STRAẞE"),
        ("Zoë", "ZOE"),
        ("ﬁnn", "finn"),
        ("ВОТ", "BOT"),  # Cyrillic capitals
    ],
)
def test_names_that_a_reader_takes_for_each_other_look_alike(one: str, other: str) -> None:
    assert one != other
    assert likeness(one) == likeness(other) != ""


def test_names_that_differ_for_a_reader_differ() -> None:
    names = ["Ada", "Adam", "Иван", "Ирина", "राम", "रमा", "李", "林", "Olga", "Oleg", "team 1", "team 2"]
    assert len({likeness(name) for name in names}) == len(names)


def named(session: Session, name: str, **more: object) -> Party:
    party = make_party(session, "person", name)
    for key, value in more.items():
        setattr(party, key, value)
    session.flush()
    return party


def test_what_others_are_called_is_taken_and_what_they_hide_is_free(site: Site) -> None:
    with site.database.writing() as session:
        make_party(session, "house", "advanced")
        make_account(session, "tutor", name="Grace H.", role="staff")
        hidden = named(session, "Hidden Name")
        named(session, "Open Name", open_name=True)
        named(session, "Left Behind", open_name=True, withdrawn=1.0)
        mine = named(session, "")
        pseudonym = hidden.pseudonym
        for taken in (
            "Advanced",
            "аdvanced",
            "grace h",
            "open-name",
            pseudonym.upper(),
            "Withdrawn Player",
            "STAFF",
        ):
            mine.name = taken
            with pytest.raises(ProblemError, match="nearly so") as refused:
                refuse_likeness(session, mine)
            assert refused.value.status == 409
        for free in ("Hidden Name", "Left Behind", "Ada", mine.pseudonym):
            mine.name = free
            refuse_likeness(session, mine)
        for empty in ("", "★ ☆", "--"):
            mine.name = empty
            with pytest.raises(ProblemError, match="letters or digits"):
                refuse_likeness(session, mine)


# What the site decides about people of a hub; tests/web/test_jupyterhub.py logs in through a real one.
SETTINGS = Settings(hub=True, hub_admins=("grace",))


def test_a_person_of_the_hub_gets_an_account_once(site: Site) -> None:
    with site.database.writing() as session:
        first = account_of_hub(session, "ada", SETTINGS)
        assert (first.source, first.role, first.password) == ("hub", "student", None)
        assert account_of_hub(session, "ada", SETTINGS) is first


def test_somebody_of_the_class_list_keeps_group_and_role(site: Site) -> None:
    with site.database.writing() as session:
        listed = make_account(session, "bob", source="class", role="staff")
        assert account_of_hub(session, "bob", SETTINGS) is listed
        assert (listed.role, listed.source) == ("staff", "class")


@pytest.mark.parametrize("source", ["local", "lti"])
def test_an_account_of_another_kind_is_not_entered_through_the_hub(site: Site, source: str) -> None:
    with site.database.writing() as session:
        make_account(session, "admin", source=source, role="admin")
        with pytest.raises(ProblemError, match="has a password of this site") as refused:
            account_of_hub(session, "admin", SETTINGS)
    assert refused.value.status == 403


def test_administrators_are_those_of_the_settings_and_no_longer_when_they_are_not(site: Site) -> None:
    with site.database.writing() as session:
        assert account_of_hub(session, "grace", SETTINGS).role == "admin"
        assert account_of_hub(session, "grace", Settings(hub=True)).role == "student"


def test_a_closed_account_stays_closed(site: Site) -> None:
    with site.database.writing() as session:
        account_of_hub(session, "ada", SETTINGS).disabled = now()
        with pytest.raises(ProblemError, match="open it again"):
            account_of_hub(session, "ada", SETTINGS)


def test_a_name_that_is_no_login_is_refused(site: Site) -> None:
    with site.database.writing() as session, pytest.raises(ProblemError, match="A login has up to"):
        account_of_hub(session, "<script>", SETTINGS)


def test_a_site_that_is_not_told_of_its_hub_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SiteError, match=r"JUPYTERHUB_API_TOKEN, JUPYTERHUB_API_URL, .* are not set"):
        Hub.of(SETTINGS, b"key")
    for name in VARIABLES:
        monkeypatch.setenv(name, "http://127.0.0.1:9/hub/api")
    with pytest.raises(SiteError, match="set base_url too"):
        Hub.of(SETTINGS, b"key")
