"""What a benchmark says: a table for people and numbers for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Section:
    """`rows` are cells of text under `columns`; `notes` are sentences below the table, such as what to install
    for a reference that is missing; `figures` the flat numbers, `None` where a reference is missing."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    figures: Mapping[str, float | None] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def markdown(self) -> str:
        lines = [f"## {self.title}", "", _row(self.columns), _row(["---"] * len(self.columns))]
        lines += [_row(row) for row in self.rows]
        for note in self.notes:
            lines += ["", note]
        return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def ratio(ours: float | None, theirs: float | None) -> float | None:
    """How many times theirs ours is; `None` when either was not measured."""
    return None if ours is None or theirs is None else ours / theirs
