"""For all tests: how hypothesis draws examples, what may be skipped, and a browser, where Chromium is installed."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from few_questions import few_questions
from hypothesis import settings
from lab import lab_url, notebook, open_notebook
from made_once import run_folder
from mounted import mounted
from nasty import nasty_text
from plugin_packages import plugin_site
from times import Times

# Fixtures for all tests.
__all__ = ["few_questions", "lab_url", "mounted", "nasty_text", "notebook", "open_notebook", "plugin_site"]

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

settings.register_profile("same", derandomize=True, deadline=None)  # the same examples in every run
settings.register_profile("new", deadline=None, print_blob=True)  # others each time: `make fuzz`
settings.load_profile(os.environ.get("PLAYFUNC_EXAMPLES", "same"))


os.environ.setdefault("PLAYFUNC_RATE_SECONDS", "5")  # a notebook's ratings take a minute of CPU each

collect_ignore_glob = ["*.ipynb"]
"""Those in here are material."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games", type=Path, default=None, help="A folder with what tests/conformance reads of other games."
    )
    parser.addoption("--times", action="store_true", help="Print what each test file takes and starts.")


def pytest_configure(config: pytest.Config) -> None:
    # xdist would hand out files with many tests first, in whatever order they are here.
    config.option.loadscopereorder = False
    run_folder()
    if config.option.times:
        config.pluginmanager.register(Times())


MAY_BE_SKIPPED = {
    "'Skipped: bwrap: ": "a container may refuse the namespaces of tier A, which no package brings back",
    "no mount namespaces here": "a small disk that fills up needs one, and a container may refuse it",
}
"""What continuous integration may skip, or expect to fail: words of the test's own reason, and why nothing helps."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _count_skip_as_failure(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _count_skip_as_failure(report)
    return report


def _count_skip_as_failure(report: pytest.TestReport | pytest.CollectReport) -> None:
    """In continuous integration, where nobody would notice."""
    if not os.environ.get("CI") or not report.skipped:
        return
    reason = getattr(report, "wasxfail", "") or report.longreprtext
    if any(words in reason for words in MAY_BE_SKIPPED):
        return
    report.outcome = "failed"
    report.longrepr = (
        f"{report.nodeid} was skipped or failed as expected, which continuous integration must not do: {reason}\n"
        "Name what it needs in .ci/all.py, or list its reason in tests/conftest.py."
    )


COSTLY = (
    "hostile/test_ordinary_user.py",
    "week/test_week.py",
    "classroom/marks/test_crowd.py",
    "long/test_kills.py",
    "assignments/test_every_command.py",
    "course/test_demo.py",
    "course/test_hearts_notebook.py",
    "hostile/test_notebooks.py",
    "classroom/nbgrader_bridge/test_nbgrader.py",
    "hostile/test_twins.py",
    "hostile/test_outcomes.py",
    "hostile/test_players.py",
    "web/test_spreadsheets.py",
    "autograder/programs/test_submitted_programs.py",
    "arena/test_entrants.py",
    "arena/test_run.py",
    "web/admission/test_checks_places.py",
    "classroom/runs/test_unchanged.py",
    "cli/test_review.py",
    "classroom/runs/test_planned.py",
    "autograder/sandbox/test_clock.py",
    "checks/checks/test_repeated_questions.py",
    "classroom/marks/test_store.py",
    "classroom/test_release.py",
    "plugins/test_kuhn_course.py",
    "hostile/test_compiling.py",
    "workbook/test_mistakes.py",
    "plugins/test_kuhn.py",
    "web/test_private_texts.py",
    "web/browser/test_pages.py",
    "browser/test_lab.py",
    "workbook/test_rating.py",
    "web/skullwhist/test_model.py",
    "web/test_colluders.py",
    "web/browser/test_hostile_pages.py",
    "web/browser/test_whist_pages.py",
    "web/marking/test_browser.py",
)
"""Modules that take longest: they mark a class, run a notebook, play a match, visit every page. The costliest first."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Costly modules come first, so that no process is left alone with one at the end. Runs before marks select."""
    for item in items:
        marker = item.get_closest_marker("hardest")
        if marker and not any(word in item.name for word in marker.args):
            item.add_marker("broad")
    places = {str((Path(__file__).parent / name).resolve()): place for place, name in enumerate(COSTLY)}
    items.sort(key=lambda item: places.get(str(item.path), len(COSTLY)))


def pytest_collection_finish() -> None:
    """What was collected stays: a collection of garbage that goes through all of it takes half a second, which would be
    counted as a player's."""
    gc.collect()
    gc.freeze()


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
def page_options() -> dict[str, Any]:
    """What `offline_page` is like. Tests of another device have their own."""
    return {"viewport": {"width": 1000, "height": 760}}


@pytest.fixture
def offline_page(chromium: Browser, page_options: dict[str, Any]) -> Iterator[Page]:
    """An empty page. Whoever uses it fails if a page loads anything, logs an error or opens a dialog."""
    page = chromium.new_page(**page_options)
    troubles: list[str] = []
    page.on("request", lambda request: troubles.append(f"request: {request.url[:80]}"))
    page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
    page.on("console", lambda message: troubles.append(f"console: {message.text}"))
    page.on("dialog", lambda dialog: (troubles.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    yield page
    page.close()
    assert not troubles
