"""A CSV file as it was downloaded: single cells are changed and rows taken out, and every other byte stays.

encoding     UTF-8 or UTF-16 with or without a byte order mark, else Windows-1252
separator    comma, semicolon or tab, whichever the header has most of
line ends    each row keeps its own
quotes       kept; a new value gets them where the old one had them, or where it needs them
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

SEPARATORS = (",", ";", "\t")
BOM = "\ufeff"
_DECLARED = re.compile(r"sep=(.)(?:\r\n|\r|\n)")
"""What Excel writes above the header."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's place in the text, quotes included, and its value."""

    start: int
    end: int
    value: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row's place in the text, line end included, and its cells."""

    start: int
    end: int
    cells: tuple[Cell, ...]

    def __getitem__(self, column: int) -> str:
        """The value in a column; empty where the row ends before it."""
        return self.cells[column].value if column < len(self.cells) else ""

    @property
    def empty(self) -> bool:
        return not any(cell.value.strip() for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Table:
    """The text of a file and where its rows are; the first is the header."""

    text: str
    encoding: str
    separator: str
    rows: tuple[Row, ...]

    @property
    def header(self) -> tuple[str, ...]:
        return tuple(cell.value.strip() for cell in self.rows[0].cells) if self.rows else ()

    def with_cells(self, values: Mapping[tuple[int, int], str]) -> bytes:
        """The file with these values, by row (0 is the header) and column."""
        edits = [self._edit(self.rows[row], column, value) for (row, column), value in values.items()]
        return self._edited(edits)

    def without(self, rows: Collection[int]) -> bytes:
        """The file without these rows."""
        return self._edited([(self.rows[row].start, self.rows[row].end, "") for row in rows])

    def only(self, columns: Sequence[int]) -> Table:
        """The file with these columns alone, in this order."""
        lead = self.text[: self.rows[0].start] if self.rows else self.text
        lines = (self._only(row, columns) for row in self.rows)
        return _parsed(lead + "".join(lines), self.encoding, self.separator, len(lead))

    def _only(self, row: Row, columns: Sequence[int]) -> str:
        there = [row.cells[column] for column in columns if column < len(row.cells)]
        cells = self.separator.join(self.text[cell.start : cell.end] for cell in there)
        return cells + self.text[row.cells[-1].end : row.end]

    def _edit(self, row: Row, column: int, value: str) -> tuple[int, int, str]:
        if column >= len(row.cells):
            end = row.cells[-1].end
            gap = self.separator * (column - len(row.cells) + 1)
            return end, end, gap + self._written(value, "")
        cell = row.cells[column]
        return cell.start, cell.end, self._written(value, self.text[cell.start : cell.end])

    def _written(self, value: str, before: str) -> str:
        special = before.startswith('"') or re.search(rf'[\r\n"{re.escape(self.separator)}]', value)
        return '"' + value.replace('"', '""') + '"' if special or value != value.strip() else value

    def _edited(self, edits: Sequence[tuple[int, int, str]]) -> bytes:
        ordered = [(0, 0, ""), *sorted(edits), (len(self.text), len(self.text), "")]
        parts = [text + self.text[end:start] for (_, end, text), (start, _, _) in pairwise(ordered)]
        return _encoded("".join(parts), self.encoding)


def read_table(data: bytes) -> Table:
    """The table in a file's bytes."""
    text, encoding = _decoded(data)
    start = len(BOM) if text.startswith(BOM) else 0
    declared = _DECLARED.match(text, start)
    if declared:
        return _parsed(text, encoding, declared[1], declared.end())
    return _parsed(text, encoding, _separator(text[start:]), start)


def _decoded(data: bytes) -> tuple[str, str]:
    """The text, with its byte order mark, and an encoding that makes the same bytes of it again."""
    marked = (
        "utf-16-le" if data.startswith(codecs.BOM_UTF16_LE) else "",
        "utf-16-be" if data.startswith(codecs.BOM_UTF16_BE) else "",
    )
    for encoding in filter(None, (*marked, "utf-8", "cp1252")):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def _encoded(text: str, encoding: str) -> bytes:
    """What a one-byte encoding has no letter for is written as HTML writes it; both systems show that."""
    return text.encode(encoding, "xmlcharrefreplace")


def _separator(text: str) -> str:
    line = re.sub(r'"[^"]*"', "", text.lstrip("\r\n").partition("\n")[0])
    return max(SEPARATORS, key=line.count)


def _parsed(text: str, encoding: str, separator: str, start: int) -> Table:
    cell = re.compile(rf'(?:"[^"]*(?:""[^"]*)*")?[^{re.escape(separator)}\r\n]*')
    rows, at = [], start
    while at < len(text):
        begin, cells = at, [_cell(cell, text, at)]
        while text.startswith(separator, cells[-1].end):
            cells.append(_cell(cell, text, cells[-1].end + len(separator)))
        at = cells[-1].end
        at += 2 if text.startswith("\r\n", at) else min(1, len(text) - at)
        rows.append(Row(begin, at, tuple(cells)))
    while rows and rows[0].empty:
        del rows[0]
    return Table(text, encoding, separator, tuple(rows))


def _cell(pattern: re.Pattern[str], text: str, at: int) -> Cell:
    found = pattern.match(text, at)
    assert found is not None, "the pattern matches nothing at all, too"
    raw = found[0]
    if not raw.startswith('"') or raw.count('"') < 2:
        return Cell(at, found.end(), raw)
    quoted, _, rest = raw[1:].rpartition('"')
    return Cell(at, found.end(), quoted.replace('""', '"') + rest)
