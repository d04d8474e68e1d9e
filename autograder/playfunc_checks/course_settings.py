"""A course's settings: `assignment.toml` beside each notebook, and `playfunc.toml`, which may change any of it.

    timezone = "Europe/Berlin"       # times without a zone are read in it, and all times are shown in it
    former = ["../games-2025"]       # earlier courses, whose submissions `playfunc similarity` compares with
    course_end = 2027-03-31T23:59:00 # from then on nothing remembers who was forgotten

    [sheet]                          # columns of a downloaded sheet that are not recognized: every key is optional
    number = "Osallistuja"           # the system's number of a student, by which it names files
    id = "Opiskelijanumero"          # what becomes the student's id here
    grade = "Arvosana"               # where the mark goes
    files = "{name}_{id}/{file}"     # for another system than Moodle and Canvas: how it names files in its zips

    [hearts]                         # every key of source/hearts/assignment.toml may stand here, and counts instead
    deals = 100
    late.due = 2026-11-30T23:59:00

All of it is checked as a whole, whichever part a command needs: a mistake in one assignment's settings is told
before any other is marked.
"""

from __future__ import annotations

import dataclasses
import os
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from playfunc.files import write_whole
from playfunc.games import GAMES, rules_for
from playfunc_opponents import opponents_at

from playfunc_checks.assignment import Assignment, Name, Opponent, Time, problems
from playfunc_checks.checks import CHECKS
from playfunc_checks.settings import (
    Fits,
    SettingsError,
    known,
    localized,
    nearest,
    structured,
    toml_table,
    written,
)
from playfunc_checks.settings import Path as Place

_LOCAL = Path("/etc/localtime")
_DATABASE = "zoneinfo/"


def known_zone(name: str) -> ZoneInfo | None:
    """The zone of this name, such as `Europe/Berlin`; `None` where there is none, and for those below `right/`,
    which count leap seconds: Python reads them an hour off."""
    if name.startswith("right/"):
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def system_zone() -> ZoneInfo:
    """This machine's zone, by `TZ`, else by what `/etc/localtime` points to; UTC where neither names one."""
    names = (os.environ.get("TZ", "").removeprefix(":"), str(_LOCAL.resolve()))
    found = (known_zone(name.rpartition(_DATABASE)[2]) for name in names if name)
    return next((zone for zone in found if zone is not None), ZoneInfo("UTC"))


_PLACES = {
    "{name}": r"(?P<name>[^/]*)",
    "{number}": r"(?P<number>[^/]+?)",
    "{id}": r"(?P<id>[^/]+?)",
    "{any}": r"[^/]*?",
    "{file}": r"(?P<file>.+)",
}


def _is_pattern(text: str) -> bool:
    places = re.findall(r"\{\w+\}", text)
    once = len(places) == len(set(places)) or places.count("{any}") > 1
    return (
        once
        and set(places) <= set(_PLACES)
        and len({"{number}", "{id}"} & set(places)) == 1
        and text.endswith("{file}")
    )


Files: TypeAlias = Annotated[
    str,
    Fits(
        "how files are named in a zip, with {number} or {id} in it, {name} and {any} where needed, and {file} at the "
        'end, such as "{name}_{id}/{file}"',
        _is_pattern,
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetColumns:
    """Names of columns, as they stand in the sheet's first line."""

    number: Name | None = None
    name: Name | None = None
    id: Name | None = None
    email: Name | None = None
    grade: Name | None = None
    maximum: Name | None = None
    submitted: Name | None = None
    comments: Name | None = None
    files: Files | None = None
    """How another system than Moodle and Canvas names files in its zips."""

    def named(self, role: str) -> str:
        """The name of the column for a role, or nothing."""
        return getattr(self, role) or ""

    def file_pattern(self) -> re.Pattern[str] | None:
        """What matches a path in a zip of another system, with the groups `file`, and `number` or `id`."""
        if self.files is None:
            return None
        parts = re.split(r"(\{\w+\})", self.files)
        return re.compile("".join(_PLACES.get(part) or re.escape(part) for part in parts), re.DOTALL)


RECOGNIZED = SheetColumns()
"""For a course that names no columns."""


ASSIGNMENT_FILE = "assignment.toml"
SETTINGS_FILE = "playfunc.toml"
OPPONENTS_FOLDER = "opponents"
SECRET_FILE = ".playfunc-secret"

Table = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a course's files set, every value checked. Times are in UTC."""

    zone: ZoneInfo
    zone_guessed: bool
    """Whether the zone is unconfirmed: it was taken from a machine."""
    assignments: Mapping[str, Assignment]
    former: tuple[str, ...] = ()
    """Folders of earlier courses, relative to this one, whose submissions are compared with this one's."""
    course_end: datetime | None = None
    """When the course is over, and who was forgotten need not be known any more."""
    sheet: SheetColumns = RECOGNIZED
    """Columns of downloaded sheets that are not recognized by themselves."""
    regrade_requests: Mapping[str, datetime] = field(default_factory=dict)
    """Until when students may ask for a regrade, by assignment."""

    def assignment(self, name: str) -> Assignment:
        """The assignment of this name. Raises `SettingsError` where there is none."""
        if name not in self.assignments:
            raise SettingsError(f"there is no assignment {name!r}; {known(name, self.assignments)}")
        return self.assignments[name]


Zone: TypeAlias = Annotated[
    str, Fits('the name of a time zone, such as "Europe/Berlin"', lambda name: known_zone(name) is not None)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Top:
    """What `playfunc.toml` says of the course as a whole."""

    timezone: Zone | None = None
    timezone_guessed: bool | None = None
    former: tuple[str, ...] = ()
    course_end: Time | None = None
    sheet: SheetColumns = RECOGNIZED
    regrade_requests: Mapping[str, Time] = field(default_factory=dict)


_COURSES_TABLES = ("sheet", "regrade_requests")
"""The tables of `playfunc.toml` that are no assignment's."""


def read_course(course: Path, zone: ZoneInfo | None = None) -> Settings:
    """The course's settings, checked as a whole, as if it named `zone`, if one is given. Raises `SettingsError`
    with file, key, value and what fits."""
    told = course, _contents(course), zone, system_zone()
    settings = _settings(*told)
    if not _has_opponents_of_now(settings, course):
        _settings.cache_clear()
        settings = _settings(*told)
    return settings


def _contents(course: Path) -> tuple[tuple[str, str], ...]:
    """The settings' files that are there, by name, and what stands in them."""
    names = (SETTINGS_FILE, *map(_file, assignment_names(course)))
    return tuple((name, text) for name in names if (text := _read(course / name, name)) is not None)


def _read(path: Path, name: str) -> str | None:
    try:
        return path.read_text(encoding="utf-8") if path.exists() else None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{name} cannot be read: {error}") from error


def _has_opponents_of_now(settings: Settings, course: Path) -> bool:
    return all(
        _source(course / OPPONENTS_FOLDER, each.name) == each.source
        for assignment in settings.assignments.values()
        for each in assignment.opponents
        if each.source
    )


@lru_cache(maxsize=16)
def _settings(
    course: Path, contents: tuple[tuple[str, str], ...], zone: ZoneInfo | None, system: ZoneInfo
) -> Settings:
    """Made once from the same `contents`: reading the files is quick, and every submission asks for the settings."""
    texts = dict(contents)
    found = toml_table(texts.get(SETTINGS_FILE, ""), SETTINGS_FILE)
    names = [file.split("/")[1] for file in texts if file.endswith(f"/{ASSIGNMENT_FILE}")]
    tables = {
        key: value for key, value in found.items() if isinstance(value, dict) and key not in _COURSES_TABLES
    }
    if unknown := sorted(set(tables) - set(names)):
        raise SettingsError(
            f"{SETTINGS_FILE}: there is no table [{unknown[0]}]; "
            f"{known(unknown[0], (*names, *_COURSES_TABLES))}"
        )
    named = known_zone(str(found.get("timezone", "")))
    zone = zone or named or system
    top = _top(localized({key: value for key, value in found.items() if key not in tables}, zone))
    if strange := sorted(set(top.regrade_requests) - set(names)):
        raise SettingsError(
            f"{SETTINGS_FILE}, [regrade_requests]: there is no assignment {strange[0]!r}; {known(strange[0], names)}"
        )
    assignments = {
        name: _assignment(
            course, name, toml_table(texts[_file(name)], _file(name)), tables.get(name, {}), zone
        )
        for name in names
    }
    guessed = named is None if top.timezone_guessed is None else top.timezone_guessed
    return Settings(zone, guessed, assignments, top.former, top.course_end, top.sheet, top.regrade_requests)


def _file(assignment: str) -> str:
    return f"source/{assignment}/{ASSIGNMENT_FILE}"


def load_assignment(name: str, course: Path) -> Assignment:
    """The assignment `name` of the course. Raises `SettingsError`."""
    return read_course(course).assignment(name)


def own_opponents(course: Path, game: str) -> tuple[Path, ...]:
    """The files of the course's own opponents for a game, whether or not students get them. Raises
    `SettingsError`."""
    named = {
        opponent.name
        for assignment in read_course(course).assignments.values()
        for opponent in assignment.opponents
        if assignment.game == game and opponent.source
    }
    return tuple(course / OPPONENTS_FOLDER / f"{name}.py" for name in sorted(named))


def assignment_names(course: Path) -> tuple[str, ...]:
    """The assignments of a course: the folders in `source/` with an `assignment.toml`."""
    return tuple(sorted(path.parent.name for path in course.glob(f"source/*/{ASSIGNMENT_FILE}")))


def assignment_of(
    table: Table,
    place: Callable[[Place], str],
    opponents: Path,
    *,
    complete: bool = False,
) -> Assignment:
    """The assignment that a table of settings makes; its own opponents are files in the folder `opponents`.

    `place` tells the file and the table that a value stands in. Raises `SettingsError` with a line for all that does
    not fit, and with `complete` for modules and opponents that are not here.
    """
    assignment = structured(Assignment, table, place)
    found = list(problems(assignment, {check.name: check.needs for check in CHECKS.values()}))
    if assignment.game in GAMES and not any(path[:1] == ("parameters",) for path, _ in found):
        assignment = dataclasses.replace(
            assignment,
            opponents=tuple(_with_source(each, assignment, opponents) for each in assignment.opponents),
        )
        found = [*(_missing(assignment) if complete else ()), *found]
    if found:
        raise SettingsError("\n".join(f"{place(path)}: {sentence}" for path, sentence in found))
    return assignment


def _with_source(opponent: Opponent, assignment: Assignment, folder: Path) -> Opponent:
    """The opponent with the text of its file, where it is no tier of the game's."""
    if opponent.name in _tiers(assignment):
        return opponent
    return dataclasses.replace(opponent, source=_source(folder, opponent.name))


def _source(folder: Path, opponent: str) -> str:
    path = folder / f"{opponent}.py"
    return (path.is_file() and _read(path, f"{OPPONENTS_FOLDER}/{opponent}.py")) or ""


def _tiers(assignment: Assignment) -> tuple[str, ...]:
    return opponents_at(rules_for(assignment.game, 2, **assignment.parameters))


def _assignment(course: Path, name: str, own: Table, changes: Table, zone: tzinfo) -> Assignment:
    file, table = _file(name), {"name": name, **own}

    def place(path: Place) -> str:
        return _place(path, name, file, changes)

    if table["name"] != name:
        raise SettingsError(
            f"{file}: name must be {name!r}, as its folder is; found {written(table['name'])}"
        )
    if "timezone" in changes:
        raise SettingsError(
            f"{place(('timezone',))}: timezone is the course's; put it above the first line in brackets"
        )
    whole = localized(_changed(_with_times(table), _with_times(changes)), zone)
    return assignment_of(whole, place, course / OPPONENTS_FOLDER, complete=True)


def _missing(assignment: Assignment) -> Iterator[tuple[Place, str]]:
    """What the assignment names and is not here: where, and a sentence that says what to do."""
    for module in assignment.modules:
        if find_spec(module.partition(".")[0]) is None:
            yield (
                ("modules",),
                f"modules names {module!r}, which is not installed here; install it, or leave it out",
            )
    tiers = _tiers(assignment)
    for number, opponent in enumerate(assignment.opponents):
        if opponent.name not in tiers and not opponent.source:
            yield (
                ("opponents", number),
                f"there is no opponent {opponent.name!r}; {nearest(opponent.name, tiers)}Name one of "
                f"{', '.join(tiers)}, or put its file {opponent.name}.py into {OPPONENTS_FOLDER}/",
            )


def _place(path: Place, name: str, file: str, changes: Table) -> str:
    """The file and the table of a setting, such as `playfunc.toml, [hearts.late]`."""
    ours = _is_in(changes, path)
    tables = ([name] if ours else []) + [str(key) for key in path[:-1] if isinstance(key, str)]
    numbers = [f"number {key + 1}" for key in path[:-1] if isinstance(key, int)]
    return ", ".join(
        (SETTINGS_FILE if ours else file, *([f"[{'.'.join(tables)}]"] if tables else []), *numbers)
    )


def _is_in(changes: Any, path: Place) -> bool:
    """Whether the setting stands in these tables, itself or as a part of a list."""
    for key in path:
        if not isinstance(changes, Mapping):
            return True
        if key not in changes:
            return False
        changes = changes[key]
    return bool(path)


def _changed(table: Table, changes: Table) -> dict[str, Any]:
    """The settings with the changes in them, key by key in the tables below too."""
    both = dict(table)
    for key, value in changes.items():
        before = both.get(key)
        both[key] = _changed(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return both


def _with_times(table: Table) -> dict[str, Any]:
    """One time to open the deals is a list of one, and their order is that of time."""
    found = dict(table)
    if isinstance(found.get("show_deals_after"), datetime):
        found["show_deals_after"] = [found["show_deals_after"]]
    return found


def _top(table: Table) -> _Top:
    misplaced = [key for key in table if key in {field.name for field in dataclasses.fields(Assignment)}]
    if misplaced:
        raise SettingsError(
            f"{SETTINGS_FILE}: {misplaced[0]} is an assignment's; put it below a line such as [hearts]"
        )
    return structured(_Top, table, _top_place)


def _top_place(path: Place) -> str:
    return f"{SETTINGS_FILE}, [{path[0]}]" if len(path) > 1 else SETTINGS_FILE


def read_secret(course: Path) -> str:
    """The course's secret, which deals are drawn from; made on first use, readable by its owner alone. It lies beside
    `nbgrader_config.py`, outside `source/` and `release/`, and must never be handed out."""
    path = course / SECRET_FILE
    if not path.exists():
        write_whole(path, secrets.token_hex(32) + "\n", mode=0o600)
    secret = path.read_text(encoding="utf-8").strip()
    if not secret:
        raise SettingsError(f"{SECRET_FILE} is empty; delete it and a new one is made (marks will change)")
    return secret
