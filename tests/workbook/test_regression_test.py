"""Kept tests in a notebook: a kernel of its own runs the cells."""

import random

import nbformat
import pytest
from nbclient import NotebookClient
from playfunc.costs import MovePrice, Prices
from playfunc.games.hearts import Hearts
from playfunc.match import play_game
from playfunc_opponents import opponent
from playfunc_opponents.hearts import basic
from playfunc_workbook.hearts import keep
from playfunc_workbook.regression_test import cell_text

PLAYER = """
from playfunc import legal_cards

def choose(options):
    return options[{index}]

def play(player_id, hand, trick, previous) -> tuple[object, str]:
    print("thinking")
    gone = previous[1] + "".join(card.text for card, _ in previous[0]) if previous else ""
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken="H" in gone)
    return choose(options), gone
"""


def kept_cell():
    """The first position with several legal moves in which the highest costs 3 points, and all others nothing."""
    rules = Hearts(2)
    record = play_game(
        rules, rules.deal(random.Random(5)), [opponent(rules, "basic"), opponent(rules, "basic")]
    )
    from playfunc.record import states

    for at, state in enumerate(states(record)):
        legal = rules.legal(rules.view(state, state.turn))
        if at > 10 and len(legal) > 3:
            prices = Prices(tuple(MovePrice(card.text, 3.0 * (card is legal[-1])) for card in legal), "point")
            return cell_text({"play": basic.play}, record, at, state.turn, prices, "A lead")
    raise AssertionError


jupyter = pytest.mark.filterwarnings("ignore")  # Jupyter's own


@jupyter
def test_a_kept_test_runs_again_when_the_player_changes(tmp_path):
    cells = ["from playfunc_workbook.hearts import *", PLAYER.format(index=-1), kept_cell(), "1 + 1"]
    assert shown(cells, tmp_path)[2].startswith("✗ Kept test (A lead): wrong.")
    changed = shown([*cells, "def choose(options):\n    return options[0]"], tmp_path)
    assert changed[2].startswith("✓ Kept test (A lead): right.")
    assert changed[-1] == ""


@pytest.mark.broad
@jupyter
def test_a_test_that_takes_long_says_that_it_has_to_be_run(tmp_path):
    cells = [
        "from playfunc_workbook.hearts import *\nimport playfunc_workbook.regression_test as rerun\nrerun.LONGEST = 0",
        PLAYER.format(index=-1),
        kept_cell(),
        "def choose(options):\n    return options[0]",
    ]
    assert "run its cell again" in shown(cells, tmp_path)[2]


def shown(cells, folder):
    """The text of what each cell shows in the end."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(folder)}}).execute()
    return [
        "\n".join(o.get("text", "") or o.get("data", {}).get("text/plain", "") for o in cell.outputs)
        for cell in notebook.cells
    ]


def test_without_a_notebook_it_runs_once():
    names = {"keep": lambda *given, **described: found.append(keep(*given, **described)), "play": basic.play}
    found = []
    exec(kept_cell(), names)
    assert repr(found[0]).split(":")[0].endswith("Kept test (A lead)")
