"""Notebooks whose cells lost their tags and ids, as other tools save them and as code is copied into a new notebook."""

import dataclasses
import json
import re
from zoneinfo import ZoneInfo

import pytest
from course_assignments import ASSIGNMENTS, HEARTS
from course_fixture import CLONE
from IPython.core.inputtransformer2 import TransformerManager
from playfunc_checks.cells import LONGEST, defined_names, grade_id, read_cell, tags_of, text_of
from playfunc_checks.course import load_assignment, read_course
from playfunc_checks.extract import (
    ExtractError,
    UndecidedError,
    player_from_cells,
    read_cells,
    read_player,
    written_cells,
)
from playfunc_checks.parts import Attempts, Late
from playfunc_checks.settings import SettingsError
from playfunc_checks.sheet_columns import RECOGNIZED, SheetColumns
from playfunc_checks.zones import system_zone

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


# A cell's Python, read as Jupyter reads it.
COMMANDS = [
    ("!pip install numpy\nx = 1", [1]),
    ("x = 1\n%timeit 1 + 1", [2]),
    ("x = 1\nx?\ny = 2", [2]),
    ("?x\nx = 1", [1]),
    ("files = !ls\nx = 1", [1]),
    ("\n\n%matplotlib inline\nx = 1", [3]),
    ("for i in (1, 2):\n    %time i\nx = 1", [2]),
    ("if True:\n    !ls \\\n  -l\nx = 1", [2, 3]),
    ("%%time\nx = 1", [1]),
    ("\n%%capture out\n\n%%time\n%pip list\nx = 1", [2, 4, 5]),
    ("%%prun\nfrom __future__ import annotations\nx = 1", [1]),
]


@pytest.mark.parametrize(("text", "lines"), COMMANDS)
def test_what_is_left_out_is_named_and_the_rest_keeps_its_lines(text, lines):
    code = read_cell(text)
    assert [number for number, _ in code.commands] == lines
    assert [command for _, command in code.commands] == [text.splitlines()[n - 1].strip() for n in lines]
    compile(code.source, "cell", "exec")
    kept = code.source.splitlines()
    assert len(kept) == len(text.splitlines())
    assert kept[text.splitlines().index("x = 1")] == "x = 1"


@pytest.mark.broad
def test_endless_commands_are_read_in_the_end():
    assert len(read_cell("%%time\n" * 5000 + "x = 1").commands) == 5000
    code = read_cell("!ls\n" * 5000 + "x = 1")
    assert 0 < len(code.commands) < 5000


def test_a_line_that_only_looks_like_a_command_hides_no_other():
    code = read_cell("%pip list\nlambda: 1?\nx = 1\n!ls\n")
    assert code.commands == ((1, "%pip list"), (4, "!ls"))


@pytest.mark.parametrize(
    "text",
    [
        "x = (7\n     % 3)",
        's = """\n%time\n!ls\n?s\n"""',
        "# play?\nx = 1",
        "x = 'a\\\n%%time'",
        "",
    ],
)
def test_python_stays_as_it_is(text):
    assert read_cell(text).source == text
    assert not read_cell(text).commands


@pytest.mark.parametrize(
    "text", ["    x = 1\n    y = 2\n", ">>> x = 1\n>>> y = 2\n", "In [1]: def f():\n   ...:     return 1\n"]
)
def test_prompts_and_a_common_indentation_are_taken_away_as_ipython_does(text):
    assert read_cell(text).source == TransformerManager().transform_cell(text)


@pytest.mark.parametrize("magic", ["bash", "writefile p.py", "html", "javascript", "nobody_knows"])
def test_a_cell_magic_whose_body_is_not_the_notebook_s_python_is_named(magic):
    code = read_cell(f"%%{magic}\nx = 1")
    assert (code.source, code.language) == ("", f"%%{magic.split()[0]}")


@pytest.mark.parametrize("text", ["def f(:\n", "x = '\0'", "%time \0", "x = 1\n" * LONGEST + "!ls"])
def test_what_cannot_be_read_stays_for_python_to_refuse(text):
    assert read_cell(text).source == text
    assert not read_cell(text).commands


def test_names_of_a_cell():
    text = "%time\nimport a.b\nfrom c import d as e\nf: int = 1\ndef g(h):\n    i = 1\nclass J: ...\n"
    assert defined_names(text) == {"a", "e", "f", "g", "J"}
    assert defined_names(text, imports=False) == {"f", "g", "J"}
    assert defined_names("def f():\n    return (\n") == {"f"}


# Every line of the course's own settings can be taken up.
def test_every_line_of_the_course_s_own_file_can_be_taken_up(course):
    text = (CLONE / "course/playfunc.toml").read_text(encoding="utf-8")
    (course / "playfunc.toml").write_text(re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE))
    settings = read_course(course)
    assert str(settings.zone) == "Europe/Berlin"
    taken_up = settings.assignment("hearts")
    assert taken_up.late.due is not None
    unset = {"show_deals_after": None, "late": Late(), "attempts": Attempts()}
    assert dataclasses.replace(taken_up, **unset) == HEARTS


# Without a setting the zone is guessed from the system.
def test_without_a_setting_the_zone_is_guessed_from_the_system(course, monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert system_zone() == ZoneInfo("Asia/Tokyo")
    assert (read_course(course).zone, read_course(course).zone_guessed) == (ZoneInfo("Asia/Tokyo"), True)
    (course / "playfunc.toml").write_text("timezone = 'Europe/Berlin'")
    assert (read_course(course).zone, read_course(course).zone_guessed) == (
        ZoneInfo("Europe/Berlin"),
        False,
    )
    (course / "playfunc.toml").write_text("timezone = 'Europe/Berlin'\ntimezone_guessed = true")
    assert read_course(course).zone_guessed
    assert load_assignment("hearts", course) == HEARTS


# The table `[sheet]` of the settings: what it may hold, and how a mistake is told.
def test_the_columns_are_the_course_s(course):
    assert read_course(course).sheet == RECOGNIZED
    (course / "playfunc.toml").write_text('[sheet]\ngrade = "Pisteet"\nfiles = "{name}_{id}/{file}"\n')
    assert read_course(course).sheet == SheetColumns(grade="Pisteet", files="{name}_{id}/{file}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '[sheet]\ngrades = "x"',
            r"playfunc\.toml, \[sheet\]: there is no setting 'grades'; did you mean 'grade'",
        ),
        ('[sheet]\ngrade = ""', r"\[sheet\]: grade must be a text"),
        ('[sheet]\nfiles = "{id}"', r"files must be how files are named in a zip"),
        ('[sheet]\nfiles = "{id}_{number}/{file}"', r"files must be how"),
        ('[sheet]\nfiles = "{id}/{id}/{file}"', r"files must be how"),
        ('[sheets]\ngrade = "x"', r"there is no table \[sheets\]; did you mean 'sheet'"),
        ("sheet = 3", "sheet must be a table"),
        ("course_end = 2027-03-31", "course_end must be a day with its hour"),
    ],
)
def test_a_mistake_is_told_with_what_fits(course, text, words):
    (course / "playfunc.toml").write_text(text)
    with pytest.raises(SettingsError, match=words):
        read_course(course)


def test_a_pattern_matches_a_path_as_a_whole():
    pattern = SheetColumns(files="{any}/{name}_{number}/{file}").file_pattern()
    found = pattern.fullmatch("sub (1)/Lópes_Ana_17/a/b.ipynb")
    assert found.groupdict() == {"name": "Lópes_Ana", "number": "17", "file": "a/b.ipynb"}
    assert pattern.fullmatch("Ana_17/hearts.ipynb") is None
