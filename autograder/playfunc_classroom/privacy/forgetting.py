"""Taking one student out of a course folder: every file and line that names the id.

    a file or folder with the id in its name       deleted
    a line of a .csv, .jsonl, .log or .txt file    taken out
    an entry of a JSON list or object              taken out
    a report or another text that is written again  deleted
    anything else                                  left, and named, for the instructor to decide

The id counts as a whole word: forgetting `ann` leaves `anna` and `ann-2` alone. The gradebook is nbgrader's, and
`nbgrader_bridge.forget` empties it.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playfunc.files import write_whole

from playfunc_classroom.privacy.inventory import KEPT, WRITTEN_AGAIN

__all__ = ["Forgotten", "forget_files", "names_it"]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was done, as paths below the course: deleted, changed, and what still names the student."""

    deleted: tuple[str, ...]
    changed: tuple[str, ...]
    left: tuple[str, ...]


def names_it(student: str, others: Iterable[str] = ()) -> Callable[[str], bool]:
    """Whether a text names the student: the id as a whole word, and no part of a longer id of `others`."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(student)}(?!-?\w)")
    longer = [re.escape(other) for other in others if student in other and other != student]
    hide = re.compile("|".join(sorted(longer, key=len, reverse=True)) or r"(?!)")
    return lambda text: bool(pattern.search(text)) and bool(pattern.search(hide.sub(" ", text)))


def forget_files(
    course: Path, student: str, others: Iterable[str], also: Callable[[Path, dict[str, str]], bool]
) -> Forgotten:
    """Take the student out of every file below `course` but the gradebook; `others` are the other students.

    `also(path, row)` says of a row of a CSV file whether it is the student's, though it does not name the id.
    """
    named = names_it(student, others)
    deleted: list[str] = []
    changed: list[str] = []
    left: list[str] = []
    for path in list(_files(course, course, deleted, named)):
        where = path.relative_to(course).as_posix()
        text = _text(path)
        if text is None:
            if path.name != "gradebook.db" and student.encode() in path.read_bytes():
                left.append(where)
            continue
        kept = _kept(path, text, named, also)
        if kept == text:
            continue
        if kept is not None:
            write_whole(path, kept)
            changed.append(where)
        elif where.split("/")[0] in WRITTEN_AGAIN:
            path.unlink()
            deleted.append(where)
        else:
            left.append(where)
    return Forgotten(tuple(deleted), tuple(changed), tuple(left))


def _kept(
    path: Path, text: str, named: Callable[[str], bool], also: Callable[[Path, dict[str, str]], bool]
) -> str | None:
    """The text without the student: as it is when it does not name one, `None` where no part can be taken out."""
    if path.suffix == ".csv":
        return _rows_without(text, lambda row: any(map(named, row.values())) or also(path, row))
    return _without(path.suffix, text, named) if named(text) else text


def _files(folder: Path, root: Path, deleted: list[str], named: Callable[[str], bool]) -> Iterator[Path]:
    """The files below `folder`, after deleting what has the student's name."""
    for path in sorted(folder.iterdir()):
        if path.name in KEPT:
            continue
        if named(path.name) and folder != root:
            deleted.append(path.relative_to(root).as_posix())
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        elif path.is_dir() and not path.is_symlink():
            yield from _files(path, root, deleted, named)
        elif path.is_file():
            yield path


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def _rows_without(text: str, theirs: Callable[[dict[str, str]], bool]) -> str:
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    if not rows:
        return text
    header, *others = rows
    kept = [row for row in others if not theirs(dict(zip(header, row, strict=False)))]
    if len(kept) == len(others):
        return text
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([header, *kept])
    return out.getvalue()


def _without(suffix: str, text: str, named: Callable[[str], bool]) -> str | None:
    """The text without the lines or entries that name the student; `None` where it has no such parts."""
    if suffix in (".jsonl", ".log", ".txt"):
        return "".join(line for line in text.splitlines(keepends=True) if not named(line))
    if suffix != ".json":
        return None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    kept = _entries_without(value, named)
    return None if kept is None else json.dumps(kept, indent=1, ensure_ascii=False) + "\n"


def _entries_without(value: Any, named: Callable[[str], bool]) -> Any:
    if isinstance(value, list):
        return [item for item in value if not named(json.dumps(item, ensure_ascii=False))]
    if isinstance(value, dict) and any(named(key) for key in value):
        return {key: item for key, item in value.items() if not named(key)}
    return None
