"""Two notebooks that differ wait for a person's choice, which can be withdrawn."""

import json

import pytest
from course_fixture import CAUTIOUS, RENEGES, make_course
from two_notebooks import beside, marked, run

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("uploads"))


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
    assert run("choose", root, "hearts", "zoe") == 0
    assert "hearts (1).ipynb: 1 of the player's cells written\n" in capsys.readouterr().out
    assert run("choose", root, "hearts", "zoe", "hearts (2).ipynb") == 2
    assert "there are hearts.ipynb, hearts (1).ipynb" in capsys.readouterr().err
    assert run("choose", root, "hearts", "ann2", "hearts.ipynb") == 2
    assert run("choose", root, "hearts", "zoe", "hearts (1).ipynb", "--who", "lee") == 0
    mark = marked(course, "zoe")
    assert not mark.open
    assert mark.origin == "hearts (1).ipynb"
    assert mark.notes[0].startswith("hearts (1).ipynb counts, as lee decided on ")
    recorded = [json.loads(line) for line in (root / "choices/hearts.jsonl").read_text().splitlines()]
    assert [(line["student"], line["file"], line["who"]) for line in recorded] == [
        ("zoe", "hearts (1).ipynb", "lee")
    ]
    assert recorded[0]["when"][:2] == "20"

    assert run("choose", root, "hearts", "zoe", "--withdraw") == 0
    assert marked(course, "zoe").open
    assert run("choose", root, "hearts", "zoe", "--withdraw") == 2
