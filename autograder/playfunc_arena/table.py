"""Standings as plain text."""

from __future__ import annotations

from collections.abc import Sequence

from playfunc_arena.estimate import TOO_FEW, Estimate
from playfunc_arena.ratings import Rating
from playfunc_arena.standings import Row

NAME = 1
"""The column that gives way where there is little room: names go on in the next line."""

LEAST = 8
"""Characters of a name that a line always has."""


def standings_text(rows: Sequence[Row], unit: str, width: int | None = None) -> str:
    """A table of at most `width` characters a line, and below it what needs sentences."""
    headings = ("rank", "player", unit, "games", "won", "tied", "lost", "faults", "rating")
    lines = [headings, *map(_cells, (row for row in rows if not row.left_out))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    if width is not None:
        others = sum(widths) - widths[NAME] + len(widths) - 1
        widths[NAME] = min(widths[NAME], max(width - others, LEAST))
    table = [text for line in lines for text in _fold(line, widths)]
    table.insert(len(_fold(headings, widths)), " ".join("-" * size for size in widths))
    return "\n".join([*table, "", *_sentences(rows)])


def _cells(row: Row) -> tuple[str, ...]:
    value, rating = row.value, row.rating
    return (
        "–" if row.rank is None else str(row.rank),
        row.name,
        _with_half_width(value),
        *map(str, (row.games, row.wins, row.ties, row.losses, row.faults)),
        _with_bounds(rating),
    )


def _with_half_width(value: Estimate) -> str:
    if value.mean is None:
        return "–"
    if value.low is None or value.high is None:
        return f"{value.mean:.2f}"
    return f"{value.mean:.2f} ± {(value.high - value.low) / 2:.2f}"


def _with_bounds(rating: Rating) -> str:
    if rating.rating is None:
        return "–"
    if rating.low is None or rating.high is None:
        return f"{rating.rating:.0f}"
    if rating.low == rating.high:
        return f"{rating.rating:.0f} (fixed)"
    return f"{rating.rating:.0f} ({rating.low:.0f}–{rating.high:.0f})"


def _fold(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """A line of the table, and more below where the name is longer than its column."""
    size, name = widths[NAME], cells[NAME]
    parts = [name[first : first + size] for first in range(0, len(name), size)] or [""]
    whole = [
        text.ljust(room) if place == NAME else text.rjust(room)
        for place, (text, room) in enumerate(zip((cells[0], parts[0], *cells[2:]), widths, strict=True))
    ]
    return [" ".join(whole).rstrip(), *(" " * (widths[0] + 1) + part for part in parts[1:])]


def _sentences(rows: Sequence[Row]) -> list[str]:
    reasons = dict.fromkeys(
        reason for row in rows if row.games for reason in (row.value.reason, row.rating.reason) if reason
    )
    unranked = any(row.rank is None and row.value.mean is not None for row in rows)
    return [
        *(f"Where no interval is shown: {reason}." for reason in reasons),
        *([f"Where no rank is shown: {TOO_FEW}."] if unranked else ()),
        *(
            f"{row.name}: faults in {row.faults} games; the first: {row.first_fault}"
            for row in rows
            if row.faults
        ),
        *(f"Left out: {row.name}: {row.left_out}" for row in rows if row.left_out),
    ]
