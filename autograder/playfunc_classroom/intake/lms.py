"""What Moodle and Canvas hand out and take in: names of files in a zip of submissions, and sheets of grades.

Moodle, with folders (4 and later, then before) and without:
                                    Ana Lópes_4711_assignsubmission_file/hearts.ipynb
                                    Ana Lópes_4711_assignsubmission_file_/hearts.ipynb
                                    Ana Lópes_4711_assignsubmission_file_hearts.ipynb
Canvas, late and handed in again:   lopesana_815_99123_hearts.ipynb   lopesana_LATE_815_99124_hearts-1.ipynb

Moodle's number is the participant's in this assignment ("Participant 4711" in the grading worksheet), Canvas's
the user's (`ID` in the exported gradebook). The sheets turn them into the ids that a course uses, and are what
marks go back in: the very file that was downloaded, with one column filled.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["UNPACKED", "HandedIn", "Sheet", "SheetError", "filled", "parse_name", "read_sheet", "student_ids"]

_MOODLE = re.compile(r"(?P<name>[^/]*?)_(?P<key>\d+)_assignsubmission_file(?:_/|/|_)(?P<file>.+)", re.DOTALL)
_MOODLES = re.compile(r"_\d+_assignsubmission_file")
_CANVAS = re.compile(r"(?P<name>[^/]*?)_(?P<late>LATE_)?(?P<key>\d+)_\d+_(?P<file>[^/]+)", re.DOTALL)
UNPACKED = ".unpacked"
"""How the folder ends that a student's own zip was unpacked into."""

_AGAIN = re.compile(r"-\d+(?=\.[^.]+$)")
"""What Canvas puts before the ending of a file that was handed in again."""

IDENTIFIER, ID_NUMBER, EMAIL = "Identifier", "ID number", "Email address"
CHANGED, GRADE, MAXIMUM = "Last modified (submission)", "Grade", "Maximum Grade"
CANVAS_COLUMNS = ("Student", "ID", "Section")
LOGIN, SIS = "SIS Login ID", "SIS User ID"
POINTS_POSSIBLE = "Points Possible"


class SheetError(ValueError):
    """A sheet of grades that cannot be used; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """One file of a submission, as the system named it."""

    system: str
    key: str
    """The system's number for the student."""
    name: str
    file: str
    """The file's own name, with folders of the student's if there were any."""
    late: bool = False
    uploaded: str = ""
    """The name with what Canvas adds when a file of the same name is handed in again; else empty."""


def parse_name(path: str) -> HandedIn | None:
    """The file at `path` below the unpacked zip; `None` for what is no submitted file."""
    if len(_MOODLES.findall(path.partition("/")[0])) > 1:
        return None  # a name or a file made to look like another student's: its owner is unknown
    if found := _MOODLE.fullmatch(path):
        return HandedIn("moodle", found["key"], found["name"], found["file"])
    inside, _, theirs = path.partition(f"{UNPACKED}/")
    if (
        theirs
    ):  # a zip that the student handed in, unpacked under its name: what is in it is theirs, however named
        found = _CANVAS.fullmatch(inside.rpartition("/")[2])
        return HandedIn("canvas", found["key"], found["name"], theirs, bool(found["late"])) if found else None
    last = path.rpartition("/")[2]
    if found := _CANVAS.fullmatch(last):
        return HandedIn(
            "canvas",
            found["key"],
            found["name"],
            _AGAIN.sub("", found["file"]),
            bool(found["late"]),
            found["file"] if _AGAIN.search(found["file"]) else "",
        )
    return None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A downloaded sheet: `rows` map the columns of `header` to texts, in the file's order."""

    system: str
    header: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]

    def key(self, row: Mapping[str, str]) -> str:
        """The system's number for the student of a row; empty for Canvas's row of points."""
        if self.system == "canvas":
            return row["ID"].strip()
        numbers = re.findall(r"\d+", row[IDENTIFIER])
        return numbers[-1] if numbers else ""


def read_sheet(text: str) -> Sheet:
    """A Moodle grading worksheet or a Canvas gradebook, distinguished by their columns. Raises `SheetError`."""
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), restval=""))
    header = tuple(rows[0]) if rows else ()
    if {IDENTIFIER, GRADE} <= set(header):
        return Sheet("moodle", header, tuple(rows))
    if set(CANVAS_COLUMNS) <= set(header):
        return Sheet("canvas", header, tuple(rows))
    raise SheetError(
        f"expected Moodle's grading worksheet (columns {IDENTIFIER}, {GRADE}, …; download it in English) or "
        f"Canvas's exported gradebook (columns {', '.join(CANVAS_COLUMNS)}, …), found "
        f"{', '.join(header[:6]) or 'no rows'}"
    )


def student_ids(sheet: Sheet) -> dict[str, str]:
    """The system's number → the course's id, for everybody on the sheet.

    Moodle: the ID number, else the part of the address before the @. Canvas: the login's part before an @, else
    the SIS id. Where that is empty, or two share it, the name with the number.
    """
    wanted = {sheet.key(row): _wanted(sheet, row) for row in sheet.rows if sheet.key(row)}
    often = Counter(wanted.values())
    names = {sheet.key(row): row.get("Full name") or row.get("Student") or "" for row in sheet.rows}
    return {
        key: student if student and often[student] == 1 else made_up_id(names[key], key)
        for key, student in wanted.items()
    }


def _wanted(sheet: Sheet, row: Mapping[str, str]) -> str:
    columns = (ID_NUMBER, EMAIL) if sheet.system == "moodle" else (LOGIN, SIS)
    values = (row.get(column, "").strip().partition("@")[0] for column in columns)
    return _plain(next(filter(None, values), ""))


def made_up_id(name: str, key: str) -> str:
    """An id for a student who is not on the sheet: `ana-lopes-4711`."""
    return "-".join(filter(None, (_plain(name).lower(), key)))


def _plain(text: str) -> str:
    """Letters, digits, dots and dashes: safe as a folder and for nbgrader (which parts names at +)."""
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^\w.-]+", "-", ascii_only).strip("-._")


def filled(sheet: Sheet, marks: Mapping[str, float], column: str, most: float) -> str:
    """The sheet as CSV text with `marks` (by the course's ids) in `column`, everything else as it was.

    Canvas gets back only the columns that it names students by, and this one. Raises `SheetError` when the
    column is not there, or the system's maximum is another than `most`.
    """
    name = _column(sheet, column)
    ids = student_ids(sheet)
    rows = []
    for row in sheet.rows:
        _same_maximum(sheet, row, name, most)
        student = ids.get(sheet.key(row), "")
        rows.append({**row, name: f"{marks[student]:g}"} if student in marks else dict(row))
    text = io.StringIO()
    writer = csv.DictWriter(text, _upload_columns(sheet, name), extrasaction="ignore", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _column(sheet: Sheet, column: str) -> str:
    if sheet.system == "moodle":
        return GRADE
    fits = [
        name
        for name in sheet.header
        if re.fullmatch(rf"{re.escape(column)}(?: \(\d+\))?", name, re.IGNORECASE)
    ]
    if len(fits) != 1:
        raise SheetError(
            f"the gradebook has {len(fits)} columns for {column!r}; name Canvas's assignment with --column, as one "
            f"of: {', '.join(name for name in sheet.header if re.search(r'[(][0-9]+[)]$', name))}"
        )
    return fits[0]


def _upload_columns(sheet: Sheet, name: str) -> Sequence[str]:
    if sheet.system == "moodle":
        return sheet.header
    return [c for c in sheet.header if c in (*CANVAS_COLUMNS, LOGIN, SIS, "Root Account", name)]


def _same_maximum(sheet: Sheet, row: Mapping[str, str], name: str, most: float) -> None:
    if sheet.system == "canvas":
        value = row[name] if POINTS_POSSIBLE.lower() in row["Student"].lower() else ""
    else:
        value = next((row[c] for c in row if c.lower() == MAXIMUM.lower()), "")
    try:
        found = float(value.strip()) if value.strip() else most
    except ValueError:
        return
    if found != most:
        raise SheetError(
            f"the assignment is worth {found:g} points there and {most:g} here; change it to {most:g} there, "
            "download the sheet again"
        )


def read_sheet_file(path: Path) -> Sheet:
    """The sheet in a file. Raises `SheetError`."""
    try:
        return read_sheet(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise SheetError(f"{path.name} cannot be read: {error}") from error
    except SheetError as error:
        raise SheetError(f"{path.name}: {error}") from None
