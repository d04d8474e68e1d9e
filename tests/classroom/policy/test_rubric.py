"""The course's rubric and what markers see of it."""

import dataclasses
from pathlib import Path

import pytest
from course_assignments import BLACKJACK, HEARTS
from playfunc_checks.settings import SettingsError
from playfunc_classroom.pages.report import marker_html
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
        ("# comment\n", "line 1: no task 'comment'; did you mean 'comments'? Known are comments, quality"),
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


def test_what_a_course_writes_stays_text():
    html = marker_html("comments", [Criterion("<b>x", 30, ('"><script>hostile_marker()</script>',))])
    assert "<script>hostile" not in html
    assert "<b>x" not in html


@pytest.mark.browser
def test_the_panel_fills_in_formgrader_s_boxes_and_keeps_what_a_marker_wrote(offline_page):
    """The boxes as formgrader makes them: an input with the task's name, a text area with `-comment` behind it."""
    panel = marker_html("comments", [Criterion("Idea", 20, ("One.", "<b>Two.")), Criterion("Rest", 10, ())])
    boxes = '<input id="comments" type="number"><textarea id="comments-comment">Mine.</textarea>'
    offline_page.set_content(boxes + panel)
    offline_page.evaluate(
        "window.heard = []; document.addEventListener('change', e => window.heard.push(e.target.id))"
    )
    points = offline_page.locator("fieldset input[type=number]")
    button = offline_page.get_by_role("button")
    points.nth(0).fill("99")
    button.click()
    assert "No points yet for: Rest" in offline_page.get_by_role("status").inner_text()
    points.nth(1).fill("2.5")
    offline_page.get_by_label("<b>Two.").check()
    button.click()
    comment = offline_page.locator("textarea").input_value()
    assert offline_page.locator("#comments").input_value() == "22.5"
    assert comment == "**Idea: 20 of 20.** <b>Two.\n\n**Rest: 2.5 of 10.**\n\nMine."
    assert {"comments", "comments-comment"} <= set(offline_page.evaluate("window.heard"))
    points.nth(1).fill("3")
    button.click()
    again = offline_page.locator("textarea").input_value()
    assert again.count("Rest:") == 1
    assert again.endswith("Mine.")


@pytest.mark.browser
def test_the_panel_takes_up_what_was_given_before_and_keeps_changed_wording(offline_page):
    panel = marker_html(
        "comments", [Criterion("Idea (a.b)", 20, ("One.", "Two.")), Criterion("Rest", 10, ("R.",))]
    )
    boxes = (
        '<input id="comments" type="number"><textarea id="comments-comment">'
        "**Idea (a.b): 12 of 20.** Two. Mine too.\n\n**Rest: 2.5 of 10.**\n\nMine.</textarea>"
    )
    offline_page.set_content(boxes + panel)
    points = offline_page.locator("fieldset input[type=number]")
    button = offline_page.get_by_role("button")
    offline_page.wait_for_function("document.querySelector('fieldset input[type=number]').value === '12'")
    assert offline_page.get_by_label("Two.").is_checked()
    assert not offline_page.get_by_label("One.").is_checked()
    points.nth(0).fill("13")
    offline_page.get_by_label("R.", exact=True).check()
    button.click()
    box = offline_page.locator("textarea")
    assert box.input_value() == "**Idea (a.b): 13 of 20.** Two. Mine too.\n\n**Rest: 2.5 of 10.** R.\n\nMine."
    box.fill(box.input_value().replace("R.", "Rather good."))
    button.click()
    assert (
        box.input_value()
        == "**Idea (a.b): 13 of 20.** Two. Mine too.\n\n**Rest: 2.5 of 10.** Rather good.\n\nMine."
    )
    assert offline_page.locator("#comments").input_value() == "15.5"
