"""Notebooks whose cells lost their tags and ids, as other tools save them and as code is copied into a new notebook."""

import dataclasses
import json
import re

import pytest
from course_assignments import ASSIGNMENTS
from course_fixture import CLONE
from playfunc_checks.cells import grade_id, tags_of, text_of
from playfunc_checks.extract import (
    ExtractError,
    UndecidedError,
    player_from_cells,
    read_cells,
    read_player,
    written_cells,
)

SOLUTION = re.compile(r"^( *)### BEGIN SOLUTION$.*?### END SOLUTION$", re.MULTILINE | re.DOTALL)
NAMES = sorted(ASSIGNMENTS)


def given(name):
    """The notebook as students get it."""
    cells = read_cells(CLONE / f"course/source/{name}/{name}.ipynb")
    return [{**cell, "source": SOLUTION.sub(r"\1# write your code here", text_of(cell))} for cell in cells]


def solved(name):
    return read_cells(CLONE / f"course/source/{name}/{name}.ipynb")


def bare(cells, ids=False):
    return [{**cell, "metadata": {}, "id": cell["id"] if ids else f"new-{n}"} for n, cell in enumerate(cells)]


def read(folder, name, cells):
    for file, held in ((f"{name}.ipynb", given(name)), ("mine.ipynb", cells)):
        (folder / file).write_text(
            json.dumps({"cells": held, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
        )
    return read_player(folder / "mine.ipynb", ASSIGNMENTS[name], folder / f"{name}.ipynb")


def code(source):
    return {"cell_type": "code", "source": source, "metadata": {}, "id": "own", "outputs": []}


def place(cells, name):
    return next(n for n, cell in enumerate(cells) if grade_id(cell) == name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["code", "markdown", "raw"])
def test_every_assignment_s_player_is_read_with_commands_in_it_and_of_any_type(tmp_path, name, kind):
    cells = [
        {**cell, "cell_type": kind, "source": f"%%time\n{text_of(cell)}\nplay?"}
        if "player" in tags_of(cell)
        else cell
        for cell in solved(name)
    ]
    player = read(tmp_path, name, cells)
    compile(player.source, "player.py", "exec")
    plain = player_from_cells(solved(name), ASSIGNMENTS[name], "x").source
    assert set(plain.splitlines()) <= set(player.source.splitlines())
    assert not any("deleted" in note for note in player.notes)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ids", [True, False])
def test_a_notebook_without_any_metadata_is_the_same_player(tmp_path, name, ids):
    player = read(tmp_path, name, bare(solved(name), ids))
    assert player.source == player_from_cells(solved(name), ASSIGNMENTS[name], "x").source
    [note] = [note for note in player.notes if "had lost their tags" in note]
    assert all(f"'{cell}'" in note for cell in ASSIGNMENTS[name].player_cells)
    assert note.count("because it has the same id" if ids else "because it defines") > 0
    released = tmp_path / f"{name}.ipynb"
    written = written_cells(tmp_path / "mine.ipynb", ASSIGNMENTS[name], released)
    assert written == set(ASSIGNMENTS[name].player_cells)


@pytest.mark.parametrize("name", NAMES)
def test_the_code_alone_in_a_new_notebook_is_the_same_player(tmp_path, name):
    cells = bare(cell for cell in solved(name) if cell["cell_type"] == "code")
    assert (
        read(tmp_path, name, cells).source == player_from_cells(solved(name), ASSIGNMENTS[name], "x").source
    )


@pytest.mark.parametrize("name", NAMES)
def test_one_cell_that_lost_its_tag_is_put_back(tmp_path, name):
    lost = ASSIGNMENTS[name].player_cells[1]
    cells = solved(name)
    cells[place(cells, lost)] = code(text_of(cells[place(cells, lost)]))
    player = read(tmp_path, name, cells)
    assert f"# %% {lost}\n" in player.source
    found = rf"The cell '{lost}' had lost its tag\. Cell {place(solved(name), lost) + 1} of the notebook .* because it"
    assert any(re.match(found, note) for note in player.notes)


@pytest.mark.parametrize("name", NAMES)
def test_two_definitions_in_a_new_notebook_are_left_to_a_person(tmp_path, name):
    cells = [
        *bare(cell for cell in solved(name) if tags_of(cell) == ["player"]),
        code("def play(*given):\n    ...\n"),
    ]
    with pytest.raises(
        UndecidedError, match=rf"`play` is defined in cells .*and {len(cells)} of mine"
    ) as caught:
        read(tmp_path, name, cells)
    assert caught.value.files == ("mine.ipynb",)
    suggested = read_player(tmp_path / "mine.ipynb", ASSIGNMENTS[name], counted=caught.value.cells)
    assert "def play(" in suggested.source


def test_the_text_around_tells_two_definitions_apart(tmp_path):
    cells = [*bare(solved("hearts")), code("def play(*given):\n    return None\n")]
    player = read(tmp_path, "hearts", cells)
    assert "return None\n" not in player.source.rpartition("def play(")[2]
    assert any(
        note.startswith(f"Cell {len(cells)} of the notebook defines play, and") for note in player.notes
    )


def test_a_function_of_a_cell_of_the_student_s_own_is_left_to_a_person(tmp_path):
    cells = bare(solved("hearts"))
    own = place(solved("hearts"), "player")
    cells[own] = {**cells[own], "source": text_of(cells[own]) + "\n\nFACTOR = factor_of(3)\n"}
    cells.insert(3, code("def factor_of(number):\n    return number\n"))
    with pytest.raises(UndecidedError, match="the player uses `factor_of` from cell 4 of mine") as caught:
        read(tmp_path, "hearts", cells)
    assert {4, own + 2} <= set(caught.value.cells)


def test_imports_in_a_cell_of_the_student_s_own_are_taken_along(tmp_path):
    cells = bare(solved("hearts"))
    own = place(solved("hearts"), "player")
    cells[own] = {**cells[own], "source": text_of(cells[own]) + "\n\nFACTOR = comb(3, 2)\n"}
    cells.insert(3, code("from math import comb"))
    player = read(tmp_path, "hearts", cells)
    assert "from math import comb" in player.source
    assert "Cell 4 of the notebook counts too: the player uses comb, which it imports." in player.notes


def test_with_a_tag_left_what_is_not_clear_stays_out(tmp_path):
    cells = solved("hearts")
    legal = place(cells, "legal")
    twin = text_of(cells[legal])
    cells[legal] = code(twin)
    cells.append(code(twin))
    cells[legal - 1] = {**cells[legal - 1], "source": "changed"}
    cells[legal + 1] = {**cells[legal + 1], "source": "changed"}
    player = read(tmp_path, "hearts", cells)
    assert "# %% legal" not in player.source
    assert any("were deleted" in note and "'legal'" in note for note in player.notes)


@pytest.mark.parametrize("cells", [[], [code("a = 1")], [code("import math")]])
def test_where_nothing_is_a_player_there_is_nothing_to_decide(tmp_path, cells):
    with pytest.raises(ExtractError, match="no cell tagged 'player'") as caught:
        read(tmp_path, "hearts", cells)
    assert not isinstance(caught.value, UndecidedError)


def test_the_cells_that_a_person_numbered_are_the_player(tmp_path):
    cells = [
        code("def play(*given):\n    return 1\n"),
        code("x = 2"),
        code("def play(*given):\n    return 3\n"),
    ]
    path = tmp_path / "mine.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    player = read_player(
        path,
        dataclasses.replace(ASSIGNMENTS["hearts"], notebook="mine", tasks=(), opponents=()),
        None,
        (1, 2),
    )
    source = player.source
    assert "return 1" in source
    assert "x = 2" in source
    assert "return 3" not in source
    [note] = player.notes
    assert note.startswith("Cell 3 of the notebook defines play, and does not count")
