"""Every line of the course's own settings can be taken up."""

import dataclasses
import re
from zoneinfo import ZoneInfo

import pytest
from course_assignments import HEARTS
from course_fixture import CLONE
from playfunc_checks.assignment import Attempts, Late
from playfunc_checks.course_settings import (
    RECOGNIZED,
    SheetColumns,
    load_assignment,
    read_course,
    system_zone,
)
from playfunc_checks.settings import SettingsError


def test_every_line_of_the_course_s_own_file_can_be_taken_up(course):
    text = (CLONE / "course/playfunc.toml").read_text(encoding="utf-8")
    (course / "playfunc.toml").write_text(re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE))
    settings = read_course(course)
    assert str(settings.zone) == "Europe/Berlin"
    taken_up = settings.assignment("hearts")
    assert taken_up.late.due is not None
    unset = {"show_deals_after": None, "late": Late(), "attempts": Attempts()}
    assert dataclasses.replace(taken_up, **unset) == HEARTS


# Without a setting the zone is guessed from the system.
def test_without_a_setting_the_zone_is_guessed_from_the_system(course, monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert system_zone() == ZoneInfo("Asia/Tokyo")
    assert (read_course(course).zone, read_course(course).zone_guessed) == (ZoneInfo("Asia/Tokyo"), True)
    (course / "playfunc.toml").write_text("timezone = 'Europe/Berlin'")
    assert (read_course(course).zone, read_course(course).zone_guessed) == (
        ZoneInfo("Europe/Berlin"),
        False,
    )
    (course / "playfunc.toml").write_text("timezone = 'Europe/Berlin'\ntimezone_guessed = true")
    assert read_course(course).zone_guessed
    assert load_assignment("hearts", course) == HEARTS


# The table `[sheet]` of the settings: what it may hold, and how a mistake is told.
def test_the_columns_are_the_course_s(course):
    assert read_course(course).sheet == RECOGNIZED
    (course / "playfunc.toml").write_text('[sheet]\ngrade = "Pisteet"\nfiles = "{name}_{id}/{file}"\n')
    assert read_course(course).sheet == SheetColumns(grade="Pisteet", files="{name}_{id}/{file}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '[sheet]\ngrades = "x"',
            r"playfunc\.toml, \[sheet\]: there is no setting 'grades'; did you mean 'grade'",
        ),
        ('[sheet]\ngrade = ""', r"\[sheet\]: grade must be a text"),
        ('[sheet]\nfiles = "{id}"', r"files must be how files are named in a zip"),
        ('[sheet]\nfiles = "{id}_{number}/{file}"', r"files must be how"),
        ('[sheet]\nfiles = "{id}/{id}/{file}"', r"files must be how"),
        ('[sheets]\ngrade = "x"', r"there is no table \[sheets\]; did you mean 'sheet'"),
        ("sheet = 3", "sheet must be a table"),
        ("course_end = 2027-03-31", "course_end must be a day with its hour"),
    ],
)
def test_a_mistake_is_told_with_what_fits(course, text, words):
    (course / "playfunc.toml").write_text(text)
    with pytest.raises(SettingsError, match=words):
        read_course(course)


def test_a_pattern_matches_a_path_as_a_whole():
    pattern = SheetColumns(files="{any}/{name}_{number}/{file}").file_pattern()
    found = pattern.fullmatch("sub (1)/Lópes_Ana_17/a/b.ipynb")
    assert found.groupdict() == {"name": "Lópes_Ana", "number": "17", "file": "a/b.ipynb"}
    assert pattern.fullmatch("Ana_17/hearts.ipynb") is None


# Settings are made once from the same files, and anew from others.
OPPONENT = """
from playfunc import legal_cards


def play(player_id, hand, trick, previous):
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=True)[{place}], None
"""


def with_an_opponent(course, place):
    (course / "opponents").mkdir(exist_ok=True)
    (course / "opponents/ours.py").write_text(OPPONENT.format(place=place))
    named = ", ".join(f'{{name = "{name}"}}' for name in ("basic", "minmax", "advanced", "ours"))
    (course / "playfunc.toml").write_text(f"[hearts]\nopponents = [{named}]\n")


def source_of_ours(course):
    return load_assignment("hearts", course).opponents[-1].source


def test_the_same_files_make_the_same_settings(course):
    assert read_course(course) is read_course(course)


def test_a_file_that_changes_makes_other_settings(course):
    with_an_opponent(course, 0)
    assert source_of_ours(course) == OPPONENT.format(place=0)
    with_an_opponent(course, -1)
    assert source_of_ours(course) == OPPONENT.format(place=-1)
    assignment = course / "source/hearts/assignment.toml"
    assignment.write_text(assignment.read_text().replace('title = "Hearts"', 'title = "Hearts again"'))
    assert load_assignment("hearts", course).title == "Hearts again"
    (course / "opponents/ours.py").unlink()
    with pytest.raises(SettingsError, match="there is no opponent 'ours'"):
        read_course(course)


def test_what_lies_beside_the_opponents_does_not_matter(course):
    with_an_opponent(course, 0)
    (course / "opponents/draft.py").mkdir()
    (course / "opponents/notes.py").write_bytes(b"\xff")
    assert source_of_ours(course) == OPPONENT.format(place=0)


def test_a_file_that_cannot_be_read_is_named(course):
    (course / "playfunc.toml").write_bytes(b"\xff")
    with pytest.raises(SettingsError, match=r"playfunc\.toml cannot be read"):
        read_course(course)
    (course / "playfunc.toml").unlink()
    (course / "playfunc.toml").mkdir()
    with pytest.raises(SettingsError, match=r"playfunc\.toml cannot be read"):
        read_course(course)
