"""Columns that are known by name, by content, or by the settings, in any order."""

import csv
import io

import pytest
from playfunc_checks.sheet_columns import RECOGNIZED, SheetColumns
from playfunc_classroom.intake.columns import SheetError, amount, recognized, unrecognized
from sheets import MOODLE, moodle_sheet, shuffled

ROLES = {"number", "name", "id", "email", "grade", "maximum", "submitted", "comments"}
FINNISH = (
    "Tunniste,Koko nimi,Opiskelijanumero,Sähköposti,Tila,Arvosana,Enimmäisarvosana,Voi muuttaa,Muokattu,Arvioitu,"
    "Palaute\n"
    'Osallistuja 4711,Ana,s100,ana@x,,,"100,00",Kyllä,2026-11-30 23:03,-,\n'
    'Osallistuja 4712,Bo,s101,bo@x,,"7,5","100,00",Kyllä,2026-11-29 23:03,2026-12-01 10:00,\n'
)


def columns_of(text, mapping=RECOGNIZED):
    header, *rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    found = recognized(header, list(zip(*rows, strict=True)), mapping)
    return {role: header[column] for role, column in found.items()}


@pytest.mark.parametrize("language", MOODLE)
@pytest.mark.parametrize("seed", range(3))
def test_a_sheet_in_a_known_language_is_known_by_its_names_in_any_order(language, seed):
    text = moodle_sheet(language)
    assert set(columns_of(text)) == ROLES
    assert columns_of(shuffled(text, seed)) == columns_of(text)


def test_another_language_is_known_by_what_stands_in_the_columns():
    assert columns_of(FINNISH) == {
        "number": "Tunniste",
        "email": "Sähköposti",
        "maximum": "Enimmäisarvosana",
        "grade": "Arvosana",
        "submitted": "Muokattu",
    }


@pytest.mark.parametrize("seed", range(3))
def test_there_the_grade_is_known_by_its_place_alone(seed):
    found = columns_of(shuffled(FINNISH, seed))
    assert {role: found[role] for role in ("number", "email", "maximum", "submitted")} == {
        "number": "Tunniste",
        "email": "Sähköposti",
        "maximum": "Enimmäisarvosana",
        "submitted": "Muokattu",
    }
    assert "grade" not in found, "another column must not be taken for it"


def test_the_settings_come_first_and_may_be_wrong():
    mapping = SheetColumns(id="Opiskelijanumero", comments="Palaute")
    assert columns_of(FINNISH, mapping)["id"] == "Opiskelijanumero"
    with pytest.raises(SheetError, match=r"grade names the column 'Pisteet', which is not among: Tunniste"):
        columns_of(FINNISH, SheetColumns(grade="Pisteet"))


def test_a_column_that_is_not_recognized_is_told_with_what_to_write():
    assert unrecognized("grade", ["a", "b"]) == (
        "the column of grades was not recognized among: a, b. Name it in playfunc.toml, in the table [sheet]: "
        'grade = "…"'
    )


@pytest.mark.parametrize(
    ("text", "value"), [("100.00", 100), ("100,00", 100), (" 7,5", 7.5), ("", None), ("-", None)]
)
def test_numbers_have_a_point_or_a_comma(text, value):
    assert amount(text) == value
