"""Names of files and times as learning platforms make them."""

from datetime import datetime

import pytest
from playfunc_checks.course_settings import RECOGNIZED, SheetColumns
from playfunc_classroom.intake.learning_systems import MONTHS, made_up_id, parse_name, read_time


# Names of files as Moodle, Canvas and other systems make them.
@pytest.mark.parametrize(
    ("path", "system", "key", "file", "late"),
    [
        ("Ana Lópes_4711_assignsubmission_file_/hearts.ipynb", "moodle", "4711", "hearts.ipynb", False),
        ("Ana Lópes_4711_assignsubmission_file/hearts.ipynb", "moodle", "4711", "hearts.ipynb", False),
        ("Ana Lópes_4711_assignsubmission_file_hearts.ipynb", "moodle", "4711", "hearts.ipynb", False),
        ("Jean_Luc O'N-2_9_assignsubmission_file_/a b/my_1_2_x.ipynb", "moodle", "9", "a b/my_1_2_x.ipynb", False),
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
)  # fmt: skip
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


# Times in the languages of learning platforms.
@pytest.mark.parametrize(
    "text",
    [
        "Monday, 30 November 2026, 11:03 PM",
        "Monday, November 30, 2026, 11:03 PM",
        "Montag, 30. November 2026, 23:03",
        "lunes, 30 de noviembre de 2026, 23:03",
        "lunedì, 30 novembre 2026, 23:03",
        "lundi 30 novembre 2026, 23:03",
        "segunda-feira, 30 de novembro de 2026 às 23:03",
        "maandag, 30 november 2026, 23:03",
        "30.11.2026 23:03",
        "2026-11-30 23:03",
        "2026-11-30T23:03:00",
    ],
)
def test_the_same_moment_in_every_language(text):
    assert read_time(text) == datetime(2026, 11, 30, 23, 3)


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("martes, 3 de junio de 2026, 09:05", 6),
        ("maandag, 2 maart 2026, 9:05", 3),
        ("Dienstag, 3. März 2026, 09:05", 3),
        ("mardi 7 juillet 2026, 09:05", 7),
        ("martedì, 7 luglio 2026, 09:05", 7),
        ("dimarts, 2 juny 2026, 09:05", 6),
    ],
)
def test_a_weekday_is_no_month(text, month):
    assert read_time(text).month == month


def test_midnight_noon_and_offsets():
    assert read_time("Tuesday, 1 December 2026, 12:00 AM").hour == 0
    assert read_time("Tuesday, 1 December 2026, 12:00 PM").hour == 12
    assert read_time("2026-11-30 23:58+01:00").isoformat() == "2026-11-30T23:58:00+01:00"
    assert read_time("2026-11-30 23:58 UTC").isoformat() == "2026-11-30T23:58:00+00:00"


@pytest.mark.parametrize(
    "text", ["", "-", "soon", "2026-12-01", "03/04/2026 10:00", "31 Brumaire 2026, 9:00"]
)
def test_what_names_no_day_and_hour_is_refused(text):
    with pytest.raises(ValueError, match="is no "):
        read_time(text)


def test_no_beginning_stands_for_two_months():
    words = [word for month in MONTHS for word in month]
    assert len(words) == len(set(words))
