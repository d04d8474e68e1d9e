"""JupyterLab with a real kernel, and a notebook in it that a test fills cell by cell."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

START_SECONDS = 60
CELL_MS = 60_000

PAGE_CONFIG = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
"""Otherwise a dialog about news covers the page, whatever the settings say."""

SETTINGS = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}
"""Otherwise cells that are out of sight are taken out of the page."""

RUN = """(code) => {
  const { content, context } = window.jupyterapp.shell.currentWidget;
  const cells = context.model.sharedModel;
  cells.insertCell(cells.cells.length, { cell_type: "code", source: code });
  content.activeCellIndex = cells.cells.length - 1;
  window.jupyterapp.commands.execute("notebook:run-cell");
  return content.activeCellIndex;
}"""
"""Runs `code` in a new cell at the end. The command's promise is not awaited: that would wait for the kernel."""

CLEAR = """() => {
  const cells = window.jupyterapp.shell.currentWidget.context.model.sharedModel;
  cells.deleteCellRange(1, cells.cells.length);
}"""

READY = "() => window.jupyterapp?.shell.currentWidget?.context?.sessionContext?.session?.kernel?.status === 'idle'"
SOURCES = (
    "() => window.jupyterapp.shell.currentWidget.context.model.sharedModel.cells.map((cell) => cell.source)"
)


@dataclass(frozen=True)
class Notebook:
    """A notebook that is open in JupyterLab, in a page of its own."""

    page: Page

    def run(self, code: str) -> Locator:
        """Runs `code` in a new last cell; the cell's output."""
        place = self.page.evaluate(RUN, code)
        cell = self.page.locator(".jp-NotebookPanel .jp-Cell").nth(place)
        output = cell.locator(".jp-OutputArea-output").first
        output.wait_for(timeout=CELL_MS)
        return output

    def sources(self) -> list[str]:
        """What stands in the cells, from the first."""
        found: list[str] = self.page.evaluate(SOURCES)
        return found

    def printed(self, code: str) -> str:
        """What a cell with `code` prints, after all that the kernel was asked before."""
        return self.run(code).inner_text().strip()

    def clear(self) -> None:
        """Leaves one cell alone, the first."""
        self.page.evaluate(CLEAR)


@contextmanager
def serve_lab(root: Path, name: str, notebook: nbformat.NotebookNode) -> Iterator[str]:
    """The notebook's address in a JupyterLab on a free port of this machine, with settings of its own in `root`."""
    config = root / "config" / "labconfig"
    config.mkdir(parents=True)
    (config / "page_config.json").write_text(json.dumps(PAGE_CONFIG), encoding="utf-8")
    (config / "default_setting_overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    work = root / "work"
    work.mkdir()
    nbformat.write(notebook, work / name)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex()
    log = (root / "log").open("w+", encoding="utf-8")
    server = subprocess.Popen(
        [
            sys.executable,
            *("-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"),
            *(f"--port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={token}"),
            "--LabApp.expose_app_in_browser=True",
        ],
        cwd=work,
        env={**os.environ, **_homes(root)},
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/api?token={token}", server, root / "log")
        yield f"http://127.0.0.1:{port}/lab/tree/{name}?token={token}"
    finally:
        server.terminate()
        server.wait(START_SECONDS)
        log.close()


@pytest.fixture(scope="session")
def lab_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an empty notebook in a JupyterLab of the tests' own."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = nbformat.v4.new_notebook(metadata=kernel)
    with serve_lab(tmp_path_factory.mktemp("lab"), "empty.ipynb", notebook) as url:
        yield url


@pytest.fixture(scope="module")
def open_notebook(lab_url: str, chromium: Browser) -> Iterator[Notebook]:
    """A notebook and its kernel. Opening one takes seconds, so the tests of a module share it."""
    page = chromium.new_page(viewport={"width": 1100, "height": 900})
    page.goto(lab_url)
    page.wait_for_function(READY, timeout=START_SECONDS * 1000)
    yield Notebook(page)
    page.close()


@pytest.fixture
def notebook(open_notebook: Notebook) -> Iterator[Notebook]:
    """The module's notebook, without the cells of earlier tests; its kernel keeps their variables."""
    yield open_notebook
    open_notebook.clear()


def _homes(root: Path) -> dict[str, str]:
    folders = {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "JUPYTER_RUNTIME_DIR": "runtime"}
    return {name: str(root / folder) for name, folder in {**folders, "IPYTHONDIR": "ipython"}.items()}


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (urllib.error.URLError, OSError) as error:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8')}") from error
            time.sleep(0.1)
