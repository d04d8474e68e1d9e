from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playfunc_checks.extract import ExtractError
from playfunc_classroom.intake.notebook_choice import entered


def notebook(folder: Path, *cells: str) -> Path:
    path = folder / "hearts.ipynb"
    made = new_notebook(cells=[*map(new_code_cell, cells), new_markdown_cell("enter = True")])
    path.write_text(nbformat.writes(made), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "last",
    [
        "enter = True",
        "enter = true",
        "# my player\nenter: bool = True",
        "%time 1\nenter = True",
        "enter = False\nenter = True",
        "enter = me = True",
    ],
)
def test_an_explicit_word_in_the_last_code_cell_enters(tmp_path: Path, last: str) -> None:
    assert entered(notebook(tmp_path, "x = 1", last))
    assert entered(notebook(tmp_path, last, "", "  \n"))


@pytest.mark.parametrize(
    "last",
    [
        "",
        "enter = False",
        "enter = 1",
        "enter = 'True'",
        "enter = not False",
        "# enter = True",
        "'enter = True'",
        "enter",
        "enter = True\nenter = False",
        "if 1:\n    enter = True",
        "def f():\n    enter = True",
        "enter = True +",
        "print(f'enter = True')",
    ],
)
def test_everything_else_stays_out(tmp_path: Path, last: str) -> None:
    assert not entered(notebook(tmp_path, "x = 1", last))


def test_an_earlier_cell_does_not_count(tmp_path: Path) -> None:
    assert not entered(notebook(tmp_path, "enter = True", "x = 1"))


def test_nothing_is_run(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    assert entered(notebook(tmp_path, f"enter = True\nopen({str(ran)!r}, 'w').close()"))
    assert not ran.exists()


def test_a_damaged_notebook_is_named(tmp_path: Path) -> None:
    path = tmp_path / "hearts.ipynb"
    path.write_text("{")
    with pytest.raises(ExtractError, match=r"hearts\.ipynb is damaged"):
        entered(path)
