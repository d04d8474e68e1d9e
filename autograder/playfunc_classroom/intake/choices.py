"""Which notebook of an upload counts, and which of its cells, where a person had to say so: a file only added to.

`choices/<assignment>.jsonl` in the course holds one decision a line; the last one about an upload counts. It names
the upload by a digest of its notebooks, so it holds when the same download is collected again, and not for other
files that are handed in later.
"""

from __future__ import annotations

import getpass
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from playfunc.codec import CodecError, decode, encode
from playfunc_checks.settings import SettingsError

__all__ = ["Choice", "add_choice", "chosen_files", "decide", "read_choices"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision. `file` is `None` where an earlier one was withdrawn."""

    student: str
    upload: str
    file: str | None
    who: str
    when: str
    """ISO 8601, in the course's zone and with its offset, to the second."""
    cells: tuple[int, ...] = ()
    """The numbers of the cells that make up the player, from 1; empty where their tags say it."""


def decide(
    student: str, upload: str, file: str | None, who: str, now: datetime, cells: tuple[int, ...] = ()
) -> Choice:
    """The decision as it is recorded; `who` is the user of this machine if empty."""
    return Choice(student, upload, file, who or getpass.getuser(), now.isoformat(timespec="seconds"), cells)


def choices_path(course: Path, assignment: str) -> Path:
    return course / "choices" / f"{assignment}.jsonl"


def add_choice(course: Path, assignment: str, choice: Choice) -> None:
    """Add a decision to the file, on disk when this returns."""
    path = choices_path(course, assignment)
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(encode(choice, Choice) + "\n")
        file.flush()
        os.fsync(file.fileno())


def read_choices(course: Path, assignment: str) -> list[Choice]:
    """Every decision in order. Raises `SettingsError` naming the line that cannot be read."""
    path = choices_path(course, assignment)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(decode(line, Choice))
        except CodecError as error:
            raise SettingsError(f"{path.parent.name}/{path.name}, line {number}: {error}") from error
    return found


def chosen_files(course: Path, assignment: str, student: str) -> Mapping[str, Choice]:
    """Digest of an upload → the decision that counts for it now."""
    last = {choice.upload: choice for choice in read_choices(course, assignment) if choice.student == student}
    return {upload: choice for upload, choice in last.items() if choice.file is not None}
