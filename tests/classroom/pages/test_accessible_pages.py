"""Overview and reports for everybody: what axe-core finds, and what is wider than a page at 400%. The feedback page is
looked at in tests/classroom/nbgrader_bridge/test_nbgrader.py."""

import dataclasses

import pytest
from accessibility import accessibility_findings, moving, sideways
from course_assignments import HEARTS
from made_up_marks import marked
from playfunc_checks.results import failed, passed
from playfunc_classroom.pages.report import student_page
from playfunc_classroom.runs.overview import overview_page

pytestmark = pytest.mark.browser

MARKS = [
    marked("ann", wins=(0.9, 0.61, 0.2), notes=("A note with a_very_long_word_" + "that_goes_on_" * 9,)),
    marked(
        "bob", gates=[passed("loads"), failed("rules", expected="a legal card", got="S2", reason="Reneging")]
    ),
]
WRITTEN = {"ann": frozenset({"legal", "memory"}), "bob": frozenset()}


def without_losses(mark):
    """The made-up ones are too few for a report."""
    results = (
        dataclasses.replace(result, facts={k: v for k, v in result.facts.items() if k != "losses"})
        for result in mark.results
    )
    return dataclasses.replace(mark, results=tuple(results))


PAGES = {
    "overview": lambda: overview_page(MARKS, HEARTS, WRITTEN, {"ann": 61.0}, 100.0),
    "report": lambda: student_page(without_losses(MARKS[1]), HEARTS, closed=True),
    "report of a good one": lambda: student_page(without_losses(MARKS[0]), HEARTS, closed=False),
}


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_found_and_nothing_scrolls_sideways(offline_page, page):
    offline_page.set_content(PAGES[page]())
    assert not accessibility_findings(offline_page)
    for summary in offline_page.locator("summary").all():
        summary.click()
    assert not accessibility_findings(offline_page), "with everything open"
    assert sideways(offline_page.locator("html")) == []
    assert moving(offline_page.locator("html")) == []
