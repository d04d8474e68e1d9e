"""The table of a class, sorted and filtered by mouse and keyboard; the panel with which people mark in formgrader."""

import re

import pytest
from accessibility import accessibility_findings, sideways
from course_assignments import HEARTS
from made_up_marks import marked
from playfunc_checks.results import broken, undecided
from playfunc_classroom.pages.report import Place, class_page, marker_html
from playfunc_classroom.policy.overrides import Override
from playfunc_classroom.policy.rubric import Criterion
from playwright.sync_api import expect

FILTERS = "input[type=search], select"


def test_the_class_table_has_points_beside_verdicts_and_columns_by_hand_where_somebody_gave_some():
    marks = [marked("ann", wins=(0.9, 0.3, 0.1)), marked("bob")]
    page = class_page(marks, HEARTS)
    assert '<span class="pf-word">passed</span></span> 10</td>' in page
    assert '<span class="pf-word">failed</span></span> 0</td>' in page
    assert "overrides" not in page
    given = Override("bob", "beats-minmax", 7.5, 0.0, None, "lee", "2026-11-20T08:00:00+00:00", "Ours.", "")
    page = class_page(marks, HEARTS, {"bob": {"beats-minmax": given}})
    assert '<th scope="col">after overrides</th>' in page
    assert ">17.5</td>" in page


def class_of(size):
    """Students with groups, markers and lateness, of whom some pass and some do not."""
    marks = [
        marked(f"s{n:04}", wins=((n % 7) / 6, (n % 5) / 5, 0.1), notes=("Came <late>.",) * (n % 11 == 0))
        for n in range(size)
    ]
    places = {
        mark.student: Place(
            f"group {n % 9}", f"marker {n % 6}", *(("2 h", 120) if n % 10 == 0 else ("in time", 0))
        )
        for n, mark in enumerate(marks)
    }
    return class_page(marks, HEARTS, places=places)


def test_who_needs_a_person_comes_first():
    gates = [undecided("loads", "two notebooks")]
    marks = [
        marked("ann"),
        marked("bob", notes=("hearts (1).ipynb does not count.",)),
        marked("cy", gates=[broken("loads", "Traceback")]),
        marked("di", gates=gates),
    ]
    page = class_page(marks, HEARTS)
    assert re.findall("students/([a-z]+).html", page) == ["di", "cy", "bob", "ann"]


def test_columns_that_say_nothing_are_left_out_and_what_students_wrote_is_text():
    page = class_of(12)
    assert "Came &lt;late&gt;." in page
    plain = class_page([marked("ann"), marked("bob")], HEARTS)
    for column in ("marker", "notes"):
        assert f'<th scope="col">{column}</th>' in page
        assert f'<th scope="col">{column}</th>' not in plain


@pytest.fixture
def shown(offline_page):
    offline_page.set_content(class_of(40))
    offline_page.get_by_text("Filter by column").click()
    return offline_page


def visible(page):
    return page.locator("tbody tr:visible th").all_inner_texts()


@pytest.mark.browser
def test_rows_are_found_by_words_and_choices_together_and_counted_aloud(shown):
    shown.get_by_label("marker").select_option("marker 0")
    assert visible(shown) == [f"s{n:04}" for n in range(0, 40, 6)]
    expect(shown.get_by_role("status")).to_have_text("7 of 40 shown")
    shown.get_by_label("Search").fill("S003 MARKER")
    assert visible(shown) == ["s0030", "s0036"]
    shown.get_by_label("late", exact=True).select_option("late")
    assert visible(shown) == ["s0030"]
    shown.get_by_role("button", name="Show all").click()
    expect(shown.get_by_role("status")).to_have_text("40 of 40 shown")
    shown.get_by_label("beats-basic").select_option("passed")
    notes_first = sorted(range(40), key=lambda n: n % 11 != 0)
    assert visible(shown) == [f"s{n:04}" for n in notes_first if n % 7 > 3]


@pytest.mark.browser
def test_a_column_is_sorted_by_keyboard_and_says_so(shown):
    head = shown.get_by_role("columnheader", name="late")
    head.get_by_role("button").focus()
    shown.keyboard.press("Enter")
    expect(head).to_have_attribute("aria-sort", "ascending")
    shown.keyboard.press("Space")
    expect(head).to_have_attribute("aria-sort", "descending")
    assert visible(shown)[:5] == ["s0000", "s0010", "s0020", "s0030", "s0011"]
    expect(shown.get_by_role("status")).to_have_text("Sorted by late, descending")
    shown.get_by_role("button", name="computed of 30").click()
    assert shown.locator("[aria-sort]").count() == 1
    points = shown.locator("tbody tr td:nth-child(13)").all_inner_texts()
    assert [float(text) for text in points] == sorted(float(text) for text in points)


@pytest.mark.browser
def test_the_table_is_for_everybody(shown):
    assert not accessibility_findings(shown)
    shown.get_by_role("button", name="student").click()
    shown.get_by_label("marker").select_option("marker 1")
    assert not accessibility_findings(shown)
    assert [name for name in sideways(shown.locator("html")) if name.startswith("page")] == []
    shown.set_viewport_size({"width": 320, "height": 700})
    outside = shown.locator("form, form *, h1, p").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML)"
    )
    assert outside == []


@pytest.mark.browser
def test_notes_are_on_the_screen_and_each_name_stays_below_its_heading(offline_page):
    note = ("hearts (1).ipynb does not count: its answers are as released, and this note is long.",)
    offline_page.set_viewport_size({"width": 1200, "height": 800})
    offline_page.set_content(class_page([marked("ann", notes=note), marked("bob")], HEARTS))
    box = offline_page.get_by_role("cell", name=note[0]).bounding_box()
    assert box["x"] + box["width"] < 1200
    offline_page.locator(".pf-wide").evaluate("one => { one.scrollLeft = 9999 }")
    lefts = offline_page.locator("tr > :first-child").evaluate_all(
        "all => all.map(one => Math.round(one.getBoundingClientRect().left))"
    )
    assert len(set(lefts)) == 1
    assert lefts[0] >= 0


@pytest.mark.browser
def test_without_javascript_it_is_a_plain_table(chromium):
    page = chromium.new_page(java_script_enabled=False)
    page.set_content(class_of(5))
    assert page.locator("tbody tr").count() == 5
    expect(page.locator("form")).to_be_hidden()
    assert page.locator("thead button").count() == 0
    page.close()


TIMED = """async ([column, value]) => {
  const select = document.querySelector(`select[data-column="${column}"]`);
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const timed = async (change) => {
    await frame();
    const start = performance.now();
    change();
    document.body.offsetHeight;
    await frame();
    return performance.now() - start;
  };
  const filtered = await timed(() => {
    select.value = value;
    select.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const shown = [...document.querySelectorAll("tbody tr")].filter((row) => !row.hidden);
  const hide = (hidden) => () => shown.forEach((row) => { row.hidden = hidden; });
  return [filtered, await timed(hide(true)) + await timed(hide(false))];
}"""
"""Milliseconds from a choice to the frame that shows it, and what the browser needs to hide the rows then shown and to
show them again."""

MOST = 3
"""Times as long as hiding and showing the rows alone."""


@pytest.mark.browser
@pytest.mark.long
def test_a_filter_of_a_thousand_rows_takes_little_more_than_drawing_them(offline_page):
    """The least of several times each: a machine that is busy is slower, and never quicker."""
    offline_page.set_content(class_of(1000))
    marker = offline_page.get_by_label("marker").get_attribute("data-column")
    times = []
    for choice in ("marker 0", "", "marker 1", "", "marker 2", ""):
        times.append(offline_page.evaluate(TIMED, [marker, choice]))
        wanted = 1000 if not choice else len(range(int(choice[-1]), 1000, 6))
        expect(offline_page.get_by_role("status")).to_have_text(f"{wanted} of 1000 shown")
        expect(offline_page.locator("tbody tr:not([hidden])")).to_have_count(wanted)
    for some in (times[::2], times[1::2]):
        filtered, drawn = map(min, zip(*some, strict=True))
        assert filtered <= MOST * drawn, times


# The panel with which people mark: a fragment for formgrader.
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
