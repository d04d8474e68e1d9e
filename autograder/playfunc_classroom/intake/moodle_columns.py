"""Which column of a Moodle grading worksheet is what: by `[sheet]` in the settings, by its name in a known language
(`moodle.toml`), else by what stands in it. The order of the columns counts only where nothing else tells.

    number      words with numbers behind, all different:      Participant 4711, Teilnehmer/in4711
    email       an @ in every cell
    maximum     the same number in every cell
    grade       the column before the maximum, with numbers or nothing in it, where the columns are in Moodle's order
    submitted   times, of which none is later than that of the other column of times
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files

from playfunc_checks.course import SheetColumns

from playfunc_classroom.intake.upload_names import read_time

Cells = Sequence[str]

_ABOUT = {
    "number": "Moodle's number of each student",
    "name": "names",
    "id": "ID numbers",
    "email": "email addresses",
    "grade": "grades",
    "maximum": "maximum grades",
    "submitted": "times of submission",
    "comments": "feedback comments",
}

_NUMBERED = re.compile(r"(\D{4,}?)\s*(\d+)")
NOTHING = ("", "-")
"""How Moodle writes that there is no time."""


class SheetError(ValueError):
    """A sheet of grades that cannot be used; the message says what was expected."""


def recognized(header: Sequence[str], columns: Sequence[Cells], mapping: SheetColumns) -> dict[str, int]:
    """Role → the number of its column, for those that are recognized. `columns` are the cells below the header.

    Raises `SheetError` where the settings name a column that is not there.
    """
    found = _mapped(header, mapping)
    names = [_folded(name) for name in header]
    for role, known in _translations().items():
        fits = [n for n, name in enumerate(names) if name in known and n not in found.values()]
        if role not in found and len(fits) == 1:
            found[role] = fits[0]
    for role, rule in _RULES.items():
        free = [number for number in range(len(header)) if number not in found.values()]
        place = None if role in found else rule(_Sheet(columns, found), free)
        if place is not None:
            found[role] = place
    return found


def unrecognized(role: str, header: Sequence[str]) -> str:
    """A sentence on a column that was not recognized, and how to name it."""
    return (
        f"the column of {_ABOUT[role]} was not recognized among: {', '.join(header) or 'no columns'}. Name it in "
        f'playfunc.toml, in the table [sheet]: {role} = "…"'
    )


def amount(text: str) -> float | None:
    """The number in a cell, with a point or a comma for decimals; `None` for anything else."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None


def _mapped(header: Sequence[str], mapping: SheetColumns) -> dict[str, int]:
    found = {}
    for role in _ABOUT:
        name = mapping.named(role)
        if name and name not in header:
            raise SheetError(
                f"playfunc.toml, [sheet]: {role} names the column {name!r}, which is not among: {', '.join(header)}"
            )
        if name:
            found[role] = header.index(name)
    return found


@cache
def _translations() -> Mapping[str, frozenset[str]]:
    text = files("playfunc_classroom.intake").joinpath("moodle.toml").read_text(encoding="utf-8")
    return {role: frozenset(map(_folded, names)) for role, names in tomllib.loads(text).items()}


def _folded(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split()).rstrip(".")


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The cells of each column, and the roles that are known by now."""

    columns: Sequence[Cells]
    known: Mapping[str, int]

    def only(self, free: Sequence[int], fits: Callable[[Cells], bool]) -> int | None:
        """The one free column that fits; `None` for none and for several."""
        fitting = [number for number in free if fits(self.columns[number])]
        return fitting[0] if len(fitting) == 1 else None


def _is_numbered(cells: Cells) -> bool:
    parts = [_NUMBERED.fullmatch(cell.strip()) for cell in cells]
    found = [part for part in parts if part]
    return (
        bool(cells)
        and len(found) == len(cells)
        and len({part[1] for part in found}) == 1
        and len({cell.strip() for cell in cells}) == len({part[2] for part in found})
    )


def _is_addresses(cells: Cells) -> bool:
    given = [cell for cell in cells if cell.strip() not in NOTHING]
    return bool(given) and all("@" in cell for cell in given)


def _is_maximum(cells: Cells) -> bool:
    values = {amount(cell) for cell in cells}
    return len(cells) > 0 and len(values) == 1 and (values.pop() or 0) > 0


def _grade(sheet: _Sheet, free: Sequence[int]) -> int | None:
    places = [sheet.known.get(role, -1) for role in ("number", "email", "maximum", "submitted")]
    if places[0] != 0 or places != sorted(set(places)):
        return None
    before = sheet.known["maximum"] - 1
    fits = before in free and all(
        not cell.strip() or amount(cell) is not None for cell in sheet.columns[before]
    )
    return before if fits else None


def _submitted(sheet: _Sheet, free: Sequence[int]) -> int | None:
    timed = {number: times for number in free if (times := _times(sheet.columns[number]))}
    if len(timed) == 2:
        one, other = timed
        both = timed[one].keys() & timed[other].keys()
        later = any(timed[one][row] > timed[other][row] for row in both)
        earlier = any(timed[one][row] < timed[other][row] for row in both)
        return None if later == earlier else other if later else one
    return next(iter(timed), None) if len(timed) == 1 else None


def _times(cells: Cells) -> dict[int, datetime]:
    """Row → time; empty where a cell is something else."""
    found = {}
    for row, cell in enumerate(cells):
        if cell.strip() not in NOTHING:
            try:
                found[row] = read_time(cell).replace(tzinfo=None)
            except ValueError:
                return {}
    return found


_RULES: Mapping[str, Callable[[_Sheet, Sequence[int]], int | None]] = {
    "number": lambda sheet, free: sheet.only(free, _is_numbered),
    "email": lambda sheet, free: sheet.only(free, _is_addresses),
    "maximum": lambda sheet, free: sheet.only(free, _is_maximum),
    "submitted": _submitted,
    "grade": _grade,
}
