"""Whole sheets: whose row is whose, and marks that go back in with every other byte as it was."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc_checks.course_settings import RECOGNIZED, SheetColumns
from playfunc_classroom.intake.grade_sheet import (
    filled,
    notes_on,
    read_sheet,
    read_table,
    student_ids,
    without_students,
)
from playfunc_classroom.intake.learning_systems import SheetError, amount, recognized, unrecognized
from sheets import CANVAS, MOODLE, moodle_sheet, shuffled

IDS = {
    "4711": "s100",
    "4712": "bo.oneil",
    "4713": "s103",
    "4714": "anna-muller-4714",
    "4715": "anna-muller-4715",
    "4716": "4716",
}
MARKS = {"s100": 71.5, "anna-muller-4715": 60.0}


def sheet(text, mapping=RECOGNIZED, encoding="utf-8"):
    return read_sheet(text.encode(encoding), mapping)


def rows(data):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("language", MOODLE)
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_everybody_has_the_same_id_in_every_language_and_order(language, seed):
    text = moodle_sheet(language)
    assert student_ids(sheet(text if seed is None else shuffled(text, seed))) == IDS


def test_canvas_ids_come_from_the_login_then_the_sis_id_then_the_name():
    assert student_ids(sheet(CANVAS)) == {"815": "ana", "816": "bo", "817": "student-test-817"}
    shared = student_ids(sheet(CANVAS.replace(",bo,", ",ana,")))
    assert (shared["815"], shared["816"]) == ("lopes-ana-815", "o-neil-bo-816")


def test_who_shares_an_id_is_told_with_the_ids_to_use():
    (told,) = notes_on(sheet(moodle_sheet("German")))
    assert told == (
        "2 students on the sheet share 's200'. Their ids here are anna-muller-4714 (Anna Müller), anna-muller-4715 "
        "(Anna Müller)."
    )


def test_a_sheet_without_id_numbers_says_what_the_ids_are():
    text = moodle_sheet("English").replace("ID number", "Kenntnis")
    assert notes_on(sheet(text))[0].startswith("Ids are the part of the address before the @: the column of")


def test_a_sheet_that_takes_no_mark_is_told():
    (told,) = notes_on(sheet("Identifier,Full name,ID number\nParticipant 1,Ana,ana\nParticipant 2,Bo,bo\n"))
    assert told.startswith("No mark can be exported into this sheet: the column of grades was not recognized")


@pytest.mark.parametrize("language", MOODLE)
@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_moodle_gets_its_own_bytes_back_with_marks_and_comments(language, end, encoding):
    before = moodle_sheet(language, end).replace("李雷", "Li Lei")
    data = (before if encoding == "utf-8" else before.removeprefix("\ufeff")).encode(encoding)
    after = filled(read_sheet(data, RECOGNIZED), MARKS, "hearts", 100.0, {"s100": "well done"}).decode(
        encoding
    )
    comma = "71.5" if language == "English" else '"71,5"'
    expected = (before if encoding == "utf-8" else before.removeprefix("\ufeff")).split(end)
    for number, mark, comment in ((1, comma, '"<div class=""playfunc"">well done</div>"'), (5, "60", "")):
        head, _, tail = expected[number].partition("…,,")
        expected[number] = f"{head}…,{mark},{tail}{comment}"
    assert after == end.join(expected)


def test_what_a_person_wrote_into_the_comments_stays_and_ours_is_replaced():
    comments = {"s100": "first"}
    once = filled(sheet(moodle_sheet("English")), {"s100": 1.0}, "hearts", 100.0, comments)
    typed = once.replace(
        b'"<div class=""playfunc"">first</div>"', b'"Hi! <div class=""playfunc"">first</div> Bye"'
    )
    again = filled(read_sheet(typed, RECOGNIZED), {"s100": 1.0}, "hearts", 100.0, {"s100": r"new \1"})
    assert rows(again)[0]["Feedback comments"] == r'Hi! <div class="playfunc">new \1</div> Bye'


def test_canvas_gets_its_students_and_one_column_back():
    after = rows(filled(sheet(CANVAS), {"ana": 71.5, "bo": 60.0}, "hearts", 100.0, {"ana": "x"}))
    assert list(after[0]) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Hearts (5501)"]
    assert [row["Hearts (5501)"] for row in after] == ["100", "71.5", "60", ""]
    assert after[0]["Student"] == "    Points Possible"
    mixed = sheet(shuffled(CANVAS, 5))
    assert sorted(
        row["Hearts (5501)"] for row in rows(filled(mixed, {"ana": 71.5}, "hearts", 100.0, {}))
    ) == ["", "", "100", "71.5"]


def test_another_system_is_read_by_the_columns_that_the_settings_name():
    text = "login;Punkte;Bemerkung\nana;;\nbo;;\n"
    mapping = SheetColumns(id="login", grade="Punkte", comments="Bemerkung", files="{id}/{file}")
    found = sheet(text, mapping)
    assert (found.system, student_ids(found)) == ("other", {"ana": "ana", "bo": "bo"})
    assert filled(found, {"bo": 3.5}, "hearts", 100.0, {"bo": "fine"}).decode() == (
        'login;Punkte;Bemerkung\nana;;\nbo;3.5;"<div class=""playfunc"">fine</div>"\n'
    )


def test_a_student_s_rows_go_and_no_other_byte():
    before = moodle_sheet("Italian")
    lines = before.split("\r\n")
    gone = without_students(sheet(before), {"s103"})
    assert gone.decode() == "\r\n".join(line for line in lines if "Jürgen" not in line)


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        (CANVAS, "Chess", "5501"),
        (CANVAS.replace(",100,10,", ",50,10,"), "hearts", "worth 50 points there"),
        (moodle_sheet("German").replace("100,00", "80,00"), "hearts", "worth 80 points there"),
        (shuffled(moodle_sheet("German").replace("Bewertung,Best", "Arvo,Best"), 1), "hearts", "grade = "),
    ],
)
def test_a_sheet_that_does_not_fit_is_refused(text, column, words):
    with pytest.raises(SheetError, match=words):
        filled(sheet(text), {"ana": 1.0, "s100": 1.0}, column, 100.0, {})


@pytest.mark.parametrize("most", [90.0, 110.0])
def test_marks_of_another_maximum_are_refused(most):
    for text in (moodle_sheet("Spanish"), CANVAS):
        with pytest.raises(SheetError, match="worth 100 points there"):
            filled(sheet(text), {}, "hearts", most, {})


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "just words"])
def test_what_is_no_sheet_says_what_was_expected(text):
    with pytest.raises(SheetError, match="grading worksheet"):
        sheet(text)


def test_a_number_column_that_is_not_recognized_is_told_in_one_sentence():
    with pytest.raises(
        SheetError, match=r"number of each student was not recognized among: Kuka, .*number = "
    ):
        sheet("Kuka,Email address,Grade\n17,a@x,\n18,b@x,\n")


# Columns that are known by name, by content, or by the settings, in any order.
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


# CSV files, in which one cell changes and nothing else does.
ODD = 'a;b;"c;c"\r\n1;"2 ""zwei""";\r\n\r\n"x\ny";ü;3\rlast;;'


def test_every_cell_has_its_value_and_its_place():
    table = read_table(ODD.encode())
    assert table.separator == ";"
    assert table.header == ("a", "b", "c;c")
    assert [[row[n] for n in range(3)] for row in table.rows[1:]] == [
        ["1", '2 "zwei"', ""],
        ["", "", ""],
        ["x\ny", "ü", "3"],
        ["last", "", ""],
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("first", ["", "sep=;\r\n"])
def test_only_the_cell_that_is_given_changes(encoding, first):
    data = (first + ODD).encode(encoding)
    table = read_table(data)
    assert table.with_cells({}) == data
    changed = table.with_cells({(1, 1): "no; more", (4, 1): "new"}).decode(encoding)
    assert changed == first + ODD.replace('"2 ""zwei"""', '"no; more"').replace("last;;", "last;new;")


def test_a_row_goes_with_its_line_end_and_a_short_row_is_filled_up():
    table = read_table(b"a,b,c\r\n1,2,3\n4\r\n")
    assert table.without({1}) == b"a,b,c\r\n4\r\n"
    assert table.with_cells({(2, 2): "x"}) == b"a,b,c\r\n1,2,3\n4,,x\r\n"
    assert table.only([2, 0]).with_cells({}) == b"c,a\r\n3,1\n4\r\n"


def test_a_letter_that_the_encoding_lacks_is_written_as_html():
    table = read_table("Größe,b\n1,2\n".encode("cp1252"))
    assert table.with_cells({(1, 0): "−5 李"}) == "Größe,b\n&#8722;5 &#26446;,2\n".encode("cp1252")


@given(st.lists(st.lists(st.text("ab,;\"'\n\t ü"), min_size=3, max_size=3), min_size=1, max_size=4))
def test_cells_are_read_as_python_reads_them_and_written_so_that_it_reads_them(rows):
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(["p", "q", "r"])
    writer.writerows(rows)
    table = read_table(text.getvalue().encode())
    assert [[cell.value for cell in row.cells] for row in table.rows[1:]] == rows
    changed = table.with_cells({(1, 1): 'new "value", here'}).decode()
    expected = [["p", "q", "r"], [rows[0][0], 'new "value", here', rows[0][2]], *rows[1:]]
    assert list(csv.reader(io.StringIO(changed, newline=""))) == expected
