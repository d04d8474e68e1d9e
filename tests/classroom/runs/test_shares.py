"""Who marks what, as the lists say, and what people gave."""

import pytest
from marking_course import STUDENTS, marking_course
from playfunc_classroom.nbgrader_bridge.gradebook import HandMarks
from playfunc_classroom.runs.marking_progress import EVERYBODY, points_of, share_again, shares_of

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


@pytest.fixture
def course(tmp_path):
    return marking_course(tmp_path / "course")


def test_everybody_is_marked_once_and_a_sample_twice(course):
    shares = shares_of(course, "hearts")
    assert set(shares.first) == set(STUDENTS)
    assert sorted(shares.first.values()) == ["kim"] * 3 + ["lee"] * 3
    assert (shares.second, shares.markers) == ({}, tuple(dict.fromkeys(shares.first.values())))
    assert len(share_again(course, "hearts", 2)) == 2
    twice = shares_of(course, "hearts")
    assert twice.first == shares.first
    assert len(twice.second) == 2
    assert all(marker != twice.first[student] for student, marker in twice.second.items())


def test_points_count_once_nobody_is_asked_any_more(course):
    HandMarks(course).save("hearts", "ann", "comments", 12, "")
    given = points_of(shares_of(course, "hearts").given)
    assert given["ann"] == {"comments": 12.0, "quality": None}


def test_without_a_list_and_with_groups(course):
    (course.root / "markers.csv").unlink()
    (course.root / "groups.csv").write_text("group,student\nred,ann\nred,bob\n")
    first = shares_of(course, "hearts").first
    assert set(first.values()) == {EVERYBODY}
    assert len(first) == len(STUDENTS) - 1
