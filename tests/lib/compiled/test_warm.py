"""Compiling ahead: every step is taken, and noted so that it is not told of again."""

from __future__ import annotations

import json

import pytest
from playfunc.compiled import native, warm
from playfunc.compiled.native import NATIVE


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A folder of sources, whose machine code is kept in a new place."""
    monkeypatch.setenv("PLAYFUNC_CACHE", str(tmp_path / "cache"))
    native.cache_folder.cache_clear()
    folder = tmp_path / "sources"
    folder.mkdir()
    native.cache_folder(folder).mkdir(parents=True)
    yield folder
    native.cache_folder.cache_clear()


@pytest.mark.skipif(not NATIVE, reason="nothing is compiled without numba")
def test_steps_are_named_while_something_is_missing(sources, capsys):
    taken = []
    steps = (("one", lambda: taken.append(1)), ("two", lambda: taken.append(2)))
    warm.compile_steps(steps, sources)
    assert native.is_complete(sources)
    assert " one … two … done in 0 s" in capsys.readouterr().err
    warm.compile_steps(steps, sources)
    assert taken == [1, 2, 1, 2]
    assert capsys.readouterr().err == ""


def test_without_numba_nothing_is_done(monkeypatch, tmp_path):
    monkeypatch.setattr(warm, "NATIVE", False)
    warm.compile_steps((("never", lambda: 1 / 0),), tmp_path)


def test_the_command_tells_what_is_complete(sources, capsys, monkeypatch):
    asked = []
    monkeypatch.setattr(warm, "resolve", lambda reference: lambda tell: asked.append((reference, tell)))
    monkeypatch.setattr(warm, "compiled_from", lambda: (sources,))
    warm.main(["a:b", "c:d"])
    assert asked == [("a:b", True), ("c:d", True)]
    assert json.loads(capsys.readouterr().out) == {"complete": [], "all": False}
    native.mark_complete(sources)
    warm.main([])
    assert json.loads(capsys.readouterr().out) == {
        "complete": [str(native.cache_folder(sources))],
        "all": True,
    }
