"""A widget on a page without Jupyter: its script gets a model with the real Python object at its other end.

For looks alone, since nothing shows before the object has answered; play belongs into JupyterLab.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOUNT = """() => {
  const state = %s;
  const listeners = {};
  const tell = (event, ...told) => (listeners[event] ?? []).forEach((listener) => listener(...told));
  const model = {
    get: (name) => state[name],
    on: (event, listener) => (listeners[event] ??= []).push(listener),
    off: (event, listener) => (listeners[event] = (listeners[event] ?? []).filter((one) => one !== listener)),
    send: async (message) => {
      const [changes, messages] = await window.kernel(message);
      messages.forEach((one) => tell("msg:custom", one, []));
      Object.assign(state, changes);
      Object.keys(changes).forEach((name) => tell(`change:${name}`));
    },
    widget_manager: {},
  };
  const widget = new Function(%s.replace("export default", "return"))();
  widget.render({ model, el: document.querySelector("#widget") });
}"""
PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Widget</title>
<meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width">
<style>%s</style></head><body><main id="widget"></main></body></html>"""


@pytest.fixture
def mounted(offline_page: Page, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], Page]:
    """Sets a widget of anywidget's on a page that loads nothing."""

    def mount(widget: Any) -> Page:
        messages: list[Any] = []
        monkeypatch.setattr(widget, "send", lambda content, buffers=None: messages.append(content))
        names = [name for name in widget.traits(sync=True) if not name.startswith("_")]

        def state() -> dict[str, Any]:
            return json.loads(json.dumps({name: getattr(widget, name) for name in names}, default=str))

        def answer(message: Any) -> tuple[dict[str, Any], list[Any]]:
            messages.clear()
            before = state()
            widget._handle_custom_msg(message, [])
            after = state()
            return {name: value for name, value in after.items() if value != before[name]}, list(messages)

        offline_page.expose_function("kernel", answer)
        offline_page.set_content(PAGE % widget._css)
        offline_page.evaluate(MOUNT % (json.dumps(state()), json.dumps(str(widget._esm))))
        return offline_page

    return mount
