"""Fixtures for all tests of this folder."""

import pytest
from course_fixture import make_course


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("uploads"))
