"""The course's rubric and what markers see of it."""

import dataclasses
from pathlib import Path

import pytest
from course_assignments import BLACKJACK, HEARTS
from playfunc_checks.settings import SettingsError
from playfunc_classroom.policy.overrides import (
    Override,
    add_override,
    counted,
    describe_override,
    overrides_by_cell,
    overrides_path,
    read_overrides,
)
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


# Points given by hand: a file that is only added to, of which the last line about a cell counts.
FIRST = Override("ann", "beats-basic", 5.0, 0.0, None, "lee", "2026-11-20T08:00:00+01:00", "Ours.", "digest")


def test_decisions_are_kept_in_order_and_earlier_lines_stay(tmp_path):
    assert read_overrides(tmp_path, "hearts") == []
    later = dataclasses.replace(FIRST, points=None, instead=5.0, why="Zurück — gezogen.\nTwice.")
    add_override(tmp_path, "hearts", FIRST)
    before = overrides_path(tmp_path, "hearts").read_bytes()
    add_override(tmp_path, "hearts", later)
    assert overrides_path(tmp_path, "hearts").read_bytes().startswith(before)
    assert read_overrides(tmp_path, "hearts") == [FIRST, later]


def test_the_last_decision_about_a_cell_counts_and_a_withdrawn_one_does_not():
    other = dataclasses.replace(FIRST, cell="beats-minmax", points=2.5)
    withdrawn = dataclasses.replace(FIRST, points=None)
    assert overrides_by_cell([FIRST, other, withdrawn], "ann") == {"beats-minmax": other}
    assert overrides_by_cell([withdrawn, other, FIRST], "ann")["beats-basic"] is FIRST
    assert overrides_by_cell([FIRST], "bob") == {}


def test_points_by_hand_replace_computed_ones_of_their_cell():
    computed = {"beats-basic": 0.0, "beats-minmax": 10.0, "beats-advanced": None}
    worth = {"beats-basic": 10.0}
    assert counted(computed, {"beats-basic": FIRST}, worth) == {**computed, "beats-basic": 5.0}


def test_points_by_hand_are_never_more_than_the_cell_is_worth_now():
    assert counted({"beats-basic": 0.0}, {"beats-basic": FIRST}, {"beats-basic": 3.0}) == {"beats-basic": 3.0}


def test_a_decision_is_told_with_who_when_and_why_and_a_later_submission_is_marked():
    sentence = "beats-basic: 5 instead of 0, by lee on 2026-11-20: Ours."
    assert describe_override(FIRST, "digest") == describe_override(FIRST) == sentence
    assert describe_override(FIRST, "another") == f"{sentence} (for an earlier submission: look at it again)"
    first_ever = dataclasses.replace(FIRST, points=None, instead=None)
    assert "beats-basic: withdrawn, instead of no points yet, by lee" in describe_override(first_ever)


def test_a_line_that_cannot_be_read_is_named(tmp_path):
    add_override(tmp_path, "hearts", FIRST)
    with overrides_path(tmp_path, "hearts").open("a") as file:
        file.write('{"student": "ann"}\n')
    with pytest.raises(SettingsError, match=r"overrides/hearts\.jsonl, line 2: "):
        read_overrides(tmp_path, "hearts")
