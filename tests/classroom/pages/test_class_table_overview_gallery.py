"""The table of a class: points beside verdicts, sorted and filtered by mouse and keyboard, plain without JavaScript."""

import dataclasses
import re

import pytest
from accessibility import accessibility_findings, sideways
from course_assignments import HEARTS
from course_fixture import ASSIGNMENT, CAUTIOUS
from made_up_marks import marked
from markupsafe import Markup
from playfunc.costs import CostlyMove
from playfunc.games.hearts import Hearts
from playfunc.match import play_games
from playfunc.measure import deal_rng, rotations
from playfunc.record import RecordedFault, replay
from playfunc_checks.marking import mark_failure
from playfunc_checks.results import broken, failed, passed, skipped, undecided
from playfunc_classroom.pages.gallery import examples, gallery_page, play_example
from playfunc_classroom.pages.report import Place, class_page
from playfunc_classroom.policy.overrides import Override
from playfunc_classroom.pseudonyms import anonymous
from playfunc_classroom.runs.overview import (
    loss_bars,
    outliers,
    overview_page,
    point_bars,
    rate_bars,
    steps,
    stops,
)
from playfunc_opponents import opponent
from playfunc_opponents.reviews import profile_of
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
  await frame();
  const start = performance.now();
  select.value = value;
  select.dispatchEvent(new Event("input", { bubbles: true }));
  document.body.offsetHeight;
  await frame();
  return performance.now() - start;
}"""
"""Milliseconds from a choice to the frame that shows it, from the first row to the end of the screen."""


@pytest.mark.browser
@pytest.mark.long  # its times hold on a quiet machine
def test_a_filter_of_a_thousand_rows_takes_at_most_300_ms(offline_page):
    """The least of several times: a machine that is busy is slower, and never quicker."""
    offline_page.set_content(class_of(1000))
    marker = offline_page.get_by_label("marker").get_attribute("data-column")
    choices = ("marker 0", "", "marker 1", "", "marker 2", "")
    times = []
    for choice in choices:
        times.append(offline_page.evaluate(TIMED, [marker, choice]))
        wanted = 1000 if not choice else len(range(int(choice[-1]), 1000, 6))
        expect(offline_page.get_by_role("status")).to_have_text(f"{wanted} of 1000 shown")
        expect(offline_page.locator("tbody tr:not([hidden])")).to_have_count(wanted)
    assert min(times[::2]) <= 300, times
    assert min(times[1::2]) <= 300, times


# The class at a glance, and examples for the lecture, from marks that are made up.
ATTACK = "</pre><script>hostile_marker()</script>"


def test_charts_count_everybody_once():
    marks = [marked("a"), marked("b", wins=(1.0, 1.0, 1.0)), marked("c", wins=(0.0, 0.05, 0.99))]
    assert [bar.value for bar in point_bars([10, 30, 10], 30)] == [0, 2, 0, 1]
    assert [bar.text for bar in rate_bars(marks, "beats-basic")] == ["1", *"00000000", "2"]
    assert loss_bars(marks, "beats-minmax", profile_of("hearts"))[0].text == "0.45"
    assert max(bar.length for bar in loss_bars(marks, "beats-minmax", profile_of("hearts"))) == 1


def test_points_are_lost_at_the_step_whose_check_did_not_pass():
    marks = [marked("a"), marked("b", wins=(0.1, 0.1, 0.1))]
    found = {step.name: step for step in steps(marks, HEARTS, {"a": frozenset({"legal"}), "b": frozenset()})}
    assert found["Step 2: legal"].written == 1
    assert found["Step 3: sensible"].checks == (("beats-basic", 1),)
    assert found["Step 3: sensible"].lost == 5
    assert found["Step 5: look ahead"].lost == 10
    assert sum(step.lost for step in found.values()) == 30 - (10 + 0) / 2


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        (marked("x", wins=(0.61, 0.1, 0.1)), "61.0% is within chance of the line"),
        (marked("x", wins=(0.9, 0.1, 0.9)), "beats a stronger opponent and not a weaker one"),
        (marked("x", source=CAUTIOUS + "\nX = 1" * 60), "lines, where"),
        (
            marked("x", wins=(1, 1, 1), gates=[passed("rules"), failed("memory", got="none")]),
            "without using its memory",
        ),
        (marked("x", notes=(ATTACK,)), ATTACK),
    ],
)
def test_outliers_are_found_and_the_others_left_alone(mark, why):
    usual = [marked(name) for name in "abcd"]
    found = outliers([*usual, mark], HEARTS)
    assert {outlier.student for outlier in found} == {"x"}
    assert any(why in outlier.why for outlier in found)


def test_the_page_stands_alone_and_nothing_a_student_wrote_runs():
    gates = mark_failure(HEARTS, ATTACK)
    broken = marked("z", source="", gates=[*gates[:4]], wins=(0, 0, 0), notes=(ATTACK,))
    page = overview_page([marked("<b>ann"), broken], HEARTS, {}, {"<b>ann": 61.0}, 100.0)
    assert ATTACK not in page
    assert "<b>ann" not in page
    assert "People have marked 1 of 2" in page
    assert "http" not in page
    assert "Nobody stands out" not in page
    empty = overview_page([], HEARTS, {}, {}, 0.0)
    assert "0 submissions" in empty


def test_notebooks_stop_at_the_last_step_that_was_written():
    written = {
        "a": frozenset({"legal"}),
        "b": frozenset({"legal", "memory"}),
        "c": frozenset({"memory"}),
        "d": frozenset(),
        "e": frozenset({"imports"}),
    }
    found = {bar.label: bar.value for bar in stops(HEARTS, written)}
    assert list(found) == ["nothing written", *(step.name for step in HEARTS.steps)]
    assert {label: count for label, count in found.items() if count} == {
        "nothing written": 2,
        "Step 2: legal": 1,
        "Step 4: remember": 2,
    }
    by_cell = stops(ASSIGNMENT, {"a": frozenset({"player"}), "b": frozenset()})
    assert [(bar.label, bar.value) for bar in by_cell] == [("nothing written", 1), ("player", 1)]


# Examples of both kinds, in which nothing names anybody.
@pytest.fixture(scope="module")
def records():
    rules = Hearts(2)
    basic = (opponent(rules, "basic", key=b"one"), opponent(rules, "basic", key=b"two"))
    tables = [t for n in range(6) for t in rotations(rules, rules.deal(deal_rng("x", "y", n)), basic)]
    return play_games(rules, tables, "forfeit")


PLAYER = f'''
"""Written by Zoe Zimmermann, 1234567, zoe@uni.example"""
# author: somebody else entirely
from dataclasses import dataclass


@dataclass
class Seen:
    """What zoe remembers: {ATTACK}"""
    cards: list


def long_zimmermann_function(hand):
{"".join(f"    x{n} = {n}" + chr(10) for n in range(40))}    return hand


def left_over():
    """Nobody uses this one, and its manual is long enough to be a manual, about nothing at all."""


def play(a, b, c, d) -> tuple[str, Seen]:
    return long_zimmermann_function(b)[0], Seen([])
'''


def test_examples_are_of_both_kinds_and_nothing_in_them_names_anybody(records):
    fault = RecordedFault(0, 3, "forfeit", "RenegError", f"zoe reneged {ATTACK}", position="hand: C2")
    rules = failed("rules", got="a fault", replay=dataclasses.replace(records[0], faults=(fault,)))
    marks = [
        marked("zoe", PLAYER),
        marked("bob", gates=[passed("loads"), rules, skipped("purity", "rules"), skipped("memory", "rules")]),
    ]
    chosen = examples(marks)
    titles = {example.title: example.good for example in chosen}
    given = {example.title for example in examples(marks, PLAYER)}
    assert titles.keys() - given == {"A docstring to work with", "Left over"}
    assert titles["A memory with a type of its own"]
    assert titles["A docstring to work with"]
    assert titles["A function that does everything"] is False
    assert titles["Left over"] is False
    assert titles["Against the rules: RenegError"] is False
    chosen.append(
        play_example("zoe", CostlyMove(records[0], 4, 0, 13, ("C3",), story="zoe lost."), Markup("<i>x</i>"))
    )
    page = gallery_page("hearts", chosen, lambda text: anonymous(text, ["zoe", "Zoe", "Zimmermann", "bob"]))
    for told in ("zoe", "zimmermann", "1234567", "bob", "uni.example"):
        assert told not in page.lower()
    assert ATTACK not in page
    assert "gave away 13 points" in page
    assert replay(records[0]) is not None
