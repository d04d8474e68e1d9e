"""What a cell is warned of before it runs: functions that it uses and that are older than their cells, comparisons that
are never true, and names that the player's functions get from elsewhere.

A kernel is not told what a cell holds, only what ran and what was saved. So three things can be known: a later cell that
defines the function again ran and failed; the notebook was saved after the function's cell ran, and holds another text for
it; or it was saved and no cell defines the function any more. A change that was neither run nor saved is not seen.
JupyterLab saves every two minutes by itself.
"""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dis import get_instructions
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from playfunc.cards import Suit
from playfunc_checks.cells import is_python, read_cell
from playfunc_checks.structure import parsed, undefined

from playfunc_workbook.finding import State
from playfunc_workbook.view import note

# Comparisons that are never true: a card or a suit with text, such as `card == "C2"`, and a trick or a hand with a list.
# Python says nothing about them.


CARD = re.compile(r"[CDSH]([2-9TJQKA]|10|0[1-9]|1[0-3])")
"""A card as text, in any game."""

_LETTERS = {suit.value: suit.name for suit in Suit}


def never_true(cell: str) -> list[str]:
    """A sentence for each comparison in the cell that can never be true; none where the cell is no Python."""
    tree = parsed(cell)
    if tree is None:
        return []
    kind = "WhistCard" if "WhistCard" in cell else "Card"
    found = [said for node in ast.walk(tree) if isinstance(node, ast.Compare) for said in _never(node, kind)]
    return list(dict.fromkeys(found))


def _never(node: ast.Compare, kind: str) -> Iterator[str]:
    lefts = [node.left, *node.comparators]
    for left, operator, right in zip(lefts, node.ops, node.comparators, strict=False):
        same = isinstance(operator, ast.Eq | ast.NotEq | ast.Is | ast.IsNot)
        is_tuple = isinstance(left, ast.Name) and left.id in TUPLES
        if same and is_tuple and isinstance(right, ast.List) and not right.elts:
            yield _empty(node, left)
        if same:
            yield from _with_text(node, left, right, kind)
            yield from _with_text(node, right, left, kind)
        elif isinstance(operator, ast.In | ast.NotIn) and _is_card(left) and isinstance(right, ast.Name):
            yield _message(node, "No card equals a text", f'{kind}("{_text(left)}")')


def _with_text(node: ast.Compare, value: ast.expr, text: ast.expr, kind: str) -> Iterator[str]:
    """What is wrong with `value == text`: a call, such as `str(card)`, may well give text."""
    if isinstance(value, ast.Attribute) and value.attr == "suit" and _text(text) in _LETTERS:
        yield _message(node, "No suit equals a text", f"Suit.{_LETTERS[_text(text)]}")
    elif _is_card(text) and isinstance(value, ast.Name | ast.Subscript):
        yield _message(node, "No card equals a text", f'{kind}("{_text(text)}")')


TUPLES = ("hand", "trick")
"""Arguments of every player that are tuples."""


def _empty(node: ast.Compare, left: ast.expr) -> str:
    name = ast.unparse(left)
    right = f"not {name}" if isinstance(node.ops[0], ast.Eq | ast.Is) else name
    return f"The {name} is a tuple, and no tuple equals a list, so `{ast.unparse(node)}` says nothing about it: write `{right}`."


def _message(node: ast.Compare, why: str, right: str) -> str:
    return f"{why}, so `{ast.unparse(node)}` says nothing about your cards: write `{right}`."


def _is_card(node: ast.expr) -> bool:
    return CARD.fullmatch(_text(node)) is not None


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


# Names that a player's function gets from a cell outside the player: here it works, and marked it does not.


def missing_imports(reads: Mapping[str, Collection[str]], live: Mapping[str, Any], player: str) -> list[str]:
    """A sentence on the names that functions of the saved `player` read, and that no cell of it has; none where that is
    no Python.

    `reads` are the global names that each function reads, `live` the names of the kernel: what it lacks ends the cell
    with a `NameError`, which needs no words here.
    """
    try:
        missing, own = _missing_and_own(player)
    except (SyntaxError, ValueError):
        return []
    read = {each for name, names in reads.items() if name in own for each in names}
    found = [name for name in missing if name in read and name in live]
    return [describe_missing(found)] if found else []


@lru_cache(maxsize=1)  # asked before each cell, and rarely changed between two
def _missing_and_own(player: str) -> tuple[list[str], set[str]]:
    functions = (node.name for node in ast.parse(player).body if isinstance(node, ast.FunctionDef))
    return undefined(player), set(functions)


def describe_missing(missing: Iterable[str]) -> str:
    """What to do about names that the player's cells lack."""
    names = ", ".join(f"`{name}`" for name in missing)
    return (
        f"Your player uses {names}, which none of its cells defines or imports. It works here only because "
        "another cell of this notebook has it. Import it in the top cell of your player, or copy what defines it into one of "
        "your player's cells. Run that cell, and save the notebook."
    )


ROUNDING = 1.0
"""Seconds by which the time of a file may be off."""

_ran: dict[str, float] = {}
"""When a cell that defines this name last began to run."""


def watch_cells() -> None:
    """In a notebook, say before each cell which functions that it uses are older than their cells, which of its
    comparisons are never true, and which names its player's functions get from elsewhere."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is not None and _before_a_cell not in shell.events.callbacks["pre_run_cell"]:
        shell.events.register("pre_run_cell", _before_a_cell)


def _before_a_cell(info: Any) -> None:
    """Raises nothing: IPython would print it below an innocent cell."""
    from IPython.core.getipython import get_ipython
    from IPython.display import display

    with suppress(Exception):
        shell: Any = get_ipython()
        text = read_cell(info.raw_cell).source
        defined = set(definitions(text))
        asked = [name for name in _names(text) if name not in defined]
        history = list(shell.history_manager.input_hist_raw)
        live = {name: value for name, value in shell.user_ns.items() if name not in defined}
        reads = _reads(asked, live)
        said = [
            *outdated_definitions(asked, live, history, saved_texts(), _ran),
            *never_true(text),
            *(missing_imports(reads, live, player_text(history)) if reads else ()),
        ]
        _ran.update(dict.fromkeys(defined, time.time()))
        if said:
            display(note(" ".join(said), State.DIFFERENT))


def outdated_definitions(
    asked: Iterable[str],
    live: Mapping[str, Any],
    history: Iterable[str],
    saved: tuple[float, list[str]] | None,
    ran: Mapping[str, float],
) -> list[str]:
    """A sentence for each function that is older than its cell: those `asked` for by name, and what they use.

    `live` are the names of the kernel, `history` the cells that ran, `saved` the time of the saved notebook and its cells,
    `ran` when the cell ran that defines a name.
    """
    ran_cells = list(history)
    found = []
    for name in _used(asked, live):
        own = definition(live[name])
        if own is None:
            continue
        why = _failed(name, own, ran_cells) or (
            saved and name in ran and _changed(name, own, saved, ran[name])
        )
        if why:
            found.append(f"`{name}` is an older version: {why}")
    return found


def _failed(name: str, own: str, cells: list[str]) -> str:
    """What went wrong in the last cell that was to define the function again."""
    for text in reversed(cells):
        if re.search(rf"^(async def|def|class) {re.escape(name)}\b", text, re.MULTILINE):
            newest = definitions(text)
            if newest is _UNREADABLE:
                return "its cell has a syntax error. Correct the cell and run it."
            return (
                ""
                if newest.get(name) in (own, None)
                else "its cell stopped with an error. Correct the cell and run it."
            )
    return ""


def _changed(name: str, own: str, saved: tuple[float, list[str]], ran: float) -> str:
    """What the saved notebook holds in place of the function."""
    when, cells = saved
    if when < ran + ROUNDING:
        return ""
    held = [found[name] for text in cells if name in (found := definitions(text))]
    if not held:
        return (
            "no cell of the saved notebook defines it any more. Did you rename it? Then use the new name, or restart the "
            "kernel and run all cells."
        )
    return "" if own in held else "its cell was changed after it ran. Run it again (Shift+Enter)."


_UNREADABLE: dict[str, str] = {}


@lru_cache(maxsize=256)
def definitions(text: str) -> Mapping[str, str]:
    """The functions and classes that a cell defines, each with its definition; those of a cell that is no Python cannot
    be read."""
    tree = parsed(read_cell(text).source)
    if tree is None:
        return _UNREADABLE
    return {
        each.name: ast.dump(each) for each in tree.body if isinstance(each, ast.FunctionDef | ast.ClassDef)
    }


def definition(value: Any) -> str | None:
    """That of a live function or class; `None` where its text cannot be had."""
    try:
        [node] = ast.parse(inspect.getsource(value)).body
    except (TypeError, OSError, SyntaxError, ValueError):
        return None
    return ast.dump(node)


def saved_texts() -> tuple[float, list[str]] | None:
    """When the notebook of this kernel was saved, and the code cells it holds; `None` where it is not known."""
    saved = _saved_cells()
    return None if saved is None else (saved[0], [text for text, _ in saved[1]])


def player_text(history: Iterable[str]) -> str:
    """The cells of the player in the saved notebook, and what ran and is not saved, which may become part of it; empty
    where nothing is known to be saved."""
    _, saved = _saved_cells() or (0.0, [])
    held = {text.strip() for text, _ in saved}
    unsaved = (read_cell(text).source for text in history if text.strip() not in held)
    tagged = (read_cell(text).source for text, tags in saved if "player" in tags)
    return "\n".join([*tagged, *filter(is_python, unsaved)]) if saved else ""


def _saved_cells() -> tuple[float, list[tuple[str, list[str]]]] | None:
    """When the notebook was saved, and each code cell with its tags."""
    named = os.environ.get("JPY_SESSION_NAME", "")
    path = Path(named)
    if path.suffix != ".ipynb" or not path.is_file():
        found = [each for each in Path.cwd().glob("*.ipynb") if not each.name.startswith(".")]
        if len(found) != 1:
            return None
        [path] = found
    try:
        saved = path.stat()
        return saved.st_mtime, _code_cells(path, saved.st_mtime_ns, saved.st_size)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


@lru_cache(maxsize=1)
def _code_cells(path: Path, saved: int, size: int) -> list[tuple[str, list[str]]]:
    """Of the notebook as it was saved at that time, in nanoseconds, with so many bytes."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    return [("".join(cell["source"]), cell.get("metadata", {}).get("tags", [])) for cell in code]


def _names(text: str) -> list[str]:
    """The names that a cell uses."""
    tree = parsed(text)
    if tree is None:
        return []
    return list(dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)))


def _used(asked: Iterable[str], live: Mapping[str, Any]) -> Iterator[str]:
    """The functions of the notebook among the names, and those that they use."""
    waiting, seen = list(asked), set[str]()
    while waiting:
        name = waiting.pop(0)
        value = live.get(name)
        if name in seen or not isinstance(value, FunctionType | type) or value.__module__ != "__main__":
            continue
        seen.add(name)
        if getattr(value, "__name__", name) == name:
            yield name
        if isinstance(value, FunctionType):
            waiting += _code_names(value.__code__)


def _code_names(code: CodeType) -> list[str]:
    """The global names that a piece of code reads; the `play` of `world.play(card)` is none."""
    inner = (name for part in code.co_consts if isinstance(part, CodeType) for name in _code_names(part))
    read = (each.argval for each in get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    return [*read, *inner]


def _reads(asked: Iterable[str], live: Mapping[str, Any]) -> dict[str, list[str]]:
    """The global names that each function reads which a cell uses."""
    functions = ((name, live[name]) for name in _used(asked, live))
    return {name: _code_names(each.__code__) for name, each in functions if isinstance(each, FunctionType)}
