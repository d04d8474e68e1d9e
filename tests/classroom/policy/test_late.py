"""What lateness costs, and the words for settings that cannot be."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from course_assignments import copy_settings
from playfunc_checks.assignment import Late
from playfunc_checks.course_settings import load_assignment
from playfunc_checks.settings import SettingsError
from playfunc_classroom.policy.late import (
    check_late,
    days_begun,
    describe_lateness,
    penalty_rule,
    read_extensions,
    read_late,
    span,
)

DUE = "due = 2026-11-30T23:59:00+01:00\n"


@pytest.fixture(autouse=True)
def settings(tmp_path):
    copy_settings(tmp_path)


def course(folder, text):
    (folder / "playfunc.toml").write_text(f"[hearts]\ndeals = 4\n[hearts.late]\n{text}")
    return folder


BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2026, 11, 30, 22, 59, tzinfo=UTC)


def off(root, seconds, student="ann"):
    rule = penalty_rule(read_late(root, "hearts"), root, BERLIN)
    return rule(student, 100.0, START, START + timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("seconds", "points"), [(60, None), (900, None), (901, 10.0), (86_400, 10.0), (86_401, 20.0), (9e6, 50.0)]
)
def test_linear_by_days_begun_after_grace_and_never_beyond_the_most(tmp_path, seconds, points):
    root = course(
        tmp_path, DUE + 'method = "linear"\npercent_per_day = 10\nmost_percent = 50\ngrace_minutes = 15'
    )
    assert off(root, seconds) == points
    assert load_assignment("hearts", root).deals == 4


DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("method", "late", "extension", "words"),
    [
        ("linear", -DAY, 0 * DAY, "Handed in 2026-11-29 23:59; due 2026-11-30 23:59 (Europe/Berlin). In time."),
        ("linear", 0 * DAY, 0 * DAY, "due 2026-11-30 23:59 (Europe/Berlin). In time."),
        ("linear", 1.5 * DAY, 0 * DAY,
         "That is 1 day 12 h late. The rule takes 10% of the assignment's points for each day begun (here 2)"),
        ("linear", 2 * DAY, 3 * DAY, "for this submission 2026-12-03 23:59 (Europe/Berlin). In time."),
        ("linear", timedelta(minutes=9), 0 * DAY, "That is 9 min late. Up to 15 minutes cost nothing."),
        ("custom", 2 * DAY, 0 * DAY, "That is 2 days late. The course has a rule of its own"),
        ("none", timedelta(seconds=3600), 0 * DAY, "That is 1 h late. That costs nothing."),
    ],
)  # fmt: skip
def test_the_student_is_told_when_until_when_and_by_which_rule(method, late, extension, words):
    due = datetime.fromisoformat("2026-11-30T23:59:00+01:00")
    rule = Late(due=due, method=method, grace_minutes=15)
    assert words in describe_lateness(
        rule, (due + late).astimezone(UTC), due + extension, ZoneInfo("Europe/Berlin")
    )


def test_nothing_is_late_without_a_due_date():
    assert describe_lateness(Late(), START, START, BERLIN) == ""


def test_times_without_a_zone_are_the_course_s_and_differences_are_true_in_the_night_clocks_go_back(tmp_path):
    (tmp_path / "playfunc.toml").write_text(
        'timezone = "Europe/Berlin"\n[hearts.late]\ndue = 2026-10-24T23:59:00\n'
    )
    (tmp_path / "extensions.csv").write_text("student,until\nann,2026-10-25T23:59:00\n")
    due, until = read_late(tmp_path, "hearts").due, read_extensions(tmp_path, "hearts")["ann"]
    assert due == datetime(2026, 10, 24, 21, 59, tzinfo=UTC)
    assert until - due == timedelta(hours=25)


def test_none_is_the_default(tmp_path):
    assert off(tmp_path, 9e6) is None


def test_custom_is_the_course_s_own_function(tmp_path):
    root = course(tmp_path, DUE + 'method = "custom"')
    with pytest.raises(SettingsError, match=r"late\.py in the course must define penalty"):
        off(root, 5)
    (root / "late.py").write_text(
        "def penalty(student, points, seconds, days):\n    return -1 if student == 'bo' else seconds + days\n"
    )
    assert (off(root, 5), off(root, 5, "bo"), off(root, 90_000)) == (6.0, 0.0, 90_002.0)


def test_a_custom_rule_that_takes_other_arguments_is_refused_before_anybody_is_marked(tmp_path):
    root = course(tmp_path, DUE + 'method = "custom"')
    (root / "late.py").write_text("def penalty(student, points, seconds_late):\n    return 1.0\n")
    with pytest.raises(SettingsError, match=r"seconds_late, days_late\); TypeError: too many"):
        check_late(root, "hearts")


@pytest.mark.parametrize(
    ("due", "handed_in", "days", "told"),
    [
        ("2026-10-24 20:00", "2026-10-25 19:30", 1, "24 h 30 min"),  # the day has 25 hours
        ("2026-10-24 20:00", "2026-10-25 20:00", 1, "1 day"),
        ("2026-10-24 20:00", "2026-10-25 20:01", 2, "1 day 1 min"),
        ("2027-03-27 20:00", "2027-03-28 20:00", 1, "1 day"),  # it has 23 hours
        ("2027-03-27 20:00", "2027-03-28 20:30", 2, "1 day 30 min"),
        ("2027-03-27 02:30", "2027-03-28 03:30", 1, "1 day"),  # there is no 2:30 in that night
        ("2026-10-24 02:30", "2026-10-25 02:30", 1, "1 day"),  # there are two
        ("2026-10-18 20:00", "2026-10-25 20:00", 7, "7 days"),
        ("2026-06-01 20:00", "2026-06-01 20:01", 1, "1 min"),
        ("2026-06-01 20:00", "2026-06-01 20:00", 0, ""),
    ],
)
def test_a_day_late_is_a_day_of_the_calendar(due, handed_in, days, told):
    """Of a time that comes twice, the later one is meant, so that nobody loses by it."""
    until = datetime.fromisoformat(due).replace(tzinfo=BERLIN)
    moment = datetime.fromisoformat(handed_in).replace(tzinfo=BERLIN, fold=1).astimezone(UTC)
    if handed_in.startswith("2027-03-28 03:30"):
        moment = datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    assert days_begun(until.astimezone(UTC), moment, BERLIN) == days
    if told:
        assert span(until.astimezone(UTC), moment, BERLIN) == told


def test_an_extension_moves_the_days_and_grace_counts_at_the_due_time_alone(tmp_path):
    root = course(tmp_path, DUE + 'method = "linear"\ngrace_minutes = 5')
    rule = penalty_rule(read_late(root, "hearts"), root, BERLIN)
    until = datetime(2026, 10, 24, 18, tzinfo=UTC)  # an extension until Saturday, 20:00
    minute = timedelta(minutes=1)
    assert rule("ann", 100.0, until, until + 5 * minute) is None
    assert rule("ann", 100.0, until, until + 6 * minute) == 10.0
    assert rule("ann", 100.0, until, until + 25 * 60 * minute) == 10.0
    assert rule("ann", 100.0, until, until + (25 * 60 + 4) * minute) == 20.0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('method = "linear"', "due = a time"),
        ('method = "harsh"', 'method must be "none" or "linear" or "custom"; found "harsh"'),
        (DUE + "percent_per_day = -1", "percent_per_day must be a number of percent: 0, or from 1 to 100"),
        (DUE + "per_day = 1", "no setting 'per_day'; did you mean 'percent_per_day'?"),
        ('due = "tomorrow"', "due must be a day with its hour"),
    ],
)
def test_settings_that_cannot_be(tmp_path, text, words):
    with pytest.raises(SettingsError, match=re.escape(words)):
        read_late(course(tmp_path, text), "hearts")


def test_extensions(tmp_path):
    (tmp_path / "playfunc.toml").write_text('timezone = "UTC"')
    path = tmp_path / "extensions.csv"
    path.write_text(
        "student,assignment,until\nann,hearts,2026-12-03T12:00:00+01:00\nbo,,2026-12-04T00:00\ncy,footsteps,2026-12-05T00:00\n"
    )
    assert read_extensions(tmp_path, "hearts") == {
        "ann": datetime(2026, 12, 3, 11, tzinfo=UTC),
        "bo": datetime(2026, 12, 4, tzinfo=UTC),
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("student,until\nann,soon\n", "line 2: expected a student and a day with its hour"),
        ("student,until\nann,2026-12-03\n", "line 2: expected a student and a day with its hour"),
        ("student,until\nann,0001-01-01T00:00+14:00\n", "line 2: expected a student"),
        ("student,assignment,until\nann,Heart,2026-12-03T12:00\n", "did you mean 'hearts'?"),
        ("student,until\nann,2026-12-09T12:00\nann,2026-12-03T12:00\n", "line 3: ann has another time"),
    ],
)
def test_extensions_that_would_cost_marks_by_mistake_are_refused(tmp_path, text, words):
    (tmp_path / "extensions.csv").write_text(text)
    with pytest.raises(SettingsError, match=re.escape(words)):
        read_extensions(tmp_path, "hearts")


def test_columns_of_extensions_are_known_in_capitals_too(tmp_path):
    (tmp_path / "extensions.csv").write_text("Student, Assignment, Until\nann,footsteps,2026-12-03T12:00\n")
    assert read_extensions(tmp_path, "hearts") == {}
    assert list(read_extensions(tmp_path, "footsteps")) == ["ann"]


def test_late_costs_nothing_by_default_and_as_a_line_10_percent_a_day_up_to_all_without_grace():
    rule = Late()
    assert (rule.due, rule.method) == (None, "none")
    assert (rule.percent_per_day, rule.most_percent, rule.grace_minutes) == (10.0, 100.0, 0.0)
