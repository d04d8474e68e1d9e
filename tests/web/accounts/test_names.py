from __future__ import annotations

import pytest
from playfunc_web.accounts.names import LONGEST_NAME, clean, likeness, refuse_likeness
from playfunc_web.accounts.people import make_account, make_party
from playfunc_web.database.tables import Party
from playfunc_web.errors import ProblemError
from playfunc_web.site import Site
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
