"""A student leaves the gradebook, to the last byte of its file."""

import pytest
from course_fixture import enter, make_course
from playfunc_classroom.nbgrader_bridge.forget import forget_student, known_students

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


def test_nothing_of_a_student_is_left_in_the_file(tmp_path):
    course = make_course(tmp_path)
    for student in ("ann", "gwendolyn"):
        enter(course, student)
        course.give("hearts", student, {"comments": 20.0})
    assert known_students(course) == {"ann", "gwendolyn"}
    assert forget_student(course, "gwendolyn")
    assert known_students(course) == {"ann"}
    assert b"gwendolyn" not in (tmp_path / "gradebook.db").read_bytes()
    assert course.standing("hearts", "ann")["comments"].points == 20.0


def test_whom_nobody_knows_was_not_there(tmp_path):
    course = make_course(tmp_path)
    assert forget_student(course, "nobody") is False
