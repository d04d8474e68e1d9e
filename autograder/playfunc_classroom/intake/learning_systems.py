"""How Moodle, Canvas and other systems name files in a zip of submissions, write times, and head columns.

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
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files

from playfunc_checks.course_settings import SheetColumns

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
    last = inside.rpartition("/")[2]
    if found := None if theirs else _TYPED.fullmatch(last):
        return HandedIn("canvas", found["key"], found["name"], found["file"], bool(found["late"]))
    found = _CANVAS.fullmatch(last)
    if found is None:
        return None
    # What is in a zip that the student handed in, unpacked under its name, is theirs, however it is named.
    file = theirs or _AGAIN.sub("", found["file"])
    uploaded = "" if theirs or file == found["file"] else found["file"]
    return HandedIn("canvas", found["key"], found["name"], file, bool(found["late"]), uploaded)


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


# Times as learning platforms write them for people, in their languages.
#
# Monday, 30 November 2026, 11:03 PM      Montag, 30. November 2026, 23:03      lunes, 30 de noviembre de 2026, 23:03
# Monday, November 30, 2026, 11:03 PM     lunedì, 30 novembre 2026, 23:03       2026-11-30 23:03     30.11.2026 23:03


MONTHS = (
    ("jan", "ene", "gen"),
    ("feb", "fev"),
    ("mar", "maa", "mrt"),
    ("apr", "abr", "avr"),
    ("may", "mai", "mei", "mag"),
    ("jun", "juin", "giu"),
    ("jul", "juil", "lug"),
    ("aug", "ago", "aou"),
    ("sep", "set"),
    ("oct", "okt", "ott", "out"),
    ("nov",),
    ("dec", "dez", "dic", "des"),
)
"""How the months begin, without accents: English, German, Spanish, Italian, French, Portuguese, Dutch, Catalan."""

_WORD = r"(?P<month>[^\W\d_]{3,})\.?"
_DAY, _YEAR = r"(?P<day>\d{1,2})", r"(?P<year>\d{4})"
_DATES = (
    re.compile(rf"\b{_DAY}(?:\.|st|nd|rd|th)?\s+(?:de\s+|d['’])?{_WORD},?\s+(?:del?\s+)?{_YEAR}\b"),
    re.compile(rf"\b{_WORD}\s+{_DAY}(?:st|nd|rd|th)?,?\s+{_YEAR}\b"),
    re.compile(rf"\b{_YEAR}-(?P<month>\d\d)-{_DAY}\b"),
    re.compile(rf"\b{_DAY}\.(?P<month>\d{{1,2}})\.{_YEAR}\b"),
)
_CLOCK = re.compile(
    r"\b(?P<hour>\d{1,2})[:.h](?P<minute>\d\d)(?::(?P<second>\d\d))?(?:\.\d+)?\s*(?P<half>[ap]\.?m)?"
    r"(?P<zone>\s*(?:z\b|utc\b|[+-]\d\d:?\d\d))?"
)


def read_time(text: str) -> datetime:
    """The time in a text, with a zone only where the text gives an offset. Raises `ValueError` where it names no day
    or no hour, and for a day such as 03/04/2026, which is another one in another country."""
    plain = _plain(text)
    found = next(filter(None, (pattern.search(plain) for pattern in _DATES)), None)
    clock = _CLOCK.search(plain, found.end()) if found else None
    if found is None or clock is None:
        raise ValueError(f"{text!r} is no time such as 2026-11-30 23:58")
    hour = int(clock["hour"])
    if clock["half"]:
        hour = hour % 12 + (12 if clock["half"].startswith("p") else 0)
    day = int(found["year"]), _month(found["month"]), int(found["day"])
    moment = datetime(*day, hour, int(clock["minute"]), int(clock["second"] or 0))
    zone = (clock["zone"] or "").strip()
    return datetime.fromisoformat(f"{moment.isoformat()}{'+00:00' if zone in ('z', 'utc') else zone}")


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.replace("T", " ", 1) if text[10:11] == "T" else text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).lower()


def _month(word: str) -> int:
    if word.isdecimal():
        return int(word)
    fits = {number for number, words in enumerate(MONTHS, 1) if word.startswith(words)}
    if len(fits) != 1:
        raise ValueError(f"{word!r} is no month of a language that is known here")
    return fits.pop()


# Which column of a Moodle grading worksheet is what: by `[sheet]` in the settings, by its name in a known language
# (`moodle.toml`), else by what stands in it. The order of the columns counts only where nothing else tells.
#
#     number      words with numbers behind, all different:      Participant 4711, Teilnehmer/in4711
#     email       an @ in every cell
#     maximum     the same number in every cell
#     grade       the column before the maximum, with numbers or nothing in it, where the columns are in Moodle's order
#     submitted   times, of which none is later than that of the other column of times


Cells = Sequence[str]

_ABOUT = {
    "number": "Moodle's number of each student",
    "name": "names",
    "id": "ID numbers",
    "email": "email addresses",
    "grade": "grades",
    "maximum": "maximum grades",
    "submitted": "times of submission",
    "comments": "feedback comments",
}

_NUMBERED = re.compile(r"(\D{4,}?)\s*(\d+)")
NOTHING = ("", "-")
"""How Moodle writes that there is no time."""


class SheetError(ValueError):
    """A sheet of grades that cannot be used; the message says what was expected."""


def recognized(header: Sequence[str], columns: Sequence[Cells], mapping: SheetColumns) -> dict[str, int]:
    """Role → the number of its column, for those that are recognized. `columns` are the cells below the header.
    Raises `SheetError` where the settings name a column that is not there."""
    found = _mapped(header, mapping)
    names = [_folded(name) for name in header]
    for role, known in _translations().items():
        fits = [n for n, name in enumerate(names) if name in known and n not in found.values()]
        if role not in found and len(fits) == 1:
            found[role] = fits[0]
    for role, rule in _RULES.items():
        free = [number for number in range(len(header)) if number not in found.values()]
        place = None if role in found else rule(columns, found, free)
        if place is not None:
            found[role] = place
    return found


def unrecognized(role: str, header: Sequence[str]) -> str:
    """A sentence on a column that was not recognized, and how to name it."""
    return (
        f"the column of {_ABOUT[role]} was not recognized among: {', '.join(header) or 'no columns'}. Name it in "
        f'playfunc.toml, in the table [sheet]: {role} = "…"'
    )


def amount(text: str) -> float | None:
    """The number in a cell, with a point or a comma for decimals; `None` for anything else."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None


def _mapped(header: Sequence[str], mapping: SheetColumns) -> dict[str, int]:
    found = {}
    for role in _ABOUT:
        name = mapping.named(role)
        if name and name not in header:
            raise SheetError(
                f"playfunc.toml, [sheet]: {role} names the column {name!r}, which is not among: {', '.join(header)}"
            )
        if name:
            found[role] = header.index(name)
    return found


@cache
def _translations() -> Mapping[str, frozenset[str]]:
    text = files("playfunc_classroom.intake").joinpath("moodle.toml").read_text(encoding="utf-8")
    return {role: frozenset(map(_folded, names)) for role, names in tomllib.loads(text).items()}


def _folded(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split()).rstrip(".")


Known = Mapping[str, int]
"""The columns of the roles that are known by now."""

Rule = Callable[[Sequence[Cells], Known, Sequence[int]], int | None]
"""(columns, known, free) → the free column of a role; `None` where none is recognized."""


def _only(fits: Callable[[Cells], bool]) -> Rule:
    """The one free column that fits; `None` for none and for several."""

    def rule(columns: Sequence[Cells], known: Known, free: Sequence[int]) -> int | None:
        fitting = [number for number in free if fits(columns[number])]
        return fitting[0] if len(fitting) == 1 else None

    return rule


def _is_numbered(cells: Cells) -> bool:
    parts = [_NUMBERED.fullmatch(cell.strip()) for cell in cells]
    found = [part for part in parts if part]
    return (
        bool(cells)
        and len(found) == len(cells)
        and len({part[1] for part in found}) == 1
        and len({cell.strip() for cell in cells}) == len({part[2] for part in found})
    )


def _is_addresses(cells: Cells) -> bool:
    given = [cell for cell in cells if cell.strip() not in NOTHING]
    return bool(given) and all("@" in cell for cell in given)


def _is_maximum(cells: Cells) -> bool:
    values = {amount(cell) for cell in cells}
    return len(cells) > 0 and len(values) == 1 and (values.pop() or 0) > 0


def _grade(columns: Sequence[Cells], known: Known, free: Sequence[int]) -> int | None:
    places = [known.get(role, -1) for role in ("number", "email", "maximum", "submitted")]
    if places[0] != 0 or places != sorted(set(places)):
        return None
    before = known["maximum"] - 1
    fits = before in free and all(not cell.strip() or amount(cell) is not None for cell in columns[before])
    return before if fits else None


def _submitted(columns: Sequence[Cells], known: Known, free: Sequence[int]) -> int | None:
    timed = {number: times for number in free if (times := _times(columns[number]))}
    if len(timed) == 2:
        one, other = timed
        both = timed[one].keys() & timed[other].keys()
        later = any(timed[one][row] > timed[other][row] for row in both)
        earlier = any(timed[one][row] < timed[other][row] for row in both)
        return None if later == earlier else other if later else one
    return next(iter(timed), None) if len(timed) == 1 else None


def _times(cells: Cells) -> dict[int, datetime]:
    """Row → time; empty where a cell is something else."""
    found = {}
    for row, cell in enumerate(cells):
        if cell.strip() not in NOTHING:
            try:
                found[row] = read_time(cell).replace(tzinfo=None)
            except ValueError:
                return {}
    return found


_RULES: Mapping[str, Rule] = {
    "number": _only(_is_numbered),
    "email": _only(_is_addresses),
    "maximum": _only(_is_maximum),
    "submitted": _submitted,
    "grade": _grade,
}
