"""The course's rubric and what markers see of it."""

from pathlib import Path

import pytest
from playfunc_autograder.assignment import HEARTS, SettingsError
from playfunc_autograder.report import marker_html
from playfunc_autograder.rubric import Criterion, read_rubric

COURSE = Path(__file__).parents[2] / "course"
WORTH = {"comments": 30.0, "quality": 40.0}


def written(folder, text):
    (folder / "comments.md").write_text(text, encoding="utf-8")
    return read_rubric(folder, HEARTS, WORTH)


def test_the_course_has_a_rubric_that_adds_up_and_phrases_for_each_criterion():
    rubric = read_rubric(COURSE, HEARTS, WORTH)
    assert set(rubric) == {"comments", "quality"}
    assert all(criterion.phrases for criteria in rubric.values() for criterion in criteria)


def test_a_course_may_have_none(tmp_path):
    assert read_rubric(tmp_path, HEARTS, WORTH) == {}


def test_a_file_is_read_into_criteria_and_everything_else_is_for_its_author(tmp_path):
    rubric = written(
        tmp_path, "Hello.\n\n- not a phrase\n\n# comments\n## All of it (30)\n- One.\ntext\n- Two.\n"
    )
    assert rubric == {"comments": (Criterion("All of it", 30.0, ("One.", "Two.")),)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("# comment\n", "line 1: no task 'comment'; there are comments, quality"),
        ("# comments\n## Strategy\n", "line 2: write a criterion as '## Name (points)'"),
        ("## Strategy (3)\n", "line 1: write a criterion"),
        ("# quality\n## Memory (8)\n", "add up to 8, the notebook gives 40"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path, text, says):
    with pytest.raises(SettingsError) as caught:
        written(tmp_path, text)
    assert says in str(caught.value)


def test_what_a_course_writes_stays_text():
    html = marker_html("comments", [Criterion("<b>x", 30, ('"><script>hostile_marker()</script>',))])
    assert "<script>hostile" not in html
    assert "<b>x" not in html
