"""`make picture`: docs/playfunc.webp, which shows a notebook, a class page and a ladder at the README's top.

All three are real pages: the solved Hearts notebook in JupyterLab, the class of `playfunc demo`, and the ladder of
`make arena`. That class and that ladder stay in build/picture, so another call takes a minute.
"""

from __future__ import annotations

import base64
import html
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory

import nbformat
from lab import READY, serve_lab
from live_site import live
from playfunc_web.demo import fill
from playwright.sync_api import Browser, Page, sync_playwright
from workbooks import cell_of, solved

BUILD = Path("build/picture")
PICTURE = Path("docs/playfunc.webp")

WIDTH, SHARPNESS = 900, 2
"""CSS pixels, about as many as a README is wide, and how many pixels each of them has."""
QUALITY, MOST_BYTES = 88, 300_000

LAB = {"width": 1500, "height": 718}
CLASS = {"width": 797, "height": 462}
LADDER = {"width": 900, "height": 522}
"""Each ends where a row ends, and the last two are equally high once they are equally wide."""

SEED, MOVES = 4, 32
"""The game in the notebook, and the move that is shown: `minmax` wins the queen of spades."""

MARKERS = ("### BEGIN SOLUTION", "### END SOLUTION")

RUN = """(place) => {
  const { commands, shell } = window.jupyterapp;
  shell.currentWidget.content.activeCellIndex = place;
  commands.execute("notebook:run-all-above");
  commands.execute("notebook:run-cell");
}"""
HAS_RUN = "(place) => window.jupyterapp.shell.currentWidget.content.widgets[place].model.outputs.length > 0"
SIDE_BY_SIDE = """async () => {
  const { commands, shell } = window.jupyterapp;
  const notebook = shell.currentWidget;
  const { editorConfig } = notebook.content;
  notebook.content.editorConfig = { ...editorConfig, code: { ...editorConfig.code, lineWrap: true } };
  await commands.execute("application:toggle-left-area");
  await commands.execute("application:toggle-side-tabbar", { side: "left" });
  await commands.execute("application:toggle-side-tabbar", { side: "right" });
  await commands.execute("notebook:create-output-view");
  shell.add(shell.currentWidget, "main", { mode: "split-right", ref: notebook.id });
  shell.activateById(notebook.id);
}"""
"""Wraps long lines of code, and puts the output of the current cell beside the notebook."""

TO_TOP = "(one, margin = 0) => { one.style.scrollMarginTop = `${margin}px`; one.scrollIntoView(); }"
NOTES_AWAY = "(table) => { table.parentElement.scrollLeft = table.tHead.rows[0].cells[1].offsetWidth; }"
"""Scrolls to the checks. Notes are the second column, and the first one always stays."""

LAYOUT = Template("""<!doctype html>
<style>
  body { margin: 0; padding: 10px 8px 12px; background: #fff; color: #1c2733; font: 13px/1.3 "DejaVu Sans", sans-serif;
         display: grid; grid-template-columns: 1fr 1fr; gap: 16px 14px; }
  figure { margin: 0; }
  figure:first-of-type { grid-column: span 2; }
  figcaption { margin-bottom: 7px; white-space: nowrap; }
  b { color: #1f5c40; font-size: 17px; margin-right: 7px; }
  div { overflow: hidden; border: 1px solid #b8c2cc; border-radius: 7px; box-shadow: 0 1px 5px #0003; }
  p { margin: 0; padding: 3px 9px; background: #e9edf1; color: #44515e; font-size: 10px; }
  p::before { content: "● ● ●"; margin-right: 9px; color: #a9b4bf; font-size: 8px; }
  img { display: block; width: 100%; }
</style>
$figures""")
FIGURE = Template("""
<figure>
  <figcaption><b>$headline</b> $words</figcaption>
  <div><p>$title</p><img src="data:image/png;base64,$png"></div>
</figure>""")


@dataclass(frozen=True)
class Window:
    """What a page shows, with the page's own title and what the picture says about it."""

    headline: str
    words: str
    title: str
    png: bytes

    def figure(self) -> str:
        texts = {name: html.escape(getattr(self, name)) for name in ("headline", "words", "title")}
        return FIGURE.substitute(texts, png=base64.b64encode(self.png).decode())


def main() -> None:
    """Write the picture."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
        picture = composed(browser, [notebook(browser), class_page(browser), ladder(browser)])
        browser.close()
    if len(picture) > MOST_BYTES:
        raise SystemExit(f"{len(picture)} bytes, of {MOST_BYTES} at most: lower QUALITY in {__file__}")
    PICTURE.write_bytes(picture)
    print(f"{PICTURE}: {len(picture)} bytes")


def notebook(browser: Browser) -> Window:
    """The first player of the solved notebook, beside a game that it plays."""
    student = solved("hearts")
    for cell in student.cells:
        cell.source = "\n".join(line for line in cell.source.split("\n") if line.strip() not in MARKERS)
    place = student.cells.index(cell_of(student, "first-play")) + 1
    student.cells.insert(place, nbformat.v4.new_code_cell(f'watch(play, "minmax", seed={SEED})'))
    with TemporaryDirectory() as root, serve_lab(Path(root), "hearts.ipynb", student) as url:
        page = opened(browser, LAB, url)
        page.wait_for_function(READY, timeout=60_000)
        page.wait_for_timeout(5000)  # so soon after the kernel became idle, a command may do nothing
        page.evaluate(RUN, place)
        page.wait_for_function(HAS_RUN, arg=place, timeout=120_000)
        page.evaluate(SIDE_BY_SIDE)
        game = page.frame_locator(".jp-LinkedOutputView iframe")
        for _ in range(MOVES):
            game.locator("#next").click()
        page.locator(".jp-Notebook .jp-Cell").nth(place - 2).locator("p").last.evaluate(TO_TOP)
        return shot(page, "Write a player", "one function in a notebook, then watch it play")


def class_page(browser: Browser) -> Window:
    """Marks of the demo class, sorted by name."""
    course = BUILD / "demo"
    marks = course / "reports/hearts/index.html"
    if not marks.exists():
        subprocess.run([Path(sys.executable).with_name("playfunc"), "demo", course], check=True)
    page = opened(browser, CLASS, marks.resolve().as_uri())
    page.get_by_role("button", name="student").click()
    page.locator("table").evaluate(NOTES_AWAY)
    page.locator("table").evaluate(TO_TOP, 8)
    return shot(page, "Mark a class", "the same checks for everybody")


def ladder(browser: Browser) -> Window:
    """The players of the demo class, and the opponents among them."""
    with live(fill(BUILD / "ladder", print, ladders={"hearts"}).site) as url:
        page = opened(browser, LADDER, f"{url}/ladder/hearts")
        page.locator("table").first.evaluate(TO_TOP, 14)
        return shot(page, "Climb a ladder", "players meet in nightly runs")


def opened(browser: Browser, size: dict[str, int], url: str) -> Page:
    page = browser.new_page(viewport=size, device_scale_factor=SHARPNESS, reduced_motion="reduce")
    page.goto(url)
    return page


def shot(page: Page, headline: str, words: str) -> Window:
    page.wait_for_timeout(1000)  # until nothing moves
    return Window(headline, words, page.title(), page.screenshot())


def composed(browser: Browser, windows: list[Window]) -> bytes:
    """All windows below their captions, as WebP, which Chromium writes and Playwright's own screenshots do not."""
    page = browser.new_page(viewport={"width": WIDTH, "height": 10})
    page.set_content(LAYOUT.substitute(figures="".join(window.figure() for window in windows)))
    size = {"width": WIDTH, "height": page.evaluate("document.documentElement.scrollHeight")}
    page.set_viewport_size(size)
    how = {"format": "webp", "quality": QUALITY, "clip": {"x": 0, "y": 0, **size, "scale": SHARPNESS}}
    answer = page.context.new_cdp_session(page).send("Page.captureScreenshot", how)
    return base64.b64decode(answer["data"])


if __name__ == "__main__":
    main()
