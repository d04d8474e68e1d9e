"""Two notebooks that differ wait for a person's choice, which can be withdrawn."""

import json
import os
from datetime import UTC, datetime
from types import SimpleNamespace as Thing

import pytest
from command import exit_code as run
from course_assignments import HEARTS
from course_fixture import CAUTIOUS, RENEGES, make_course
from playfunc_classroom.nbgrader_bridge.gradebook_writer import _give_again, as_expected
from playfunc_classroom.policy.overrides import Override, add_override
from two_notebooks import beside, marked

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("uploads"), execute=False)


def test_two_that_differ_stay_open_until_a_person_chooses_and_again_when_that_is_withdrawn(course, capsys):
    beside(course, "abe", "hearts.ipynb", RENEGES)
    marked(course, "abe")
    beside(course, "zoe", "hearts.ipynb", RENEGES)
    beside(course, "zoe", "hearts (1).ipynb", CAUTIOUS)
    mark = marked(course, "zoe")
    assert mark.open
    assert set(mark.points.values()) == {None}
    assert course.waiting("hearts") >= {"zoe"}
    rows = (course.root / "reports/hearts/index.html").read_text().split("<tbody>")[1].split("<tr>")
    assert "pf-open" in rows[1]
    assert "pf-open" not in rows[-1]
    assert "2 notebooks were handed in" in mark.notes[0]
    assert run("feedback", course.root, "hearts", "zoe") == 1
    assert "No feedback for zoe: it has no mark yet. 2 notebooks" in capsys.readouterr().err

    root = course.root
    assert run("select-notebook", root, "hearts", "zoe") == 0
    assert "hearts (1).ipynb: 1 of the player's cells written\n" in capsys.readouterr().out
    assert run("select-notebook", root, "hearts", "zoe", "hearts (2).ipynb") == 2
    assert "there are hearts.ipynb, hearts (1).ipynb" in capsys.readouterr().err
    assert run("select-notebook", root, "hearts", "ann2", "hearts.ipynb") == 2
    assert run("select-notebook", root, "hearts", "zoe", "hearts (1).ipynb", "--who", "lee") == 0
    mark = marked(course, "zoe")
    assert not mark.open
    assert mark.origin == "hearts (1).ipynb"
    assert mark.notes[0].startswith("hearts (1).ipynb counts, as lee decided on ")
    recorded = [json.loads(line) for line in (root / "choices/hearts.jsonl").read_text().splitlines()]
    assert [(line["student"], line["file"], line["who"]) for line in recorded] == [
        ("zoe", "hearts (1).ipynb", "lee")
    ]
    assert recorded[0]["when"][:2] == "20"

    assert run("select-notebook", root, "hearts", "zoe", "--withdraw") == 0
    assert marked(course, "zoe").open
    assert run("select-notebook", root, "hearts", "zoe", "--withdraw") == 2


# What is given to nbgrader: the chosen copy with its time, and points given by hand to this submission.
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
