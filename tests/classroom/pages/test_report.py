"""The panel with which people mark: a fragment for formgrader."""

import pytest
from playfunc_classroom.pages.report import marker_html
from playfunc_classroom.policy.rubric import Criterion


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
    refused = offline_page.get_by_role("status").inner_text()
    assert refused == "Nothing is written. Idea: 99 points do not fit. Give 0 to 20."
    assert offline_page.locator("textarea").input_value() == "Mine."
    points.nth(0).fill("20")
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


@pytest.mark.browser
def test_a_phrase_that_is_worth_points_moves_those_of_its_criterion(offline_page):
    idea = Criterion("Idea", 20, ("Missing.", "Well done.", "Plain."), (-4.0, 2.5, 0.0))
    offline_page.set_content(marker_html("comments", [idea]))
    points = offline_page.locator("fieldset input[type=number]")
    missing, well = offline_page.get_by_label("Missing. -4"), offline_page.get_by_label("Well done. +2.5")
    missing.check()
    assert points.input_value() == "16"  # from the most
    well.check()
    assert points.input_value() == "18.5"
    offline_page.get_by_label("Plain.", exact=True).check()
    assert points.input_value() == "18.5"
    missing.uncheck()
    assert points.input_value() == "20"  # never more than the most
    points.fill("1")
    missing.check()
    assert points.input_value() == "0"
    points.fill("")
    well.uncheck()
    well.check()
    assert points.input_value() == "2.5"  # from 0
