"""Facts on a player's text, whatever it holds."""

import pytest
from playfunc_checks.results import failed
from playfunc_checks.source_facts import NOT_LOOKED, source_facts
from playfunc_checks.source_lines import by_cells, in_cells
from playfunc_checks.structure import undefined


def test_released_stubs_count_neither_as_unused_nor_as_documented():
    stub = 'def legal(hand):\n    """The cards that are legal."""\n    return hand\n'
    mine = 'def play(a, b, c, d):\n    """Mine."""\n    return b[0], ""\n'
    facts = source_facts(stub + mine, released=stub)
    assert (facts.documented, facts.documentable, facts.as_released) == (1, 1, 1)
    assert facts.unused == ()
    filled = source_facts(stub.replace("return hand", "return list(hand)") + mine, released=stub)
    assert (filled.documented, filled.as_released) == (1, 1)
    assert filled.unused == ("legal (line 1)",)


@pytest.mark.parametrize(
    "more",
    [
        "X = 0x" + "f" * 5000,
        "def h():\n    return a" + ".b" * 900,
        "if a: b\n" + "elif a: b\n" * 400,
        "def f():\n if a: b\n" * 9000,
    ],
    ids=["number without decimal text", "deep attribute", "long chain", "large"],
)
def test_a_tree_that_cannot_be_gone_through_costs_its_facts_alone(more):
    found = source_facts(f"def play(): return 1\ndef g():\n    pass\n{more}\n")
    assert NOT_LOOKED in (*found.duplicates, *found.unused)
    assert found.functions >= 2


# Names that only the notebook has are named.
def test_names_that_only_the_notebook_has_are_named():
    source = (
        "from playfunc import Card\n\n\ndef play(hand):\n    return best(points(Card('C2')), len(hand))\n"
    )
    assert undefined(source) == ["best", "points"]
    assert undefined("from playfunc import *\n" + source) == []
    local = "def play(hand):\n    best = hand[0]\n    return [c for c in hand if c is best], lambda x: (x, play)\n"
    assert undefined(local) == []
    assert undefined("def play():\n    global seen\n    seen = 1\n    return seen\n") == []


# Line numbers in messages are told by the notebook's cells.
SOURCE = """# %% imports
from playfunc import Card


# %% legal
def legal(hand):
    return hand[9]


# %% player cell 3
def play(*told):
    return legal(told[1]), None
"""


def test_a_traceback_names_the_cell_and_its_line():
    named = in_cells(SOURCE)
    assert named('  File "player.py", line 7, in legal') == (
        "  File \"player.py\", line 7 (cell 'legal', line 2), in legal"
    )
    assert named('File "player.py", line 12, in play').endswith(
        "line 12 (cell 'player cell 3', line 2), in play"
    )
    assert named("Line 7 of `legal`, player.py:") == "Line 7 of `legal`, player.py (cell 'legal', line 2):"
    assert named("2 found: line 2: F401 unused; line 7: E501 long") == (
        "2 found: line 2 (cell 'imports', line 1): F401 unused; line 7 (cell 'legal', line 2): E501 long"
    )


def test_other_numbers_and_other_files_stay_as_they_are():
    named = in_cells(SOURCE)
    for text in (
        "line 3 of the cell 'legal' is not Python",
        'File "random.py", line 7, in sample',
        "7 moves",
    ):
        assert named(text) == text


def test_a_player_of_one_file_has_no_cells():
    assert in_cells("def play(): ...\n")('File "player.py", line 1') == 'File "player.py", line 1'


def test_the_results_are_told_so():
    [result] = by_cells([failed("rules", reason='File "player.py", line 7', detail="")], SOURCE)
    assert result.reason == "File \"player.py\", line 7 (cell 'legal', line 2)"
