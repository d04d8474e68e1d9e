"""Line numbers in messages are told by the notebook's cells."""

from playfunc_checks.places import by_cells, in_cells
from playfunc_checks.results import failed

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
