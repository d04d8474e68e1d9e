"""Repair a damaged notebook so that nbformat and nbgrader accept it: a pure function on JSON values.

Every cell's source stays, in the student's order. Of the metadata, only tags and nbgrader's own entries stay,
because marking reads them. The course decides what is graded: a graded cell gets the course's metadata, a cell
unknown to the course is not graded, and of two cells with the same id the later one counts.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from playfunc_checks.cells import nbgrader_of, tags_of

NOT_EXECUTED = "checkpoint"
"""The tag of cells that play against opponents: they are for students, and marking does not run them."""

_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_TAG = re.compile(r"[\w.:-]{1,64}", re.ASCII)
_LONE = re.compile("[\ud800-\udfff]")
_IMAGES = ("image/png", "image/jpeg", "image/gif")

_METADATA: Mapping[str, Any] = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py", "pygments_lexer": "ipython3"},
}

Outputs = Callable[[Any], list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class CourseCell:
    """A cell of the released notebook that nbgrader keeps in its gradebook."""

    name: str
    cell_type: str
    source: str
    grade: bool
    solution: bool
    locked: bool
    task: bool
    points: float | None
    checksum: str | None

    @property
    def metadata(self) -> dict[str, Any]:
        flags = {"grade": self.grade, "solution": self.solution, "locked": self.locked, "task": self.task}
        found: dict[str, Any] = {
            "grade_id": self.name,
            "schema_version": 3,
            "cell_type": self.cell_type,
            **flags,
        }
        if self.checksum is not None:
            found["checksum"] = self.checksum
        if self.points is not None:
            found["points"] = self.points
        return found


def repaired(
    raw: Mapping[str, Any], course: Sequence[CourseCell], outputs: Outputs = lambda found: []
) -> dict[str, Any]:
    """A valid notebook of format 4.5 from what was read as JSON, with the course's graded cells and tasks put
    back where they are missing. `outputs` makes a code cell's outputs valid; by default it removes them. Raises
    `ValueError` where there is no list of cells."""
    cells = raw.get("cells")
    if not isinstance(cells, list):
        raise ValueError("it has no cells")
    known = {cell.name: cell for cell in course}
    found = [cell if isinstance(cell, dict) else {"source": cell} for cell in cells]
    counted = _last_of_each(found, known)
    whole = [_cell(cell, counted.get(index), outputs) for index, cell in enumerate(found)]
    whole = _with_missing(whole, course)
    for cell, name in zip(whole, _ids(whole), strict=True):
        cell["id"] = name
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": dict(_METADATA), "cells": whole}


def whole_text(value: Any) -> str:
    """A source or a text, which may be a list of lines, with lone surrogates replaced: no file can store them."""
    lines = value if isinstance(value, list) else [value]
    text = "".join(line if isinstance(line, str) else str(line) for line in lines if line is not None)
    return _LONE.sub("\N{REPLACEMENT CHARACTER}", text)


def _last_of_each(
    cells: Sequence[Mapping[str, Any]], known: Mapping[str, CourseCell]
) -> dict[int, CourseCell]:
    """The cells that count as the course's, by their index."""
    last = {name: index for index, cell in enumerate(cells) if (name := _grade_id(cell)) in known}
    return {index: known[name] for name, index in last.items()}


def _grade_id(cell: Mapping[str, Any]) -> str:
    name = nbgrader_of(cell).get("grade_id")
    return name if isinstance(name, str) else ""


def _cell(cell: Mapping[str, Any], known: CourseCell | None, outputs: Outputs) -> dict[str, Any]:
    found = cell.get("cell_type")
    # Raw cells would be shown as HTML.
    kind = known.cell_type if known else "code" if found == "code" else "markdown"
    metadata: dict[str, Any] = {}
    if tags := _tags(cell, known):
        metadata["tags"] = tags
    if known is not None:
        metadata["nbgrader"] = known.metadata
    name = cell.get("id")
    common = {
        "id": name if isinstance(name, str) else "",
        "cell_type": kind,
        "metadata": metadata,
        "source": whole_text(cell.get("source", "")),
    }
    if kind == "code":
        count = cell.get("execution_count")
        shown = type(count) is int and 0 <= count < 2**31
        return common | {"execution_count": count if shown else None, "outputs": outputs(cell.get("outputs"))}
    attachments = dict(_attachments(cell.get("attachments")))
    return common | ({"attachments": attachments} if attachments and kind == "markdown" else {})


def _tags(cell: Mapping[str, Any], known: CourseCell | None) -> list[str]:
    found = [tag for tag in tags_of(cell) if isinstance(tag, str) and _TAG.fullmatch(tag)]
    if known is not None and known.grade and known.locked:
        found.append(NOT_EXECUTED)
    return list(dict.fromkeys(found))


def _attachments(found: Any) -> Iterator[tuple[str, dict[str, str]]]:
    for name, bundle in _table(found).items():
        images = {mime: data for mime, data in _table(bundle).items() if mime in _IMAGES and is_base64(data)}
        if images:
            yield whole_text(name), images


def is_base64(data: Any) -> bool:
    """Whether it is valid base64 text; it may contain line breaks."""
    if not isinstance(data, str):
        return False
    try:
        base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _with_missing(cells: Sequence[dict[str, Any]], course: Sequence[CourseCell]) -> list[dict[str, Any]]:
    """The cells, with each missing graded cell or task inserted after the cell that precedes it in the course."""
    whole = list(cells)
    before: str | None = None
    for known in course:
        names = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in whole]
        if known.name not in names and (known.grade or known.task):
            at = names.index(before) + 1 if before in names else len(whole)
            whole.insert(at, _cell({"source": known.source}, known, lambda found: []))
            before = known.name
        elif known.name in names:
            before = known.name
    return whole


def _ids(cells: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Unique ids that nbformat accepts; valid ids stay."""
    good = [cell["id"] if _ID.fullmatch(cell["id"]) else "" for cell in cells]
    taken = set(good)
    seen: set[str] = set()
    for index, name in enumerate(good):
        if not name or name in seen:
            names = chain([f"cell-{index}"], (f"cell-{index}-{number}" for number in count(1)))
            name = next(n for n in names if n not in taken)
            taken.add(name)
        seen.add(name)
        yield name


def _table(value: Any) -> Mapping[Any, Any]:
    return value if isinstance(value, dict) else {}
