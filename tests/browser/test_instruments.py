"""The instruments of the browser tests find what they look for."""

from __future__ import annotations

import anywidget
import pytest
import traitlets
from accessibility import accessibility_findings, moving, sideways
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

BAD = """<html lang="en"><title>Bad</title><main>
<p style="color: #aaa; background: #fff">Faint text</p>
<button style="width: 9px; height: 9px; padding: 0" aria-label="small"></button><button>next to it</button>
<p style="width: 900px; transition: color 2s">Wide text</p></main>"""


def test_a_bad_page_has_findings(offline_page):
    offline_page.set_content(BAD)
    found = accessibility_findings(offline_page)
    assert "color-contrast" in found
    assert "target-size" in found
    assert sideways(offline_page.locator("html")) == ["page: 908 px", "p"]
    assert moving(offline_page.locator("html")) == ["P"]


def test_a_good_page_has_none(offline_page):
    offline_page.set_content('<html lang="en"><title>Good</title><main><p>Text</p></main>')
    assert accessibility_findings(offline_page) == ""
    assert sideways(offline_page.locator("html")) == moving(offline_page.locator("html")) == []


class _Doubler(anywidget.AnyWidget):
    _esm = """export default { render({ model, el }) {
      const button = document.createElement("button");
      const draw = () => { button.textContent = model.get("number"); };
      button.onclick = () => model.send({ times: 2 });
      model.on("change:number", draw);
      model.on("msg:custom", (message) => { button.title = message.told; });
      el.append(button);
      draw();
    } };"""
    _css = ""
    number = traitlets.Int(3).tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(self._double)

    def _double(self, _, content, __):
        self.number *= content["times"]
        self.send({"told": "doubled"})


def test_a_mounted_widget_speaks_with_its_python_side(mounted):
    button = mounted(_Doubler()).get_by_role("button")
    expect(button).to_have_text("3")
    button.click()
    expect(button).to_have_text("6")
    expect(button).to_have_attribute("title", "doubled")


def test_a_notebook_in_jupyterlab_runs_cells(notebook):
    assert notebook.printed("n = 6\nprint(n * 7)") == "42"
    assert notebook.printed("print(n)") == "6"
    assert notebook.sources()[1:] == ["n = 6\nprint(n * 7)", "print(n)"]
