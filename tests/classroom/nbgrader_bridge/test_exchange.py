"""Whose feedback goes back through an exchange: nbgrader's own knows submissions by a secret, others by their time."""

from __future__ import annotations

from pathlib import Path

import pytest
from course_fixture import make_course
from nbgrader.exchange import default
from playfunc_classroom.intake.received import Came, write_received
from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.nbgrader_bridge.exchange import came_by_exchange

TIME = "2026-11-24 11:00:00.250000 UTC"


class OtherExchange(default.ExchangeReleaseFeedback):  # type: ignore[misc]
    """As ngshare's, which is told the course, the student and the time alone."""


def feedback(course: Course, student: str, **files: str) -> None:
    folder = course.feedback_folder("hearts", student)
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    made = make_course(tmp_path)
    feedback(made, "ann", timestamp=TIME, submission_secret="a1")
    feedback(made, "bob", timestamp=TIME)
    feedback(made, "cyd")
    feedback(made, "dan", timestamp=TIME)
    same = Came("2026-11-24T11:00:00.250000+00:00", "", "sheet")
    earlier = Came("2026-11-20T08:00:00+00:00", "", "sheet")
    write_received(made.root, "hearts", {"bob": same, "dan": earlier})
    return made


def by_exchange(course: Course) -> list[str]:
    return [each for each in ("ann", "bob", "cyd", "dan") if came_by_exchange(course, "hearts", each)]


def test_nbgraders_own_needs_the_secret(course: Course) -> None:
    assert by_exchange(course) == ["ann"]


def test_another_needs_a_time_that_is_not_the_one_of_a_download(course: Course) -> None:
    course.config.ExchangeFactory.release_feedback = OtherExchange
    assert by_exchange(course) == ["ann", "dan"]
