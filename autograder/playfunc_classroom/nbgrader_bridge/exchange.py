"""Whose submission came through nbgrader's exchange, so that feedback can go back through it."""

from __future__ import annotations

from playfunc_classroom.intake.received import read_received
from playfunc_classroom.nbgrader_bridge.course import Course

__all__ = ["EXCHANGED", "came_by_exchange"]

SECRET, TIMESTAMP = EXCHANGED = ("submission_secret.txt", "timestamp.txt")
"""What an exchange leaves beside a submission, and finds its feedback by: nbgrader's own by both, ngshare by time."""


def came_by_exchange(course: Course, assignment: str, student: str) -> bool:
    """Whether the course's exchange knows the submission that the student's feedback is about."""
    from nbgrader.exchange import ExchangeFactory, default

    folder = course.feedback_folder(assignment, student)
    if ExchangeFactory(config=course.config).release_feedback is default.ExchangeReleaseFeedback:
        return (folder / SECRET).is_file()
    downloaded = read_received(course.root, assignment).get(student)
    stamped = course.stamped(folder)
    return stamped is not None and (downloaded is None or downloaded.moment != stamped)
