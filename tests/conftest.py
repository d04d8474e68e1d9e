"""For all tests: how hypothesis draws examples, and a browser, where Debian's Chromium is installed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

settings.register_profile("same", derandomize=True, deadline=None)  # the same examples in every run
settings.register_profile("new", deadline=None, print_blob=True)  # others each time: `make fuzz`
settings.load_profile(os.environ.get("PLAYFUNC_EXAMPLES", "same"))


DEAR = (
    "course/test_demo.py",
    "course/test_hearts_notebook.py",
    "hostile/test_notebooks.py",
    "autograder/test_nbgrader.py",
    "autograder/test_instructor.py",
    "autograder/test_appeals.py",
)
"""Modules whose fixtures mark a class or run a notebook, the dearest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Dear modules come first, so that no process is left alone with one at the end."""
    places = {str(Path(__file__).parent / name): place for place, name in enumerate(DEAR)}
    items.sort(key=lambda item: places.get(str(item.path), len(DEAR)))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Chromium without a window. Per module, because Playwright's event loop keeps others from running."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("needs Debian's chromium: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def offline_page(chromium: Browser) -> Iterator[Page]:
    """An empty page. Whoever uses it fails if a page loads anything, logs an error or opens a dialog."""
    page = chromium.new_page(viewport={"width": 1000, "height": 760})
    troubles: list[str] = []
    page.on("request", lambda request: troubles.append(f"request: {request.url[:80]}"))
    page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
    page.on("console", lambda message: troubles.append(f"console: {message.text}"))
    page.on("dialog", lambda dialog: (troubles.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    yield page
    page.close()
    assert not troubles
