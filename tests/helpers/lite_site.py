"""The built site, served on loopback, and one notebook of it in Chromium."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SITE = Path(__file__).parents[2] / "build" / "lite"

MINUTE = 60_000
"""In milliseconds, as Playwright counts."""

PATIENCE = 10 * MINUTE
"""How long a busy machine may take to start a kernel."""

IDLE = "() => window.jupyterapp?.shell?.currentWidget?.context?.sessionContext?.session?.kernel?.status === 'idle'"

CELLS = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
  .filter((cell) => cell.type === "code")
  .map((cell) => ({
    source: cell.sharedModel.source,
    ran: cell.executionCount !== null && cell.executionState === "idle",
    outputs: cell.outputs.toJSON(),
  }))"""

RUN_FIRST = """() => {
  const { content } = window.jupyterapp.shell.currentWidget;
  content.activeCellIndex = [...content.model.cells].findIndex((cell) => cell.type === "code");
  window.jupyterapp.commands.execute("notebook:run-cell");
}"""

RUN_ALL = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }"

RUN = """(code) => {
  const { content, context } = window.jupyterapp.shell.currentWidget;
  const cells = context.model.sharedModel;
  cells.insertCell(cells.cells.length, { cell_type: "code", source: code });
  content.activeCellIndex = cells.cells.length - 1;
  window.jupyterapp.commands.execute("notebook:run-cell");
}"""


class Quiet(SimpleHTTPRequestHandler):
    """A static host as plain as any."""

    extensions_map: ClassVar[dict[str, str]] = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The site's address."""
    assert (SITE / "index.html").is_file(), "build it first: make lite"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@dataclass
class Opened:
    """A notebook in a browser of its own; `troubles` are requests to other sites, and errors of the page."""

    page: Page
    game: str
    troubles: list[str] = field(default_factory=list)
    seconds: float = 0.0
    """From opening the page until the first cell had run."""

    def cells(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(CELLS)
        return found

    def run_all(self, minutes: float = 30) -> list[dict[str, Any]]:
        """Run every cell from the top, and wait for the last."""
        began = time.monotonic()
        self.page.evaluate(RUN_ALL)
        while time.monotonic() - began < 60 * minutes:
            cells = self.cells()
            if all(cell["ran"] for cell in cells):
                return cells
            time.sleep(0.2)
        pytest.fail(
            f"still running after {minutes} minutes: {[c['source'][:60] for c in cells if not c['ran']]}"
        )

    def run(self, code: str, minutes: float = 10) -> str:
        """What a new last cell prints."""
        self.page.evaluate(RUN, code)
        end = time.monotonic() + 60 * minutes
        while time.monotonic() < end:
            cell = self.cells()[-1]
            if cell["ran"]:
                return "".join(text_of(output) for output in cell["outputs"])
            time.sleep(0.2)
        pytest.fail(f"still running after {minutes} minutes: {code[:200]}")


def text_of(output: dict[str, Any]) -> str:
    """What an output says as plain text."""
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}"
    said = output.get("text") or output.get("data", {}).get("text/plain", "")
    return said if isinstance(said, str) else "".join(said)


def open_in(context: BrowserContext, site: str, game: str) -> Opened:
    """The game's notebook with an idle kernel."""
    page = context.new_page()
    opened = Opened(page, game)
    own = (site, "blob:", "data:")
    page.on("request", lambda asked: None if asked.url.startswith(own) else opened.troubles.append(asked.url))
    page.on("pageerror", lambda error: opened.troubles.append(str(error)))
    page.on("console", lambda said: opened.troubles.append(said.text) if said.type == "error" else None)
    began = time.monotonic()
    page.goto(f"{site}/lab/index.html?path={game}/{game}.ipynb")
    page.wait_for_function(IDLE, timeout=PATIENCE)
    page.evaluate(RUN_FIRST)
    while not opened.cells()[0]["ran"]:
        time.sleep(0.1)
        assert time.monotonic() - began < 2 * PATIENCE / 1000, "the first cell never ended"
    opened.seconds = time.monotonic() - began
    return opened


@pytest.fixture(scope="module")
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser's storage of its own, in which downloads are allowed."""
    made = chromium.new_context(viewport={"width": 1200, "height": 900}, accept_downloads=True)
    yield made
    made.close()


def slowness() -> float:
    """How many times longer than on a quiet machine a program computes here now, and three times that, because a
    browser computes in several processes that wait for each other."""
    wall, cpu = time.perf_counter(), time.process_time()
    while time.process_time() - cpu < 0.5:
        pass
    return 3 * max(1.0, (time.perf_counter() - wall) / 0.5)


def tell(**figures: object) -> None:
    """Print a measurement, which pytest shows with -s."""
    print(json.dumps(figures))
