"""Groups and other lists beside `playfunc.toml`, and ids that nobody has."""

import re

import pytest
from course_assignments import copy_settings
from playfunc_checks.settings import SettingsError
from playfunc_classroom.groups import lines_for, marked_member, read_groups, require_submission


# Lists beside `playfunc.toml`: columns in any case, lines for one assignment or for all, unknown ones refused.
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


# Groups are read, and mistakes in the file are named.
def test_groups_are_read_and_wrong_ones_named(tmp_path):
    copy_settings(tmp_path)
    assert read_groups(tmp_path, "hearts") == {}
    (tmp_path / "groups.csv").write_text(
        "group,student,assignment\nred,ann,hearts\nred,bob,\nblue,cleo,footsteps\n"
    )
    groups = read_groups(tmp_path, "hearts")
    assert groups == {"ann": ("ann", "bob"), "bob": ("ann", "bob")}
    assert marked_member("ann", groups, {"ann": 1.0, "bob": 2.0}) == "bob"
    assert marked_member("bob", groups, {"ann": 1.0}) == "ann"
    assert marked_member("bob", groups, {"zoe": 1.0}) is None
    assert marked_member("zoe", groups, {"zoe": 1.0}) == "zoe"
    (tmp_path / "groups.csv").write_text("group,student\nred,ann\nblue,ann\n")
    with pytest.raises(ValueError, match="another group"):
        read_groups(tmp_path, "hearts")
    (tmp_path / "groups.csv").write_text("team,student\nred,ann\n")
    with pytest.raises(ValueError, match="line 2"):
        read_groups(tmp_path, "hearts")


# An id that nobody has is called that, with those that are near.
CLASS = ("carl", "dina", "dino", "emil")


@pytest.mark.parametrize(
    ("student", "handed_in", "says"),
    [
        ("dinah", CLASS, "there is no submission of dinah for hearts; did you mean 'dina' or 'dino'?"),
        ("zoe", CLASS,
         "there is no submission of zoe for hearts; submitted/ has a folder for each student who handed in"),
        ("zoe", (), "nothing was handed in: there is no submitted/<student>/hearts/; run playfunc collect first"),
    ],
)  # fmt: skip
def test_a_student_who_did_not_hand_in_is_told_with_what_to_do(student, handed_in, says):
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        require_submission(student, handed_in, "hearts")


def test_nothing_is_said_of_one_who_did():
    require_submission("dina", CLASS, "hearts")
