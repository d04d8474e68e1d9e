"""From a course to its page: refused without submissions, and former players numbered unless names are wanted."""

import pytest
from course_fixture import CAUTIOUS, hand_in, make_course
from playfunc_classroom.similarity_report import similarity_path, write_similarity

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader's own


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("course"))
    for student in ("ann", "zoe"):
        hand_in(course, student, CAUTIOUS)
    return course


def test_without_submissions_it_is_said_where_they_should_be(course):
    with pytest.raises(ValueError, match="nothing was handed in: there is no submitted/<student>/hearts/"):
        write_similarity(course.root, course.assignment("hearts"), {}, {})


def test_former_players_have_numbers_and_names_are_shown_on_demand_alone(course, tmp_path):
    (tmp_path / "carla.py").write_text(CAUTIOUS)
    folders = {student: course.submission("hearts", student) for student in ("ann", "zoe")}
    pages = {}
    for names in (False, True):
        path, pairs = write_similarity(
            course.root, course.assignment("hearts"), folders, {}, former=[tmp_path / "carla.py"], names=names
        )
        assert path == similarity_path(course.root, "hearts")
        assert pairs >= 1
        pages[names] = path.read_text()
    assert "former player 1" in pages[False]
    assert "carla.py" not in pages[False]
    assert ">zoe" not in pages[False]
    assert "carla.py" in pages[True]
    assert "zoe" in pages[True]
