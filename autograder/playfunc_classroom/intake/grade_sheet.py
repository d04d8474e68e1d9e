"""The sheets of grades that Moodle and Canvas hand out, and that marks go back in: the very file that was downloaded,
with a column or two filled and every other byte as it was.

Canvas writes its own columns in English whatever its language. Moodle's are recognized by `learning_systems`."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from playfunc_checks.course_settings import SheetColumns

from playfunc_classroom.intake.learning_systems import (
    SheetError,
    amount,
    made_up_id,
    plain_id,
    recognized,
    unrecognized,
)

# A CSV file as it was downloaded: single cells are changed and rows taken out, and every other byte stays.
#
# encoding     UTF-8 or UTF-16 with or without a byte order mark, else Windows-1252
# separator    comma, semicolon or tab, whichever the header has most of
# line ends    each row keeps its own
# quotes       kept; a new value gets them where the old one had them, or where it needs them


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
        # What a one-byte encoding has no letter for is written as HTML writes it; both systems show that.
        return "".join(parts).encode(self.encoding, "xmlcharrefreplace")


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


CANVAS_COLUMNS = ("Student", "ID", "Section")
LOGIN, SIS = "SIS Login ID", "SIS User ID"
NAMING = (*CANVAS_COLUMNS, SIS, LOGIN, "Root Account", "Integration ID")
"""What Canvas knows a student by."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A downloaded sheet, and which of its columns is what."""

    system: str
    """`moodle`, `canvas` or `other`."""
    table: Table
    columns: Mapping[str, int]
    """Role → column."""

    @property
    def rows(self) -> dict[int, Row]:
        """The rows below the header that hold something, by their number in the table."""
        return {number: row for number, row in enumerate(self.table.rows) if number and not row.empty}

    def cell(self, row: Row, role: str) -> str:
        """What stands in a role's column; empty where there is no such column."""
        return row[self.columns[role]].strip() if role in self.columns else ""

    def key(self, row: Row) -> str:
        """The system's number for the student of a row; empty for Canvas's row of points."""
        text = self.cell(row, "number")
        if self.system != "moodle":
            return text
        numbers = re.findall(r"\d+", text)
        return numbers[-1] if numbers else ""


def read_sheet(data: bytes, mapping: SheetColumns) -> Sheet:
    """A Moodle grading worksheet, a Canvas gradebook, or another system's sheet by the settings. Raises
    `SheetError`."""
    table = read_table(data)
    header = table.header
    if set(CANVAS_COLUMNS) <= set(header) and mapping.files is None:
        named = {"number": "ID", "name": "Student", "id": LOGIN, "email": SIS}
        return Sheet(
            "canvas", table, {role: header.index(name) for role, name in named.items() if name in header}
        )
    if len(table.rows) < 2 or len(header) < 2:
        raise SheetError(_expected(header))
    rows = [row for row in table.rows[1:] if not row.empty]
    columns = recognized(header, [[row[n] for row in rows] for n in range(len(header))], mapping)
    if mapping.files is not None:
        columns = {"number": columns["id"], **columns} if "id" in columns else columns
        if "number" not in columns:
            raise SheetError(unrecognized("id", header))
        return Sheet("other", table, columns)
    if "number" not in columns:
        told = unrecognized("number", header)
        raise SheetError(f"{_expected(header)}: {told}" if len(columns) < 2 else told)
    return Sheet("moodle", table, columns)


def _expected(header: Collection[str]) -> str:
    found = ", ".join(list(header)[:6]) or "no rows"
    return (
        "expected Moodle's grading worksheet, Canvas's exported gradebook, or the columns that the table [sheet] of "
        f"playfunc.toml names; found {found}"
    )


def read_sheet_file(path: Path, mapping: SheetColumns) -> Sheet:
    """The sheet in a file. Raises `SheetError`."""
    try:
        return read_sheet(path.read_bytes(), mapping)
    except OSError as error:
        raise SheetError(f"{path.name} cannot be read: {error}") from error
    except SheetError as error:
        raise SheetError(f"{path.name}: {error}") from None


def sheets_in(folder: Path, mapping: SheetColumns) -> Iterator[tuple[Path, Sheet]]:
    """The systems' sheets in a folder. Raises `SheetError` for a CSV file that is none."""
    for path in sorted(folder.glob("*.csv")):
        if path.name != "times.csv":
            yield path, read_sheet_file(path, mapping)


def student_ids(sheet: Sheet) -> dict[str, str]:
    """The system's number → the course's id, for everybody on the sheet. Moodle: the ID number, else the part
    of the address before the @. Canvas: the login's part before an @, else the SIS id. Where that is empty, or
    two share it, the name with the number."""
    rows = _by_key(sheet)
    wanted = {key: _wanted(sheet, row) for key, row in rows.items()}
    often = Counter(wanted.values())
    return {
        key: student if student and often[student] == 1 else made_up_id(sheet.cell(rows[key], "name"), key)
        for key, student in wanted.items()
    }


def _by_key(sheet: Sheet) -> dict[str, Row]:
    return {sheet.key(row): row for row in sheet.rows.values() if sheet.key(row)}


def _wanted(sheet: Sheet, row: Row) -> str:
    values = (sheet.cell(row, role).partition("@")[0] for role in ("id", "email"))
    return plain_id(next(filter(None, values), ""))


def notes_on(sheet: Sheet) -> list[str]:
    """What to know of the ids that the sheet gives, a sentence each."""
    notes = []
    if sheet.system == "moodle" and "id" not in sheet.columns:
        source = "the part of the address before the @" if "email" in sheet.columns else "name and number"
        notes.append(f"Ids are {source}: {unrecognized('id', sheet.table.header)}")
    if "grade" not in sheet.columns and sheet.system != "canvas":
        notes.append(f"No mark can be exported into this sheet: {unrecognized('grade', sheet.table.header)}")
    shared: dict[str, list[str]] = {}
    for key, row in _by_key(sheet).items():
        shared.setdefault(_wanted(sheet, row), []).append(key)
    ids = student_ids(sheet)
    for wanted, keys in shared.items():
        if wanted and len(keys) > 1:
            told = ", ".join(f"{ids[key]} ({sheet.cell(_by_key(sheet)[key], 'name')})" for key in keys)
            notes.append(f"{len(keys)} students on the sheet share {wanted!r}. Their ids here are {told}.")
    return notes


def without_students(sheet: Sheet, students: Collection[str]) -> bytes:
    """The file without the rows of these students, by the course's ids."""
    ids = student_ids(sheet)
    gone = {number for number, row in sheet.rows.items() if ids.get(sheet.key(row)) in students}
    return sheet.table.without(gone)


def filled(
    sheet: Sheet, marks: Mapping[str, float], column: str, most: float, comments: Mapping[str, str]
) -> bytes:
    """The file with `marks` and `comments` (HTML), both by the course's ids, and everything else as it was.

    Canvas gets back only the columns that it names students by, and the one of the assignment `column`; it takes
    comments in no sheet. Raises `SheetError` when a column is not there, or the system's maximum is another than
    `most`.
    """
    place = _canvas_column(sheet, column) if sheet.system == "canvas" else sheet.columns.get("grade")
    if place is None:
        raise SheetError(unrecognized("grade", sheet.table.header))
    highest = [_highest(sheet, row, place) for row in sheet.rows.values()]
    _same_maximum([text for text in highest if text], most)
    comma = any("," in text for text in highest)
    ids = student_ids(sheet)
    changes = {}
    for number, row in sheet.rows.items():
        student = ids.get(sheet.key(row), "")
        if student in marks:
            mark = f"{marks[student]:g}"
            changes[number, place] = mark.replace(".", ",") if comma else mark
            if student in comments and "comments" in sheet.columns:
                told = _with_our_part(sheet.cell(row, "comments"), comments[student])
                changes[number, sheet.columns["comments"]] = told
    data = sheet.table.with_cells(changes)
    if sheet.system != "canvas":
        return data
    kept = [n for n, name in enumerate(sheet.table.header) if name in NAMING or n == place]
    return read_table(data).only(kept).with_cells({})


_OURS = re.compile(r'<div class="playfunc">.*?</div>', re.DOTALL)


def _with_our_part(before: str, comment: str) -> str:
    """What stood in the cell, with our part of it new; what a person wrote there stays."""
    ours = f'<div class="playfunc">{comment}</div>'
    return _OURS.sub(lambda _: ours, before, count=1) if _OURS.search(before) else before + ours


def _canvas_column(sheet: Sheet, column: str) -> int:
    header = sheet.table.header
    wanted = re.compile(rf"{re.escape(column)}(?: \(\d+\))?", re.IGNORECASE)
    fits = [number for number, name in enumerate(header) if wanted.fullmatch(name)]
    if len(fits) != 1:
        raise SheetError(
            f"the gradebook has {len(fits)} columns for {column!r}; name Canvas's assignment with --column, as one "
            f"of: {', '.join(name for name in header if re.search(r'[(][0-9]+[)]$', name))}"
        )
    return fits[0]


def _highest(sheet: Sheet, row: Row, place: int) -> str:
    """The most that the system gives, where the row says it: in Canvas's row without a student, above all others."""
    if sheet.system != "canvas":
        return sheet.cell(row, "maximum")
    return "" if sheet.key(row) else row[place].strip()


def _same_maximum(told: Collection[str], most: float) -> None:
    for found in filter(None, map(amount, told)):
        if found != most:
            raise SheetError(
                f"the assignment is worth {found:g} points there and {most:g} here; change it to {most:g} there, "
                "download the sheet again"
            )
