"""How Moodle, Canvas and other systems name files in a zip of submissions.

Moodle, with folders (4 and later, then before) and without:
                                    Ana Lópes_4711_assignsubmission_file/hearts.ipynb
                                    Ana Lópes_4711_assignsubmission_file_/hearts.ipynb
                                    Ana Lópes_4711_assignsubmission_file_hearts.ipynb
    text typed into its form:       Ana Lópes_4711_assignsubmission_onlinetext_/onlinetext.html
Canvas, late and handed in again:   lopesana_815_99123_hearts.ipynb   lopesana_LATE_815_99124_hearts-1.ipynb
    text or a link in its form:     lopesana_815_text.html            lopesana_815_link.html
Another system:                     by the pattern `files` in the settings' table [sheet]

Moodle's number is the participant's in this assignment ("Participant 4711" in the grading worksheet), Canvas's
the user's (`ID` in the exported gradebook). The sheets turn them into the ids that a course uses.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from playfunc_checks.sheet_columns import SheetColumns

__all__ = ["UNPACKED", "HandedIn", "made_up_id", "parse_name", "plain_id"]

_MOODLE = re.compile(
    r"(?P<name>[^/]*?)_(?P<key>\d+)_assignsubmission_[a-z]+(?:_/|/|_)(?P<file>.+)", re.DOTALL
)
_MOODLES = re.compile(r"_\d+_assignsubmission_[a-z]+")
_TYPED = re.compile(r"(?P<name>[^/]*?)_(?P<late>LATE_)?(?P<key>\d+)_(?P<file>(?:text|link)\.html)", re.DOTALL)
_CANVAS = re.compile(r"(?P<name>[^/]*?)_(?P<late>LATE_)?(?P<key>\d+)_\d+_(?P<file>[^/]+)", re.DOTALL)
UNPACKED = ".unpacked"
"""How the folder ends that a student's own zip was unpacked into."""

_AGAIN = re.compile(r"-\d+(?=\.[^.]+$)")
"""What Canvas puts before the ending of a file that was handed in again."""


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
    id: str = ""
    """The course's id, where the name says it; else empty."""


def parse_name(path: str, mapping: SheetColumns) -> HandedIn | None:
    """The file at `path` below the unpacked zip; `None` for what is no submitted file."""
    if pattern := mapping.file_pattern():
        return _other(pattern, path)
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
    if found := _TYPED.fullmatch(last):
        return HandedIn("canvas", found["key"], found["name"], found["file"], bool(found["late"]))
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


def _other(pattern: re.Pattern[str], path: str) -> HandedIn | None:
    found = pattern.fullmatch(path)
    if found is None:
        return None
    parts = found.groupdict()
    key = parts.get("number") or parts["id"]
    return HandedIn("other", key, parts.get("name") or "", parts["file"], id=plain_id(parts.get("id") or ""))


def made_up_id(name: str, key: str) -> str:
    """An id for a student who is not on the sheet: `ana-lopes-4711`."""
    return "-".join(filter(None, (plain_id(name).lower(), plain_id(key))))


def plain_id(text: str) -> str:
    """Letters, digits, dots and dashes: safe as a folder and for nbgrader (which parts names at +)."""
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^\w.-]+", "-", ascii_only).strip("-._")
