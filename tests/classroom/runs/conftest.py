"""A class of three that is handed in and not marked."""

import shutil

import pytest
from course_fixture import RENEGES, hand_in, make_course
from playfunc_classroom.nbgrader_bridge.course import Course

STUDENTS = ("ann", "ann.saved", "index")


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    """A released course with three submissions, two of them damaged, and nothing marked yet."""
    course = make_course(tmp_path_factory.mktemp("batch") / "course", execute=False)
    for student in STUDENTS:
        hand_in(course, student).write_text('{"cells": [')
    hand_in(course, "index", RENEGES)
    return course.root


@pytest.fixture
def course(handed_in, tmp_path):
    shutil.copytree(handed_in, tmp_path / "course")
    return Course.open(tmp_path / "course")
