"""The pages of `make lite` that are our own, for everybody: start page, licences, and the bar above a notebook."""

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from accessibility import CUT_OFF, accessibility_findings, moving
from lite_site import IDLE, MINUTE, PATIENCE, SITE, site
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from site_parts.notebooks import notebook

__all__ = ["site"]  # a fixture

pytestmark = pytest.mark.lite

PAGES = ("index.html", "course/licences.html")

BAR = "#playfunc-bar"

NO_FOLDER = (
    "StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('no', 'SecurityError'));"
)
"""As Firefox and Safari answer in a private window."""

PROMISED = """
window.askedToKeep = 0;
StorageManager.prototype.persisted = async () => false;
StorageManager.prototype.persist = async () => { window.askedToKeep += 1; return true; };
"""
"""As a browser that promises to keep what the site stores."""

SAVE = """([path, content]) => window.jupyterapp.serviceManager.contents.save(
  path, { type: "notebook", format: "json", content }).then(() => true)"""

TEXT = """(path) => window.jupyterapp.serviceManager.contents.get(path, { content: true, type: "file", format: "text" })
  .then((file) => file.content, () => null)"""


@pytest.fixture
def storage(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser that has never seen the site."""
    made = chromium.new_context(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
    yield made
    made.close()


@pytest.fixture
def page(storage: BrowserContext) -> Page:
    made = storage.new_page()
    made.set_default_timeout(MINUTE)
    return made


def lab(page: Page, site: str, path: str = "") -> Locator:
    """The bar of the opened JupyterLab, once it says where the work is."""
    page.goto(f"{site}/lab/index.html{path and f'?path={path}'}")
    bar = page.locator(BAR)
    expect(bar.get_by_role("status")).not_to_be_empty(timeout=PATIENCE)
    return bar


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_our_pages_have_no_findings_and_fit_at_400_percent(page: Page, site: str, path: str, scheme) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(f"{site}/{path}")
    assert not accessibility_findings(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(CUT_OFF) == []
    assert moving(page.locator("html")) == []
    assert not accessibility_findings(page)


def test_the_start_page_leads_to_every_notebook_and_the_licences_by_keyboard(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    reached = []
    for _ in page.get_by_role("link").all():
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.getAttribute('href')"))
    assert reached[-1] == "course/licences.html"
    assert {f"lab/index.html?path={path}" for path in released()} == set(reached[:-1])


def released() -> set[str]:
    return {path.relative_to(SITE / "files").as_posix() for path in (SITE / "files").glob("*/*.ipynb")}


def test_every_package_comes_with_the_text_of_its_licence(page: Page, site: str) -> None:
    page.goto(f"{site}/course/licences.html")
    texts = page.locator("pre").all_text_contents()
    said = page.get_by_text("packages of other people").text_content() or ""
    assert str(len(texts)) in said
    assert min(map(len, texts)) > 200
    assert page.locator("summary", has_text="pyodide (with CPython").count() == 1


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_the_bar_has_no_findings_wide_or_narrow(page: Page, site: str, theme: str) -> None:
    bar = lab(page, site, "footsteps/footsteps.ipynb")
    page.evaluate("(theme) => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
    page.locator(f"body[data-jp-theme-name='{theme}']").wait_for(state="attached")
    assert not accessibility_findings(page, BAR)
    bar.get_by_role("button", name="Reset to the original").click()
    assert not accessibility_findings(page, "dialog.playfunc-dialog")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 320, "height": 640})
    assert not accessibility_findings(page, BAR)
    assert bar.evaluate("(bar) => bar.scrollWidth <= window.innerWidth")


def test_on_a_phone_the_notebook_has_the_width(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    lab(page, site, "footsteps/footsteps.ipynb")
    title = page.get_by_role("heading", name="FootSteps", exact=True)
    expect(title).to_be_visible()
    page.wait_for_function("() => document.querySelector('.jp-NotebookPanel').offsetWidth > 220")


def test_a_private_window_is_named(storage: BrowserContext, page: Page, site: str) -> None:
    storage.add_init_script(NO_FOLDER)
    expect(lab(page, site)).to_contain_text("This is a private window: closing it deletes your work.")


def test_the_browser_is_asked_to_keep_the_work(storage: BrowserContext, page: Page, site: str) -> None:
    storage.add_init_script(PROMISED)
    expect(lab(page, site)).to_have_text(
        re.compile("Your work is stored only in this browser, on this computer.$")
    )
    assert page.evaluate("window.askedToKeep") == 1


@pytest.mark.parametrize(("hours", "overdue"), [(23, False), (25, True)])
def test_work_is_overdue_after_a_day(page: Page, site: str, hours: int, overdue: bool) -> None:
    page.goto(f"{site}/index.html")
    said = page.evaluate(
        "(hours) => import('/course/work.js').then((work) => work.isOverdue({ changed: 0 }, hours * 3_600_000))",
        hours,
    )
    assert said is overdue


def test_a_downloaded_notebook_brings_its_files_to_another_computer(page: Page, site: str) -> None:
    path = "footsteps/footsteps.ipynb"
    content = nbformat.read(SITE / "files" / path, as_version=4)
    content.metadata.playfunc["files"] = {"ratings.json": "mine", "../else.txt": "no", "policy.md": "no"}
    lab(page, site)
    assert page.evaluate(SAVE, [path, content])
    lab(page, site, path)
    page.wait_for_function(
        f"(path) => ({TEXT})(path).then((text) => text === 'mine')", arg="footsteps/ratings.json"
    )
    assert page.evaluate(TEXT, "else.txt") is None
    policy = (SITE / "files" / "footsteps" / "policy.md").read_text(encoding="utf-8")
    assert page.evaluate(TEXT, "footsteps/policy.md") == policy


def test_the_documentation_opens_the_notebook_here(page: Page, site: str, tmp_path: Path) -> None:
    [link] = re.findall(r'<a href="([^"]*)">Try it in your browser</a>', notebook("footsteps", site))
    page.goto(link)
    page.wait_for_function(IDLE, timeout=PATIENCE)
    expect(page.get_by_role("heading", name="FootSteps", exact=True)).to_be_visible()
