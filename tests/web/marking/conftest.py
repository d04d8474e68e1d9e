from collections.abc import Iterator
from pathlib import Path

import pytest
from marking_course import MarkerBrowser, entered_browser, opened_course
from playfunc_web.marking.app import Marking


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Marking]:
    """A course of six submissions, which kim and lee mark."""
    made = opened_course(tmp_path / "course")
    yield made
    made.site.database.close()


@pytest.fixture
def kim(opened: Marking) -> MarkerBrowser:
    return entered_browser(opened, "kim")


@pytest.fixture
def head(opened: Marking) -> MarkerBrowser:
    return entered_browser(opened, "admin")


@pytest.fixture
def piece(kim: MarkerBrowser) -> str:
    """The address of the first submission of kim's share."""
    grading = kim.opened.grading
    sheet = grading.sheet("hearts")
    return f"hearts/first/{sheet.codes[sheet.share('first', 'kim')[0]]}"
