"""Fixtures for all tests of this folder."""

import pytest
from playfunc_classroom.appeals import play_again
from short_marks import SECRET, SHORT, marked


@pytest.fixture(scope="module")
def stored():
    return marked()


@pytest.fixture(scope="module")
def again(stored):
    return play_again(stored, SHORT, SECRET)
