"""A student's work on the site of `make lite`: handed in, taken back, kept, played with, and sent to a ladder."""

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import nbformat
import pytest
from driving import by_mouse, click_times, watch_clicks
from lite_site import IDLE, MINUTE, PATIENCE, Opened, context, open_in, site, slowness, tell
from live_site import live
from playfunc_checks.extract import read_player
from playfunc_checks.find_assignment import default_assignment
from playfunc_web.database.tables import Version
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.site import Site
from playwright.sync_api import BrowserContext, expect
from sqlalchemy import select
from web_site import account, open_test_site, token_of

__all__ = ["context", "site"]  # fixtures

pytestmark = pytest.mark.lite

CLICK_MS = 150
"""Half of all clicks, on a quiet machine."""

OWN = "def play(*arguments):\n    return 'mine'"

SOURCE = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
  .filter((cell) => cell.getMetadata("nbgrader")?.grade_id === "player")[0].sharedModel"""

WRITE = f"(text) => {{ ({SOURCE})().setSource(text); }}"
READ = f"() => ({SOURCE})().source"

SAVE = "() => window.jupyterapp.shell.currentWidget.context.save()"

OLDER = """(path) => {
  const key = Object.keys(localStorage).find((name) => name.startsWith("playfunc work"));
  const known = JSON.parse(localStorage.getItem(key));
  known[path].original = "the digest of an older one";
  localStorage.setItem(key, JSON.stringify(known));
}"""
"""As if the work had begun at another original than the site has now."""

LATER = """(path) => {
  const key = Object.keys(localStorage).find((name) => name.startsWith("playfunc work"));
  const known = JSON.parse(localStorage.getItem(key));
  known[path].changed = Date.now() - 25 * 60 * 60 * 1000;
  localStorage.setItem(key, JSON.stringify(known));
  return window.jupyterapp.serviceManager.contents.save("note.txt", { type: "file", format: "text", content: "" });
}"""
"""As if the last change that was not downloaded were 25 hours ago; any file that is saved shows it."""


@pytest.fixture(scope="module")
def hearts(context: BrowserContext, site: str) -> Iterator[Opened]:
    """The Hearts notebook, with a player of the student's own and a file beside it."""
    opened = open_in(context, site, "hearts")
    opened.page.evaluate(WRITE, OWN)
    assert opened.run("import pathlib; pathlib.Path('history.json').write_text('{\"measured\": []}')") == "16"
    yield opened
    opened.page.close()


def bar(opened: Opened):
    return opened.page.get_by_role("region", name="Your work")


def test_the_bar_says_where_the_work_is_and_what_may_happen_to_it(hearts: Opened) -> None:
    expect(bar(hearts)).to_contain_text("stored only in this browser")
    expect(bar(hearts)).to_contain_text("a private window deletes it")


def test_the_download_is_the_notebook_with_what_lies_beside_it(hearts: Opened, tmp_path: Path) -> None:
    with hearts.page.expect_download() as waited:
        bar(hearts).get_by_role("button", name="Download to hand in").click()
    assert waited.value.suggested_filename == "hearts.ipynb"
    path = tmp_path / "hearts.ipynb"
    waited.value.save_as(path)
    nbformat.validate(nbformat.read(path, as_version=4))
    inside = json.loads(path.read_text(encoding="utf-8"))["metadata"]["playfunc"]
    assert inside["files"] == {"history.json": '{"measured": []}'}
    assert "assignment" in inside
    assert OWN in read_player(path, default_assignment("hearts")).source
    expect(bar(hearts)).to_contain_text("Downloaded")


def test_work_that_was_not_downloaded_for_a_day_is_named(hearts: Opened) -> None:
    hearts.page.evaluate(LATER, "hearts/hearts.ipynb")
    expect(bar(hearts)).to_contain_text(
        "You have not downloaded your changes to hearts/hearts.ipynb for more than a day."
    )


def test_half_of_the_clicks_at_the_table_are_answered_soon(hearts: Opened) -> None:
    hearts.run("play_a_hand('basic', seed=2)")
    table = hearts.page.locator(".jp-NotebookPanel .pf-table").last
    table.wait_for()
    hearts.page.emulate_media(reduced_motion="reduce")
    watch_clicks(table)
    for _ in range(12):
        expect(table).not_to_have_attribute("aria-busy", "true", timeout=MINUTE)
        by_mouse(table)
        hearts.page.wait_for_timeout(300)
    times = click_times(table)
    tell(click_ms=sorted(map(round, times)))
    assert len(times) >= 10
    assert median(times) <= CLICK_MS * slowness()


def test_with_four_players_advanced_is_played_by_the_light_one_and_named(hearts: Opened) -> None:
    said = hearts.run(
        "import time; began = time.time()\nprint(watch('advanced', 'basic', 'basic', 'basic'), time.time() - began)"
    )
    tell(watch_seconds=float(said.split()[-1]))
    assert "advanced-light" in said


@pytest.fixture
def ladder(tmp_path: Path) -> Iterator[Site]:
    """A ladder with an account of Ada's."""
    opened = open_test_site(tmp_path / "ladder")
    with opened.database.writing() as session:
        ensure_ladders(session)
    account(opened, "ada")
    yield opened
    opened.database.close()


def test_a_player_is_sent_to_a_ladder_with_a_token(hearts: Opened, ladder: Site) -> None:
    hearts.page.evaluate(SAVE)
    with live(ladder) as url:
        token = token_of(ladder, "ada")
        asks = f"import getpass; getpass.getpass = lambda prompt: {token!r}"
        send = (
            f"import playfunc_workbook.submission as s; s.WAIT_SECONDS = 1\nprint(submit(play, to={url!r}))"
        )
        hearts.run(OWN)
        said = hearts.run(f"{asks}\n{send}")
    assert "Your player arrived." in said
    with ladder.database.reading() as session:
        [source] = session.scalars(select(Version.source).where(Version.origin == "workbook"))
    assert OWN in source.decode()


def test_where_nothing_answers_the_cell_says_so(hearts: Opened) -> None:
    asks = "import getpass; getpass.getpass = lambda prompt: 'a-token-of-mine'"
    hearts.page.evaluate(SAVE)
    hearts.run(OWN)
    said = hearts.run(f"{asks}\nprint(submit(play, to='http://127.0.0.1:9'))")
    assert "cannot be reached: no answer, or the site does not allow requests from this page" in said


def test_a_reset_brings_the_original_back_and_keeps_the_work(hearts: Opened) -> None:
    assert hearts.page.evaluate(READ) == OWN
    bar(hearts).get_by_role("button", name="Reset to the original").click()
    dialog = hearts.page.get_by_role("dialog")
    expect(dialog).to_contain_text("copied to the folder “kept” first")
    dialog.get_by_role("button", name="Reset to the original").click()
    hearts.page.wait_for_function(f"(mine) => ({READ})() !== mine", arg=OWN)
    look = "import pathlib; kept = [each.read_text() for each in pathlib.Path('/drive/kept').glob('*.ipynb')]"
    assert hearts.run(f"{look}\nprint(len(kept), \"return 'mine'\" in kept[0])") == "1 True\n"


def test_a_newer_original_is_offered_and_replaces_nothing(hearts: Opened, site: str) -> None:
    page = hearts.page
    page.evaluate(WRITE, OWN)
    page.evaluate(SAVE)
    page.evaluate(OLDER, "hearts/hearts.ipynb")
    page.goto(f"{site}/lab/index.html?path=hearts/hearts.ipynb")
    page.wait_for_function(IDLE, timeout=PATIENCE)
    expect(bar(hearts)).to_contain_text(
        "This site has a newer version of hearts/hearts.ipynb. Yours is unchanged."
    )
    assert page.evaluate(READ) == OWN
    bar(hearts).get_by_role("button", name="Open the newer version beside it").click()
    page.wait_for_function(
        "() => window.jupyterapp.shell.currentWidget?.context?.path.endsWith('newer/hearts.ipynb')"
    )


def test_no_other_site_was_asked_but_the_ladder(hearts: Opened) -> None:
    assert [
        each for each in hearts.troubles if "127.0.0.1" not in each and "Failed to load" not in each
    ] == []
