"""Fixtures for all tests of this folder."""

import pytest
from course_assignments import HEARTS
from playfunc_classroom.pages import viva
from viva_games import REMEMBERS


@pytest.fixture(scope="module")
def games():
    return viva.viva_games(REMEMBERS, HEARTS, "for tests", "basic")
