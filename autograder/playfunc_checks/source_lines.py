"""Which code is the student's own, and what a line of it was doing."""

from __future__ import annotations

import linecache
import re
import sys
import sysconfig
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from reprlib import Repr
from types import FrameType, FunctionType, ModuleType
from typing import Any

from playfunc.cards import Card
from playfunc.errors import printable
from playfunc.source import FILENAME

from playfunc_checks.results import CheckResult

VALUES = 8
"""Local values that are shown."""


class _Brief(Repr):
    """Values in a few words: cards as they are written, the first few of many."""

    def repr_Card(self, card: Card, level: int) -> str:  # noqa: N802, the name that `reprlib` looks for
        return card.text

    repr_WhistCard = repr_Card  # noqa: N815


LONGEST = 100
"""Characters of a value that are shown."""

_BRIEF = _Brief()
_BRIEF.maxtuple = _BRIEF.maxlist = _BRIEF.maxset = _BRIEF.maxfrozenset = _BRIEF.maxdeque = 8
_BRIEF.maxdict, _BRIEF.maxstring, _BRIEF.maxother, _BRIEF.maxlong = 5, 60, 100, 30


_PYTHON = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def _ours() -> tuple[str, ...]:
    files = (
        getattr(module, "__file__", None)
        for name, module in list(sys.modules.items())
        if name.startswith("playfunc") and "." not in name
    )
    return tuple(str(Path(file).parent) for file in files if file)


@cache
def is_own(filename: str) -> bool:
    """Whether code of this file, or of this cell of a notebook, was written by the student."""
    return not filename.startswith(("<frozen", *_PYTHON, *_ours()))


def describe_line(frame: FrameType | None, until: str = "") -> str:
    """The innermost line of the student's own that runs, its text and its values, and the line that it all began with;
    empty where there is none. `until` is the file that called the student's function: its callers are left out."""
    own: list[FrameType] = []
    while frame is not None and frame.f_code.co_filename != until:
        if is_own(frame.f_code.co_filename):
            own.append(frame)
        frame = frame.f_back
    if not own:
        return ""
    lines = list(_lines(own[0]))
    if len(own) > 1:
        lines += ["It was called from:", *_lines(own[-1])]
    return printable("\n".join(lines))


def _lines(frame: FrameType) -> Iterator[str]:
    code = frame.f_code
    yield _line(
        code.co_filename, frame.f_lineno or _line_before(frame), code.co_qualname.replace(".<locals>", "")
    )
    yield from _values(frame.f_locals)


def _line_before(frame: FrameType) -> int:
    """The last line before an instruction that has none, such as the jump back to a loop's head."""
    passed = [line for start, _, line in frame.f_code.co_lines() if line and start <= frame.f_lasti]
    return passed[-1] if passed else frame.f_code.co_firstlineno


_DUMPED = re.compile(r'^  File "(?P<file>.*)", line (?P<line>\d+) in (?P<function>.*)$', re.MULTILINE)


def line_of_dump(text: str) -> str:
    """As `describe_line`, without values, from what `faulthandler` wrote about a thread."""
    for found in _DUMPED.finditer(text):
        if is_own(found["file"]):
            return printable(_line(found["file"], int(found["line"]), found["function"]))
    return ""


def place(filename: str) -> str:
    """What to call a file or a cell: "In [3]" in a notebook, else the file's own name."""
    ipython = sys.modules.get("IPython")
    compiler = getattr(ipython and ipython.get_ipython(), "compile", None)
    named = getattr(compiler, "format_code_name", lambda name: None)(filename)
    if named is not None:
        return " ".join(named).removeprefix("Cell ").replace("In[", "In [")
    return Path(filename).name


def _line(filename: str, number: int, function: str) -> str:
    text = linecache.getline(filename, number).strip()
    where = "" if function == "<module>" else f" of `{function}`"
    return f"Line {number}{where}, {place(filename)}:\n    {text or '(its text is not known)'}"


def _values(values: Mapping[str, Any]) -> Iterator[str]:
    plain = {name: value for name, value in values.items() if _is_value(name, value)}
    if plain:
        yield "Values at that time:"
    for name, value in list(plain.items())[:VALUES]:
        yield f"    {name} = {_shown(value)}"
    if len(plain) > VALUES:
        yield f"    and {len(plain) - VALUES} more"


def _is_value(name: str, value: object) -> bool:
    return not name.startswith(("_", ".")) and not isinstance(value, ModuleType | FunctionType | type)


def _shown(value: object) -> str:
    try:
        shown = _BRIEF.repr(value)
    except Exception:  # the student's own `__repr__` may raise anything
        return f"(a {type(value).__name__} that cannot be shown)"
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 4]} ..."


# Lines of a player's text, told by the notebook's cell that they stand in.
#
# The cells of a notebook are marked as one text, and messages count its lines. Students look for them in their cells.


_HEAD = re.compile(r"^# %% (?P<cell>.+)$")
_FILE = re.escape(FILENAME)
_LINE = re.compile(
    rf'File "{_FILE}", line (?P<frame>\d+)'  # a traceback's
    rf"|Line (?P<ended>\d+) of `[^`]+`, {_FILE}"  # a call's that was ended
    r"|\bline (?P<fact>\d+)(?=:)"  # ruff's and Python's own
)


def in_cells(source: str) -> Callable[[str], str]:
    """Adds to each line number in a text the cell of `source` and the line in it; nothing where there are no cells."""
    heads = [
        (number, found["cell"])
        for number, line in enumerate(source.splitlines(), 1)
        if (found := _HEAD.match(line))
    ]
    starts = [number for number, _ in heads]

    def with_cell(found: re.Match[str]) -> str:
        line = int(found["frame"] or found["ended"] or found["fact"])
        place = bisect_right(starts, line) - 1
        if place < 0:
            return found[0]
        start, cell = heads[place]
        return f"{found[0]} (cell '{cell}', line {max(line - start, 1)})"

    return lambda text: _LINE.sub(with_cell, text) if heads else text


def by_cells(results: Sequence[CheckResult], source: str) -> tuple[CheckResult, ...]:
    """The results for the student who wrote the cells of `source`."""
    named = in_cells(source)
    return tuple(replace(each, reason=named(each.reason), detail=named(each.detail)) for each in results)
