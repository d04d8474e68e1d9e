from __future__ import annotations

import json
import time

import pytest
from playfunc_web.database.tables import Version
from playfunc_web.pages.compare import changed_lines, source_text
from playfunc_web.site import Site
from web_results import Filled
from web_site import browser


def test_the_owner_sees_ratings_and_what_changed_in_the_source(filled: tuple[Site, Filled]) -> None:
    page = browser(filled[0], "ada").get(f"/compare/{filled[1].codes[0]}/1/2").text
    assert '<span class="removed">-# version 1' in page
    assert '<span class="added">+# version 2' in page
    assert "980 <small>± 90</small></span> ?" in page


@pytest.mark.parametrize("role", ["student", "staff"])
def test_nobody_else_opens_it(filled: tuple[Site, Filled], role: str) -> None:
    other = browser(filled[0], f"other-{role}", role)
    assert other.get(f"/compare/{filled[1].codes[0]}/1/2").status_code == 404
    assert browser(filled[0], "ada").get(f"/compare/{filled[1].codes[1]}/1/1").status_code == 404
    assert browser(filled[0], "ada").get(f"/compare/{filled[1].codes[0]}/1/9").status_code == 404


def test_of_a_notebook_the_code_cells_are_compared() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["words"]},
        {"cell_type": "code", "source": ["a = 1\n", "b = 2"]},
    ]
    text = json.dumps({"cells": cells}).encode()
    assert source_text(Version(kind="notebook", source=text)) == "a = 1\nb = 2"
    assert source_text(Version(kind="notebook", source=b"no json")) == "no json"
    nested = b"[" * 100_000
    assert source_text(Version(kind="notebook", source=nested)) == nested.decode()
    assert source_text(Version(kind="python", source=b"\xff")) == "\ufffd"
    assert source_text(Version(kind="python", source=None)) is None


def test_lines_are_cut_and_counted() -> None:
    assert changed_lines("same", "same") == []
    kinds = [line.kind for line in changed_lines("a\nb\n", "a\nc\n")]
    assert kinds == ["place", "same", "removed", "added"]
    long = changed_lines("", "\n".join(["x" * 1000] * 5000))
    assert len(long) == 2000
    assert max(len(line.text) for line in long) == 401


def test_sources_made_to_be_compared_slowly_are_not() -> None:
    lines = [f"line {number % 110}" for number in range(20_000)]
    started = time.process_time()
    assert changed_lines("\n".join(lines), "\n".join(sorted(lines)))
    assert time.process_time() - started < 5
