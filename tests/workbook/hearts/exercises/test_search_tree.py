"""The tree of a student's search, as it is drawn."""

import sys
from types import ModuleType

import pytest
from mistakes import solved_cells
from playfunc import Card
from playfunc_workbook.hearts import show_search
from workbooks import solved

PLAIN = """
def look_ahead(world, tricks, low=0, high=26):
    if not world.trick and (tricks <= 0 or not world.left):
        return estimate(world)
    costs = []
    for card in world.options():
        after = world.play(card)
        costs.append(look_ahead(after, tricks - (not after.trick)))
    return min(costs) if world.turn == 0 else max(costs)
"""


@pytest.fixture
def cells(monkeypatch):
    """A notebook with all cells solved, and the small position of step 5."""
    module = ModuleType("drawn")
    monkeypatch.setitem(sys.modules, "drawn", module)
    for text in solved_cells("hearts"):
        exec(text, vars(module))
    example = next(cell.source for cell in solved("hearts").cells if cell.id == "step-5-example")
    exec(example.partition("costs =")[0], vars(module))
    return module


def test_minimax_tries_every_card_and_every_value_is_exact(cells):
    exec(PLAIN, vars(cells))
    text = repr(show_search(cells.look_ahead, cells.example, 3))
    assert "says that it costs you 6." in text
    assert [line for line in text.splitlines() if line.startswith("you")] == [
        "you: D4, costs 6",
        "you: S5, costs 19",
        "you: SK, costs 19",
    ]
    assert "without trying" not in text
    assert "or more" not in text


def test_alpha_beta_shows_what_it_leaves_out_and_bounds(cells):
    text = repr(show_search(cells.look_ahead, cells.example, 3))
    assert "says that it costs you 6." in text
    assert "you: S5, costs 6 or more (without trying S2)" in text
    assert "<details" in show_search(cells.look_ahead, cells.example, 3)._repr_html_()


def test_the_notebooks_own_function_is_the_same_afterwards(cells):
    before = cells.look_ahead
    show_search(before, cells.example, 1)
    assert cells.look_ahead is before


def test_a_search_that_is_not_written_or_raises_is_told(cells):
    exec("def look_ahead(world, tricks, low=0, high=26):\n    return estimate(world)", vars(cells))
    assert "not written yet: it plays no card here" in repr(show_search(cells.look_ahead, cells.example, 3))
    exec("def look_ahead(world, tricks, low=0, high=26):\n    return world.cards", vars(cells))
    told = repr(show_search(cells.look_ahead, cells.example, 3))
    assert "Your `look_ahead` raised AttributeError" in told
    assert Card("D4") in cells.example.hands[0]
