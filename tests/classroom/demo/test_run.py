"""The demo course: quick settings, the class handed in, and no folder of somebody else's overwritten."""

import shutil

import pytest
from playfunc_checks.course_settings import load_assignment
from playfunc_classroom.demo import make_demo_course, read_class

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_demo_course(tmp_path_factory.mktemp("demo") / "course", 7, "footsteps")


def test_the_whole_class_is_handed_in_and_the_settings_are_those_of_the_demo(course):
    assert course.students("footsteps") == sorted(demo.student for demo in read_class("footsteps"))
    assert load_assignment("footsteps", course.root).deals == 7
    assert load_assignment("hearts", course.root).rules_deals == 3


def test_a_demo_course_is_gone_on_with(course):
    student = course.students("footsteps")[0]
    shutil.rmtree(course.root / "submitted" / student)
    make_demo_course(course.root, 9, "footsteps")
    assert student in course.students("footsteps")
    assert load_assignment("footsteps", course.root).deals == 9


def test_a_folder_with_something_else_is_refused_untouched(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ValueError, match="not a demo course; name another folder"):
        make_demo_course(tmp_path, 7, "footsteps")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
