"""Typical mistakes in the notebooks, and what a check shows for each; `make mistakes` prints them all to be read.

A mistake is a cell in place of the solution's: it is run in a notebook in which everything else is solved.
"""

import importlib
import linecache
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import nbformat
from playfunc_workbook.players import ArgumentError

GAMES = ("hearts", "footsteps", "blackjack", "skullwhist")
MISTAKES = Path(__file__).parents[1] / "workbook" / "mistakes"
SOURCE = Path(__file__).parents[2] / "course" / "source"


@dataclass(frozen=True)
class Mistake:
    """`code` is the cell, `check` what is run then, and `says` what the text it shows has to hold."""

    game: str
    name: str
    check: str
    code: str
    says: str


def mistakes_of(game: str) -> list[Mistake]:
    """Those in the game's file. A group begins with `# == beginning of the names | check` and the lines that its cells
    begin with; then each mistake has `# %% rest of its name`, the rest of its cell, or what it changes in the group's
    lines (`# - ` and `# + `), and `# says: ` with the words."""
    text = (MISTAKES / f"{game}.py").read_text(encoding="utf-8")
    found = []
    for kind, check, begin, rest in re.findall(GROUP, text):
        for name, code, says in re.findall(r"# %% (.*)\n((?:.*\n)*?)# says: (.*)\n", rest):
            code = _changed(begin, code) if code.startswith("# - ") else begin + code
            found.append(Mistake(game, f"{kind}: {name}", check, code, says))
    return found


GROUP = r"# == (.*) \| (.*)\n((?:(?!# %% ).*\n)*)((?:(?!# == ).*\n)*)"


def _changed(code: str, changes: str) -> str:
    for before, after in re.findall(r"((?:# -.*\n)+)((?:# \+.*\n)*)", changes):
        lines = [re.sub(r"(?m)^# [-+] ?", "", part) for part in (before, after)]
        assert lines[0] in code, f"nothing to change:\n{lines[0]}"
        code = code.replace(*lines, 1)
    return code


def shown(mistake: Mistake) -> str:
    """The text that the check shows for the mistake."""
    with notebook_of(solved_cells(mistake.game)) as module:
        _run(mistake.code, "your cell", module)
        try:
            found = eval(mistake.check, vars(module))
        except ArgumentError as error:
            return "\n".join(error._render_traceback_())
        return repr(getattr(found, "shown", found))


@contextmanager
def notebook_of(cells: Iterable[str]) -> Iterator[ModuleType]:
    """The names of a notebook in which these cells ran."""
    module = ModuleType("notebook")
    sys.modules["notebook"] = module
    try:
        for number, text in enumerate(cells, 1):
            _run(text, f"solved cell {number}", module)
        yield module
    finally:
        del sys.modules["notebook"]


def _run(text: str, name: str, module: ModuleType) -> None:
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), vars(module))


@lru_cache
def solved_cells(game: str) -> tuple[str, ...]:
    """`written_cells` of the solution."""
    return written_cells(game, nbformat.read(SOURCE / game / f"{game}.ipynb", as_version=4))


def written_cells(game: str, notebook: nbformat.NotebookNode) -> tuple[str, ...]:
    """The cells of the player and of exercises, after the import of what the cells call."""
    wanted = [cell.source for cell in notebook.cells if cell.cell_type == "code" and _is_written(cell)]
    return (f"from playfunc_workbook.{game} import *", *wanted)


def _is_written(cell: nbformat.NotebookNode) -> bool:
    """Whether it is of the player or of an exercise, or defines a function for either."""
    asked = "player" in cell.metadata.get("tags", []) or cell.metadata.get("nbgrader", {}).get("solution")
    return bool(asked or re.search(r"^def ", cell.source, re.MULTILINE))


def _review() -> None:
    for game in sys.argv[1:] or GAMES:
        importlib.import_module(f"playfunc_workbook.{game}")
        for mistake in mistakes_of(game):
            began = time.monotonic()
            text = shown(mistake)
            took = time.monotonic() - began
            print(
                f"=== {game}, {mistake.name}   [{mistake.check}, {took:.1f} s]\n{mistake.code}\n---\n{text}\n"
            )


if __name__ == "__main__":
    _review()
