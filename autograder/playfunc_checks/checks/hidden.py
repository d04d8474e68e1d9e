"""What a student sees of a check of hidden games while the deals are closed, as data with few values."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from playfunc.record import GameRecord, RecordedFault

from playfunc_checks.results import HiddenFault
from playfunc_checks.structure import source_lines

__all__ = ["LINES", "fault_line", "hidden_fault", "whole_percent"]

LINES = 1000
"""The fault's line is told only within so many lines, which bounds what its choice can say."""

SEARCHED = (5, 25)
"""Public deals in which a fault of the hidden ones is looked for: few first, because a time-out takes long."""

_FRAME = re.compile(r'^ *File "player\.py", line ([0-9]{1,6})\b', re.MULTILINE)
"""A traceback's line about the player's source (`playfunc.source.FILENAME`)."""


def whole_percent(rate: float, threshold: float) -> int:
    """The rate in whole per cent, rounded down, and on the same side of the threshold as the rate itself."""
    percent, line = math.floor(100 * rate + 1e-9), math.ceil(100 * threshold - 1e-9)
    return max(percent, line) if rate >= threshold else min(percent, line - 1)


def hidden_fault(
    records: Sequence[GameRecord],
    source: str,
    most: int,
    public_games: Callable[[int], Sequence[GameRecord]],
) -> HiddenFault | None:
    """The first fault of the hidden games, and how many playings had one, counted up to `most`.

    `public_games(deals)` plays public ones, in which the same fault is looked for, on few deals first.
    """
    faulty = [record.faults[0] for record in records if record.faults]
    if not faulty:
        return None
    kind, line = _told(faulty[0], source)
    same = (
        game
        for deals in SEARCHED
        for game in public_games(deals)
        if game.faults and _told(game.faults[0], source) == (kind, line)
    )
    return HiddenFault(kind, min(len(faulty), most), line, next(same, None))


def _told(fault: RecordedFault, source: str) -> tuple[str, int | None]:
    """The fault's kind and line; where both are equal, two faults are the same to a student."""
    return fault.error, fault_line(fault.detail, source)


def fault_line(traceback: str, source: str) -> int | None:
    """The number of the last line of the player's source that the traceback names.

    The traceback is text from the worker and may say anything: nothing is taken from it but a number, which
    has to be that of a line of `source`.
    """
    named = _FRAME.findall(traceback)
    line = int(named[-1]) if named else 0
    return line if 1 <= line <= min(len(source_lines(source)), LINES) else None
