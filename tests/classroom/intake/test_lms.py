"""Names and sheets as Moodle and Canvas make them."""

import csv
import io

import pytest
from playfunc_classroom.intake.lms import SheetError, filled, parse_name, read_sheet, student_ids

SUBMITTED = "Submitted for grading"
MOODLE = f"""\ufeffIdentifier,"Full name","ID number","Email address",Status,Grade,"Maximum Grade",\
"Grade can be changed","Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 4711","Ana Lópes",s100,ana@uni.example,"{SUBMITTED}",,100.00,Yes,"Monday, 30 November 2026, 11:03 PM",-,
"Participant 4712","Bo, ""Bob"" O'Neil",,bo.oneil@uni.example,"{SUBMITTED}",,100.00,Yes,"1 December 2026, 9:00",-,"=1+1"
"Participant 4713",李雷,,,"No submission",,100.00,Yes,-,-,
"""

CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Hearts (5501),Other work (5502),Final Score
    Points Possible,,,,,100,10,(read only)
"Lopes, Ana",815,u815,ana@uni.example,T1,,7,70
"O'Neil, Bo",816,u816,bo,T1,,,0
"Student, Test",817,,,T1,,,0
"""


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
    found = parse_name(path)
    assert (found.system, found.key, found.file, found.late) == (system, key, file, late)


@pytest.mark.parametrize(
    "path",
    [
        "hearts.ipynb",
        "read_1.txt",
        "Ana_4711_assignsubmission_onlinetext_/onlinetext.html",
        # A student who calls themself, or a file, so that it looks like another's.
        "Eve_4711_assignsubmission_file__4712_assignsubmission_file_/hearts.ipynb",
        "Eve_4712_assignsubmission_file_x_4711_assignsubmission_file_hearts.ipynb",
    ],
)
def test_what_is_no_submitted_file(path):
    assert parse_name(path) is None


def test_ids_come_from_the_sheets():
    assert student_ids(read_sheet(MOODLE)) == {"4711": "s100", "4712": "bo.oneil", "4713": "4713"}
    assert student_ids(read_sheet(CANVAS)) == {"815": "ana", "816": "bo", "817": "student-test-817"}


def test_two_of_the_same_id_get_their_numbers_in_it():
    sheet = read_sheet(CANVAS.replace(",bo,", ",ana,"))
    assert student_ids(sheet)["815"] == "lopes-ana-815"
    assert student_ids(sheet)["816"] == "o-neil-bo-816"


def test_moodle_gets_its_worksheet_back_with_the_grades_alone_changed():
    before = list(csv.DictReader(io.StringIO(MOODLE.removeprefix("\ufeff"))))
    after = list(csv.DictReader(io.StringIO(filled(read_sheet(MOODLE), {"s100": 71.5}, "hearts", 100.0))))
    assert list(after[0]) == list(before[0])
    assert [row.pop("Grade") for row in after] == ["71.5", "", ""]
    for row in before:
        del row["Grade"]
    assert after == before


def test_canvas_gets_its_students_and_one_column_back():
    after = list(
        csv.DictReader(io.StringIO(filled(read_sheet(CANVAS), {"ana": 71.5, "bo": 60.0}, "hearts", 100.0)))
    )
    assert list(after[0]) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Hearts (5501)"]
    assert [row["Hearts (5501)"] for row in after] == ["100", "71.5", "60", ""]
    assert after[0]["Student"] == "    Points Possible"


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        (CANVAS, "Chess", "5501"),
        (CANVAS.replace(",100,10,", ",50,10,"), "hearts", "worth 50 points there"),
        (MOODLE.replace("100.00", "80.00"), "hearts", "worth 80 points there"),
    ],
)
def test_a_sheet_that_does_not_fit_is_refused(text, column, words):
    with pytest.raises(SheetError, match=words):
        filled(read_sheet(text), {"ana": 1.0, "s100": 1.0}, column, 100.0)


@pytest.mark.parametrize("most", [90.0, 110.0])
def test_marks_of_another_maximum_are_refused(most):
    for sheet in (MOODLE, CANVAS):
        with pytest.raises(SheetError, match="worth 100 points there"):
            filled(read_sheet(sheet), {}, "hearts", most)


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "Identifiant,Note\nParticipant 1,\n"])
def test_what_is_no_sheet_says_what_was_expected(text):
    with pytest.raises(SheetError, match="grading worksheet"):
        read_sheet(text)
