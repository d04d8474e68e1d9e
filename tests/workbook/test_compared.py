"""Comparisons of cards with text, which are never true."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playfunc import Card, Suit
from playfunc_workbook.compared import never_true

SOURCE = Path(__file__).parents[2] / "course" / "source"


@pytest.mark.parametrize(
    ("cell", "right"),
    [
        ('if card == "C2": pass', 'write `Card("C2")`'),
        ('if "SQ" in options: pass', 'write `Card("SQ")`'),
        ('if "SQ" not in options: pass', 'write `Card("SQ")`'),
        ('[c for c in hand if "C2" != c]', 'write `Card("C2")`'),
        ('if trick[0][0] is not "H10": pass', 'write `Card("H10")`'),
        ('if card.suit == "H": pass', "write `Suit.HEARTS`"),
        ("if trick == []: pass", "write `not trick`"),
        ("if hand != []: pass", "write `hand`"),
        ('from playfunc import WhistCard\nif card == "C05": pass', 'write `WhistCard("C05")`'),
    ],
)
def test_a_card_or_suit_never_true_is_named(cell: str, right: str) -> None:
    (said,) = never_true(cell)
    assert right in said


def test_it_is_true_that_they_are_never_equal() -> None:
    assert Card("C2") != "C2"
    assert "SQ" not in [Card("SQ")]
    assert Suit.HEARTS != "H"


@pytest.mark.parametrize(
    "cell",
    [
        'if card == Card("C2"): pass',
        'if str(card) == "C2": pass',
        'if card.text == "C2": pass',
        'if card.suit.value == "H": pass',
        'if name == "Ana": pass',
        'if "C2" in "C2 C3".split(): pass',
        "if 1 < 2 < 3: pass",
        "no python (",
        "",
    ],
)
def test_nothing_else_is(cell: str) -> None:
    assert never_true(cell) == []


@pytest.mark.parametrize("name", ["hearts", "blackjack", "footsteps", "skullwhist"])
def test_no_cell_of_ours_is_named(name: str) -> None:
    notebook = json.loads((SOURCE / name / f"{name}.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [said for cell in cells for said in never_true(cell)] == []
