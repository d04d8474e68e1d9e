"""Lists beside `playfunc.toml`: columns in any case, lines for one assignment or for all, unknown ones refused."""

import pytest
from course_assignments import copy_settings
from playfunc_checks.settings import SettingsError
from playfunc_classroom.people.lists import lines_for


def listed(tmp_path, text, assignment="hearts"):
    copy_settings(tmp_path)
    path = tmp_path / "extensions.csv"
    path.write_text(text, encoding="utf-8")
    return list(lines_for(path, assignment))


def test_lines_are_numbered_as_an_editor_does_and_values_stripped(tmp_path):
    rows = listed(tmp_path, "\ufeffStudent , DAYS\n ann ,2\nbob,\n")
    assert rows == [(2, {"student": "ann", "days": "2"}), (3, {"student": "bob", "days": ""})]


def test_a_line_holds_for_the_assignment_that_it_names_or_for_all(tmp_path):
    text = "student,assignment\nann,hearts\nbob,\ncy,footsteps\n"
    assert [row["student"] for _, row in listed(tmp_path, text)] == ["ann", "bob"]
    assert [row["student"] for _, row in listed(tmp_path, text, "footsteps")] == ["bob", "cy"]


def test_an_assignment_that_there_is_none_of_is_refused_with_the_nearest(tmp_path):
    with pytest.raises(
        SettingsError, match=r"line 3: there is no assignment 'Heart'; did you mean 'hearts'\?"
    ):
        listed(tmp_path, "student,assignment\nann,hearts\nbob,Heart\n")


def test_without_the_file_there_are_no_lines(tmp_path):
    assert list(lines_for(tmp_path / "extensions.csv", "hearts")) == []
