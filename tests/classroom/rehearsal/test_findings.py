"""What would go wrong, from settings and from marks: a sentence each, with what to do."""

import dataclasses
from datetime import UTC, datetime, timedelta
from pathlib import Path

import made_up_marks
import pytest
from course_assignments import HEARTS
from playfunc_checks.assignment import Late
from playfunc_checks.results import broken, failed, passed
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.synthetic_class import MadeUp, in_marks, in_settings, worth_knowing

NOW = datetime(2026, 9, 1, tzinfo=UTC)
TERM = dataclasses.replace(
    HEARTS,
    late=Late(due=NOW + timedelta(days=60), method="linear"),
    show_deals_after=(NOW + timedelta(days=70),),
)
BEA = MadeUp("rehearsal-001", "bea of the demo class", "", {"rules": "passed", "memory": "failed"})
STUB = MadeUp("rehearsal-002", "the notebook as released", "")


@pytest.fixture
def course(tmp_path: Path) -> Course:
    (tmp_path / "playfunc.toml").write_text('timezone = "UTC"\n')
    return Course(tmp_path, None)


def test_settings_in_order_are_told_nothing(course: Course) -> None:
    (course.root / "wheels").mkdir()
    (course.root / "wheels/playfunc-1.0-py3-none-any.whl").touch()
    assert [*in_settings(course, TERM, NOW), *worth_knowing(course, TERM)] == []


def test_last_year_s_due_date_a_guessed_zone_and_deals_opened_too_early_are_found(course: Course) -> None:
    (course.root / "playfunc.toml").write_text('timezone = "UTC"\ntimezone_guessed = true\n')
    (course.root / "extensions.csv").write_text("student,until\nann,2026-11-20T12:00:00\n")
    early, _ = in_settings(course, TERM, NOW)
    assert early == (
        "The deals are opened on 2026-11-10 00:00, before the last extension ends on 2026-11-20 12:00: set "
        "show_deals_after to a later time."
    )
    over, *_ = in_settings(course, TERM, NOW + timedelta(days=365))
    assert over == "The due date 2026-10-31 00:00 has passed: set late.due of this term."
    assert [*in_settings(course, TERM, NOW)][-1].startswith(
        "The time zone UTC is a guess from a computer: set timezone"
    )


def test_a_list_of_groups_that_does_not_fit_is_told(course: Course) -> None:
    (course.root / "groups.csv").write_text("team,student\nred,ann\n")
    with pytest.raises(ValueError, match=r"groups\.csv"):
        list(in_settings(course, TERM, NOW))


def test_what_may_have_been_forgotten_is_worth_knowing(course: Course) -> None:
    told = " ".join(worth_knowing(course, dataclasses.replace(HEARTS, deals=20)))
    assert "There is no due date" in told
    assert "holds no wheel" in told
    assert "Only 20 deals are played" in told


def test_marks_as_expected_are_told_nothing() -> None:
    # `memory` is no gate: what is certain of it depends on settings that a course may change.
    marks = [made_up_marks.marked(BEA.student), made_up_marks.marked(STUB.student, wins=(0.1, 0.1, 0.1))]
    assert list(in_marks(marks, [BEA, STUB], HEARTS, {})) == []


def test_other_verdicts_broken_checks_and_points_for_nothing_are_told() -> None:
    refused = made_up_marks.marked(BEA.student, gates=[passed("loads"), failed("rules", got="C3 led")])
    broke = made_up_marks.marked(BEA.student, gates=[broken("loads", "Traceback\nKeyError: 'secret'")])
    stub = made_up_marks.marked(STUB.student)
    assert list(
        in_marks([refused, broke, stub], [BEA, STUB], HEARTS, {"rehearsal-002": "nbgrader refused"})
    ) == [
        "The mark of rehearsal-002 (the notebook as released) was not entered: nbgrader refused",
        "rules should be passed for rehearsal-001 (bea of the demo class), and is failed: C3 led",
        "The check loads itself broke for rehearsal-001 (bea of the demo class): KeyError: 'secret'",
        "The notebook as released already gets 10 points: check what it holds.",
    ]
