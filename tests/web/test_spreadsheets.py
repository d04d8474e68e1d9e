from __future__ import annotations

import pytest
from playfunc_web.spreadsheets import harmless


@pytest.mark.parametrize(
    "formula", ["=cmd|' /C calc'!A0", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"]
)
def test_a_formula_stands_behind_an_apostrophe(formula: str) -> None:
    assert harmless(formula) == f"'{formula}"


@pytest.mark.parametrize("text", ["", "Ada", "a=1", "'quoted", "1-1", "../../etc/passwd"])
def test_other_text_stays(text: str) -> None:
    assert harmless(text) == text
