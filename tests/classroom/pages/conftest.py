"""Fixtures for all tests of this folder."""

import pytest
from course_assignments import HEARTS
from oral_exam_players import REMEMBERS
from playfunc_classroom.pages import oral_exam


@pytest.fixture(scope="module")
def games():
    return oral_exam.oral_exam_games(REMEMBERS, HEARTS, "for tests", "basic")
