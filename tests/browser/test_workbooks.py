"""The workbooks as students see them in JupyterLab: what their cells show is accessible, in light and in dark."""

import json
from collections.abc import Iterator

import nbformat
import pytest
from accessibility import accessibility_findings
from lab import READY, Notebook
from playfunc.games import GAMES
from playwright.sync_api import Browser
from workbooks import solved, student_version

pytestmark = [pytest.mark.browser, pytest.mark.long]

RUN_ALL = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }"
DONE = """() => {
  const widget = window.jupyterapp?.shell.currentWidget;
  const cells = widget?.content?.widgets.filter((cell) => cell.model.type === "code") ?? [];
  return cells.length > 0 && cells.every((cell) => cell.model.executionCount !== null && cell.prompt !== "*");
}"""
BEGUN = """() => window.jupyterapp.shell.currentWidget.content.widgets.some(
  (cell) => cell.prompt === "*" || Boolean(cell.model.executionCount)
)"""
RAISED = """() => window.jupyterapp.shell.currentWidget.content.widgets.flatMap(
  (cell) => (cell.model.outputs?.toJSON() ?? []).filter((output) => output.output_type === "error")
)"""
THEME = "(name) => window.jupyterapp.commands.execute('apputils:change-theme', { theme: name })"
SECONDS = 3600
"""By the clock, before a notebook counts as stuck: its cells have time limits of their own."""
BESIDE = """
import pathlib
pathlib.Path({name!r}).write_text({text!r}, encoding="utf-8")
print("written")
"""


@pytest.fixture(params=list(GAMES))
def workbook(
    request: pytest.FixtureRequest, open_notebook: Notebook, lab_url: str, chromium: Browser
) -> Iterator[Notebook]:
    """A released notebook, run from top to bottom."""
    name = f"{request.param}.ipynb"
    text = nbformat.writes(student_version(solved(request.param)))
    assert json.loads(text)["cells"]
    assert open_notebook.printed(BESIDE.format(name=name, text=text)) == "written"
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto(lab_url.replace("empty.ipynb", name))
    page.wait_for_function(READY, timeout=60_000)
    while not page.evaluate(BEGUN):  # so soon after the kernel became idle, the command may do nothing
        page.evaluate(RUN_ALL)
        page.wait_for_timeout(5000)
    page.wait_for_function(DONE, timeout=1000 * SECONDS)
    yield Notebook(page)
    page.close()


def test_what_cells_show_is_accessible(workbook: Notebook) -> None:
    page = workbook.page
    assert page.locator(".jp-OutputArea-output").count() > 5
    assert page.evaluate(RAISED) == []
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        page.evaluate(THEME, theme)
        page.wait_for_timeout(1000)
        found = accessibility_findings(page, ".jp-NotebookPanel .jp-OutputArea-output")
        assert not found, f"{theme}: {found}"
        frames = [frame for frame in page.frames if frame.parent_frame is page.main_frame]
        for frame in frames:
            assert not accessibility_findings(frame), theme
