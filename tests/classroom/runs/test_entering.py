"""What is given to nbgrader: the chosen copy with its time, and points given by hand to this submission."""

import os
from datetime import UTC, datetime
from types import SimpleNamespace as Thing

import pytest
from course_assignments import HEARTS
from course_fixture import CAUTIOUS, make_course
from playfunc_classroom.policy.overrides import Override, add_override
from playfunc_classroom.runs.entering import _give_again, as_expected
from two_notebooks import beside

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("uploads"))


def test_the_copy_that_nbgrader_takes_came_when_the_submission_came(course):
    """By its files where no timestamp.txt tells it: the deals of an epoch hang on it."""
    beside(course, "ike", "my hearts.ipynb", CAUTIOUS)
    os.utime(course.root / "submitted/ike/hearts/my hearts.ipynb", (1e9, 1e9))
    with as_expected(course, HEARTS, "ike") as submitted:
        copied = submitted / "ike/hearts/hearts.ipynb"
        assert copied.stat().st_mtime == 1e9
        assert submitted != course.root / "submitted"
    assert not copied.exists()


def test_points_by_hand_for_another_submission_are_not_given_again(tmp_path):
    now = datetime.now(UTC).isoformat(timespec="seconds")
    for cell, source in (("beats-basic", "old"), ("beats-minmax", "new")):
        add_override(tmp_path, "hearts", Override("ann", cell, 5.0, 0.0, None, "lee", now, "Ours.", source))
    given = {}
    book = Thing(
        root=tmp_path,
        standing=lambda name, student: {
            cell: Thing(by_hand=None, most=10.0) for cell in ("beats-basic", "beats-minmax")
        },
        give=lambda name, student, points: given.update(points),
    )
    _give_again(book, "hearts", Thing(student="ann", stamp=Thing(source="new")))
    assert given == {"beats-minmax": 5.0}
