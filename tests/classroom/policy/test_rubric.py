"""The course's rubric and what markers see of it."""

import dataclasses
from pathlib import Path

import pytest
from course_assignments import BLACKJACK, HEARTS
from playfunc_checks.settings import SettingsError
from playfunc_classroom.policy.rubric import Criterion, read_rubric

COURSE = Path(__file__).parents[3] / "course"


BARE = dataclasses.replace(
    HEARTS, tasks=tuple(dataclasses.replace(task, criteria=()) for task in HEARTS.tasks)
)
"""As an assignment whose criteria stand in the bank alone."""


def written(folder, text, assignment=BARE):
    (folder / "comments.md").write_text(text, encoding="utf-8")
    return read_rubric(folder, assignment)


def test_the_course_has_a_rubric_that_adds_up_and_phrases_for_each_criterion():
    rubric = read_rubric(COURSE, HEARTS)
    assert set(rubric) == {"comments", "quality"}
    assert all(criterion.phrases for criteria in rubric.values() for criterion in criteria)


def test_a_unit_without_tasks_is_not_disturbed_by_those_of_the_assignment():
    assert read_rubric(COURSE, BLACKJACK) == {}


def test_a_course_may_have_no_phrases(tmp_path):
    rubric = read_rubric(tmp_path, HEARTS)
    assert sum(criterion.points for criteria in rubric.values() for criterion in criteria) == 70
    assert not any(criterion.phrases for criteria in rubric.values() for criterion in criteria)
    assert read_rubric(tmp_path, BARE) == {}


def test_a_file_is_read_into_criteria_and_everything_else_is_for_its_author(tmp_path):
    rubric = written(
        tmp_path, "Hello.\n\n- not a phrase\n\n# comments\n## All of it (30)\n- One.\ntext\n- Two.\n"
    )
    assert rubric == {"comments": (Criterion("All of it", 30.0, ("One.", "Two.")),)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("# comment\n", "line 1: no task 'comment'; did you mean 'comments'?"),
        (
            "# comments\n## Strategy\n",
            "line 2: 'Strategy' has no points in the settings; write '## Strategy (points)'",
        ),
        ("## Strategy (3)\n", "line 1: write a criterion"),
        ("# quality\n## Memory (8)\n", "'quality' add up to 8, and the task has 40 points"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path, text, says):
    with pytest.raises(SettingsError) as caught:
        written(tmp_path, text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("# quality\n## Memry\n", "line 2: no criterion 'Memry'; did you mean 'Memory'?"),
        (
            "# quality\n## Memory (9)\n",
            "line 2: 'Memory' has 9 points here and 8 in the assignment's settings",
        ),
    ],
)
def test_phrases_that_do_not_fit_the_settings_are_refused(tmp_path, text, says):
    with pytest.raises(SettingsError) as caught:
        written(tmp_path, text, HEARTS)
    assert says in str(caught.value)
