"""Fixtures for all tests of this folder."""

import shutil

import pytest
from course_assignments import copy_settings
from course_fixture import CLONE


@pytest.fixture
def course(tmp_path):
    shutil.copy(CLONE / "course" / "nbgrader_config.py", tmp_path)
    copy_settings(tmp_path)
    return tmp_path
