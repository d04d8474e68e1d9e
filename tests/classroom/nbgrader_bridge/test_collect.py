"""Times and people from the sheets of a download, and files that are litter."""

from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playfunc_checks.course_settings import RECOGNIZED
from playfunc_classroom.intake.learning_systems import SheetError
from playfunc_classroom.nbgrader_bridge.collect import (
    _is_misnamed,
    is_litter,
    lms_path,
    read_moment,
    read_people,
    read_times,
)

BERLIN = ZoneInfo("Europe/Berlin")
SHEET = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Last modified (submission)\n"
    'Participant 1,Ana,ana,,,,100,"Monday, 30 November 2026, 11:03 PM"\n'
    "Participant 2,Bo,bo,,,,100,-\n"
)


def test_a_time_without_a_zone_is_the_courses_and_an_offset_counts():
    assert read_moment("Monday, 30 November 2026, 11:03 PM", BERLIN).time == "2026-11-30T22:03:00+00:00"
    named = read_moment("2026-11-30 23:58+00:00", BERLIN)
    assert (named.time, named.zone) == ("2026-11-30T23:58:00+00:00", "")


def test_people_and_times_come_from_the_sheet_and_times_csv_wins(tmp_path):
    (tmp_path / "sheet.csv").write_text(SHEET)
    people = read_people(tmp_path, BERLIN, RECOGNIZED)
    assert set(people.ids.values()) == {"ana", "bo"}
    assert set(people.times) == {"ana"}, "Bo's line has no time"
    assert people.notes == ()
    (tmp_path / "times.csv").write_text("student,submitted\nana,2026-12-01 08:00\n")
    assert read_people(tmp_path, BERLIN, RECOGNIZED).times["ana"].time == "2026-12-01T07:00:00+00:00"


def test_times_that_cannot_be_read_are_told(tmp_path):
    (tmp_path / "sheet.csv").write_text(SHEET.replace("30 November 2026", "kuun lopulla"))
    (told,) = read_people(tmp_path, BERLIN, RECOGNIZED).notes
    assert told.startswith("1 times in the sheet could not be read, such as 'Monday, kuun lopulla, 11:03 PM'")


@pytest.mark.parametrize("text", ["who,when\nana,2026-12-01\n", "student,submitted\nana,soon\n"])
def test_a_times_csv_that_cannot_be_read_says_what_it_needs(tmp_path, text):
    (tmp_path / "times.csv").write_text(text)
    with pytest.raises(SheetError, match=r"times\.csv needs the columns student and submitted"):
        read_times(tmp_path / "times.csv", BERLIN)


@pytest.mark.parametrize(
    ("name", "text", "misnamed"),
    [
        ("hearts", '{"cells": []}', True),
        ("hearts.ipynb.txt", '\n {"cells": [{}]}', True),
        ("shots.json", '{"cells": 3}', False),
        ("hearts.ipynb", '{"cells": []}', False),
        ("notes.txt", "cells", False),
        ("deep.json", "{" * 5000, False),
        ("._hearts", '{"cells": []}', False),
    ],
)
def test_a_notebook_is_known_by_its_content_whatever_it_is_called(tmp_path, name, text, misnamed):
    (tmp_path / name).write_text(text)
    assert _is_misnamed(tmp_path / name) is misnamed


def test_litter_of_systems_and_tools_is_no_submission():
    assert is_litter(Path("a/__MACOSX/hearts.ipynb"))
    assert is_litter(Path("a/.ipynb_checkpoints/hearts-checkpoint.ipynb"))
    assert not is_litter(Path("a/hearts.ipynb"))


def test_the_path_in_the_zip_has_no_folder_of_ours():
    assert lms_path(Path("x/000001/Ana_1/hearts.ipynb"), Path("x")) == "Ana_1/hearts.ipynb"
