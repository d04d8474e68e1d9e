"""The table `[sheet]` of `playfunc.toml`: which column of a downloaded sheet is what, where that is not recognized.

    [sheet]
    number = "Osallistuja"           # the system's number of a student, by which it names files
    id = "Opiskelijanumero"          # what becomes the student's id here
    grade = "Arvosana"               # where the mark goes
    files = "{name}_{id}/{file}"     # for another system than Moodle and Canvas: how it names files in its zips

Every key is optional. A column that is not named here is looked for as usual.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from playfunc_checks.parts import Name
from playfunc_checks.settings import Fits

__all__ = ["RECOGNIZED", "SheetColumns"]

_PLACES = {
    "{name}": r"(?P<name>[^/]*)",
    "{number}": r"(?P<number>[^/]+?)",
    "{id}": r"(?P<id>[^/]+?)",
    "{any}": r"[^/]*?",
    "{file}": r"(?P<file>.+)",
}


def _is_pattern(text: str) -> bool:
    places = re.findall(r"\{\w+\}", text)
    once = len(places) == len(set(places)) or places.count("{any}") > 1
    return (
        once
        and set(places) <= set(_PLACES)
        and len({"{number}", "{id}"} & set(places)) == 1
        and text.endswith("{file}")
    )


Files: TypeAlias = Annotated[
    str,
    Fits(
        "how files are named in a zip, with {number} or {id} in it, {name} and {any} where needed, and {file} at the "
        'end, such as "{name}_{id}/{file}"',
        _is_pattern,
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetColumns:
    """Names of columns, as they stand in the sheet's first line."""

    number: Name | None = None
    name: Name | None = None
    id: Name | None = None
    email: Name | None = None
    grade: Name | None = None
    maximum: Name | None = None
    submitted: Name | None = None
    comments: Name | None = None
    files: Files | None = None
    """How another system than Moodle and Canvas names files in its zips."""

    def named(self, role: str) -> str:
        """The name of the column for a role, or nothing."""
        return getattr(self, role) or ""

    def file_pattern(self) -> re.Pattern[str] | None:
        """What matches a path in a zip of another system, with the groups `file`, and `number` or `id`."""
        if self.files is None:
            return None
        parts = re.split(r"(\{\w+\})", self.files)
        return re.compile("".join(_PLACES.get(part) or re.escape(part) for part in parts), re.DOTALL)


RECOGNIZED = SheetColumns()
"""For a course that names no columns."""
