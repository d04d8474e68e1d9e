"""Lines of a player's text, told by the notebook's cell that they stand in.

The cells of a notebook are marked as one text, and messages count its lines. Students look for them in their cells.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace

from playfunc.source import FILENAME

from playfunc_checks.results import CheckResult

__all__ = ["by_cells", "in_cells"]

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

    def told(found: re.Match[str]) -> str:
        line = int(found["frame"] or found["ended"] or found["fact"])
        place = bisect_right(starts, line) - 1
        if place < 0:
            return found[0]
        start, cell = heads[place]
        return f"{found[0]} (cell '{cell}', line {max(line - start, 1)})"

    return lambda text: _LINE.sub(told, text) if heads else text


def by_cells(results: Sequence[CheckResult], source: str) -> tuple[CheckResult, ...]:
    """The results for the student who wrote the cells of `source`."""
    named = in_cells(source)
    return tuple(replace(each, reason=named(each.reason), detail=named(each.detail)) for each in results)
