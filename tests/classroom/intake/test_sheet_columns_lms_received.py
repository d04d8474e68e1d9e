"""Whole sheets: whose row is whose, and marks that go back in with every other byte as it was."""

import csv
import io

import pytest
from playfunc_checks.course import RECOGNIZED, SheetColumns
from playfunc_classroom.intake.columns import SheetError, amount, recognized, unrecognized
from playfunc_classroom.intake.lms import made_up_id, parse_name
from playfunc_classroom.intake.received import Came, read_received, write_received
from playfunc_classroom.intake.sheet import filled, notes_on, read_sheet, student_ids, without_students
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


# Names of files as Moodle, Canvas and other systems make them.
@pytest.mark.parametrize(
    ("path", "system", "key", "file", "late"),
    [
        ("Ana Lópes_4711_assignsubmission_file_/hearts.ipynb", "moodle", "4711", "hearts.ipynb", False),
        ("Ana Lópes_4711_assignsubmission_file/hearts.ipynb", "moodle", "4711", "hearts.ipynb", False),
        ("Ana Lópes_4711_assignsubmission_file_hearts.ipynb", "moodle", "4711", "hearts.ipynb", False),
        (
            "Jean_Luc O'N-2_9_assignsubmission_file_/a b/my_1_2_x.ipynb",
            "moodle",
            "9",
            "a b/my_1_2_x.ipynb",
            False,
        ),
        ("Participant_4711_assignsubmission_file_/hearts.ipynb", "moodle", "4711", "hearts.ipynb", False),
        ("Ana_4711_assignsubmission_onlinetext_/onlinetext.html", "moodle", "4711", "onlinetext.html", False),
        ("lopesana_507_text.html", "canvas", "507", "text.html", False),
        ("lopesana_LATE_507_link.html", "canvas", "507", "link.html", True),
        ("lopesana_815_99123_hearts.ipynb", "canvas", "815", "hearts.ipynb", False),
        ("lopesana_LATE_815_99123_hearts-2.ipynb", "canvas", "815", "hearts.ipynb", True),
        ("lopesana_815_99123_my_hearts (1).ipynb", "canvas", "815", "my_hearts (1).ipynb", False),
        ("李雷_815_99123_hearts.ipynb", "canvas", "815", "hearts.ipynb", False),
        ("lopesana_815_99123_work.unpacked/in/hearts.ipynb", "canvas", "815", "in/hearts.ipynb", False),
        ("eve_815_99_work.unpacked/bo_816_1_hearts.ipynb", "canvas", "815", "bo_816_1_hearts.ipynb", False),
        ("all/eve_815_99_w.unpacked/a/b_816_1_h.ipynb", "canvas", "815", "a/b_816_1_h.ipynb", False),
    ],
)
def test_names_of_both_systems(path, system, key, file, late):
    found = parse_name(path, RECOGNIZED)
    assert (found.system, found.key, found.file, found.late) == (system, key, file, late)


@pytest.mark.parametrize(
    "path",
    [
        "hearts.ipynb",
        "read_1.txt",
        "lopesana_text.html",
        "Eve_4711_assignsubmission_onlinetext__4712_assignsubmission_file_/hearts.ipynb",
        # A student who calls themself, or a file, so that it looks like another's.
        "Eve_4711_assignsubmission_file__4712_assignsubmission_file_/hearts.ipynb",
        "Eve_4712_assignsubmission_file_x_4711_assignsubmission_file_hearts.ipynb",
    ],
)
def test_what_is_no_submitted_file(path):
    assert parse_name(path, RECOGNIZED) is None


def test_another_system_s_names_are_read_by_the_pattern_in_the_settings():
    ilias = SheetColumns(files="{any}/{name}_{id}/{file}")
    found = parse_name("multi_feedback/Lópes_Ana_ana.lopes/hearts.ipynb", ilias)
    assert (found.system, found.file) == ("other", "hearts.ipynb")
    assert (found.key, found.id) == ("ana.lopes", "ana.lopes")
    numbered = SheetColumns(files="{number}-{file}")
    assert parse_name("4711-hearts.ipynb", numbered).key == "4711"
    assert parse_name("Ana_4711_assignsubmission_file_/hearts.ipynb", numbered) is None


def test_an_id_is_made_of_name_and_number_in_plain_letters():
    assert made_up_id("Jürgen Größe, Æ", "4711") == "jurgen-groe-4711"
    assert made_up_id("李雷", "4713") == "4713"


# Times of uploads with the zone they were read in: what compares, and what a corrected zone changes.
IN_BERLIN = Came("2026-11-30T22:03:00+00:00", "Europe/Berlin", "sheet")
IN_TOKYO = Came("2026-11-30T14:03:00+00:00", "Asia/Tokyo", "sheet")
WITH_OFFSET = Came("2026-11-30T22:03:00+00:00", "", "sheet")


def test_the_clock_is_what_was_written():
    assert str(IN_BERLIN.clock) == str(IN_TOKYO.clock) == "2026-11-30 23:03:00"
    assert WITH_OFFSET.clock == WITH_OFFSET.moment


def test_a_corrected_zone_is_told_from_another_time():
    assert IN_BERLIN.same_clock(IN_TOKYO)
    assert not IN_BERLIN.same_clock(IN_BERLIN)
    assert not IN_BERLIN.same_clock(WITH_OFFSET)
    assert not IN_BERLIN.same_clock(Came("2026-11-30T14:04:00+00:00", "Asia/Tokyo", "sheet"))


def test_only_times_of_one_kind_are_compared():
    later = Came("2026-11-30T22:04:00+00:00", "Europe/Berlin", "sheet")
    assert IN_BERLIN.before(later)
    assert not later.before(IN_BERLIN)
    assert not IN_BERLIN.before(Came(later.time, "Europe/Berlin", "file"))
    assert not WITH_OFFSET.before(later)


def test_what_is_written_is_read_again_by_student(tmp_path):
    received = {"zoe": IN_TOKYO, "ann": WITH_OFFSET}
    write_received(tmp_path, "hearts", received)
    assert read_received(tmp_path, "hearts") == received
    assert read_received(tmp_path, "footsteps") == {}


@pytest.mark.parametrize("text", ["", "[1]", '{"ann": {"time": "x"}}', '{"ann": 3}'])
def test_a_damaged_file_counts_as_none(tmp_path, text):
    write_received(tmp_path, "hearts", {})
    (tmp_path / "downloaded/hearts/received.json").write_text(text)
    assert read_received(tmp_path, "hearts") == {}
