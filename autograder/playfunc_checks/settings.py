"""A course's `playfunc.toml`, read and checked as a whole, whichever part a command needs.

    timezone = "Europe/Berlin"       # times without a zone are read in it, and all times are shown in it

    [hearts]                         # a table for each assignment, with the tables late and attempts below it
    threshold = 0.6

Every key has one entry below: what fits, in words, and how a value is read. A key that is not there is refused
with the nearest one that is, so that a typing error changes no mark.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from playfunc_checks.zones import known_zone, system_zone

__all__ = ["SETTINGS_FILE", "Settings", "SettingsError", "instant", "read_settings", "time_of_day"]

SETTINGS_FILE = "playfunc.toml"
TIMEZONE, GUESSED = "timezone", "timezone_guessed"

Table = Mapping[str, Any]
_EMPTY: Table = MappingProxyType({})


class SettingsError(ValueError):
    """A course's settings that cannot be used; the message says what to change."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the file sets, every value checked. Times are in UTC."""

    zone: ZoneInfo
    zone_guessed: bool
    """Whether nobody has confirmed the zone: it is the one of a machine."""
    tables: Mapping[str, Table]
    """Name of a table, such as `hearts` or `hearts.late` → the values it sets."""

    def table(self, *names: str) -> Table:
        return self.tables.get(".".join(names), _EMPTY)


@dataclass(frozen=True, slots=True)
class Key:
    """One setting: what fits, in words, and how its value is read. `read` raises `ValueError` for one that does
    not fit; it gets the course's zone."""

    fits: str
    read: Callable[[Any, tzinfo], Any]


def instant(moment: datetime, zone: tzinfo) -> datetime:
    """The moment in UTC, in which differences are true across the change to summer time; without a zone of its
    own it is read in `zone`."""
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)


def time_of_day(text: str) -> datetime:
    """The time in ISO's form. A day alone is none, for people mean its end by that. Raises `ValueError`."""
    if ":" not in text:
        raise ValueError(f"{text!r} names no hour")
    return datetime.fromisoformat(text)


def _whole(least: int, example: int) -> Key:
    def read(value: Any, zone: tzinfo) -> int:
        return int(_checked(value, type(value) is int and value >= least))

    return Key(f"a whole number from {least} on, such as {example}", read)


def _number(fits: str, within: Callable[[float], bool]) -> Key:
    def read(value: Any, zone: tzinfo) -> float:
        return float(_checked(value, type(value) in (int, float) and within(value)))

    return Key(fits, read)


def _one_of(*words: str) -> Key:
    return Key(
        " or ".join(f'"{word}"' for word in words), lambda value, zone: _checked(value, value in words)
    )


def _moment(example: str) -> Key:
    def read(value: Any, zone: tzinfo) -> datetime:
        _checked(value, isinstance(value, datetime))
        return instant(value, zone)

    return Key(f"a day with its hour such as {example}", read)


def _moments(example: str) -> Key:
    one = _moment(example)

    def read(value: Any, zone: tzinfo) -> tuple[datetime, ...]:
        given = value if isinstance(value, list) else [value]
        return tuple(sorted({one.read(moment, zone) for moment in given}))

    return Key(f"{one.fits}, or a list of times", read)


def _modules(value: Any, zone: tzinfo) -> tuple[str, ...]:
    _checked(value, isinstance(value, list) and all(isinstance(name, str) and name for name in value))
    for name in value:
        if find_spec(name.partition(".")[0]) is None:
            raise ValueError(f"{name!r} is not installed here; install it, or leave it out")
    return tuple(value)


def _zone(value: Any, zone: tzinfo) -> ZoneInfo:
    found = known_zone(value) if isinstance(value, str) else None
    if found is None:
        raise ValueError
    return found


def _checked(value: Any, fits: bool) -> Any:
    if not fits:
        raise ValueError
    return value


_YES_NO = Key("true or false", lambda value, zone: _checked(value, type(value) is bool))
_PERCENT = _number(
    "a number of percent: 0, or from 1 to 100, such as 10", lambda number: number == 0 or 1 <= number <= 100
)

_COURSE = {
    TIMEZONE: Key('the name of a time zone, such as "Europe/Berlin"', _zone),
    GUESSED: _YES_NO,
}
_ASSIGNMENT = {
    "deals": _whole(2, 200),
    "least_deals": _whole(1, 50),
    "threshold": _number("a share between 0 and 1, such as 0.6 for 60%", lambda number: 0 < number < 1),
    "rules_deals": _whole(1, 20),
    "epoch": _whole(1, 1),
    "modules": Key('a list of names, such as ["numpy"]', _modules),
    "programs": _YES_NO,
    "show_deals_after": _moments("2026-12-01T12:00:00"),
}
_BELOW = {
    "late": {
        "due": _moment("2026-11-30T23:59:00"),
        "method": _one_of("none", "linear", "custom"),
        "percent_per_day": _PERCENT,
        "most_percent": _PERCENT,
        "grace_minutes": _number(
            "a number of minutes from 0 on, such as 15", lambda number: 0 <= number < 1e6
        ),
    },
    "attempts": {"counts": _one_of("latest", "best"), "most": _whole(1, 3)},
}
"""The tables below an assignment's own."""


def read_settings(course: Path, assignments: Collection[str], zone: ZoneInfo | None = None) -> Settings:
    """What `playfunc.toml` in the course sets; a `zone` that is given holds instead of the file's. Raises
    `SettingsError` with key, value and what fits."""
    path = course / SETTINGS_FILE
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{SETTINGS_FILE} cannot be read: {error}") from error
    parts = {key: value for key, value in found.items() if isinstance(value, dict)}
    if unknown := sorted(set(parts) - set(assignments)):
        raise _unknown("", f"table [{unknown[0]}]", unknown[0], assignments)
    top = _read({key: value for key, value in found.items() if key not in parts}, _COURSE, "", system_zone())
    zone = zone or top.get(TIMEZONE, system_zone())
    tables = {}
    for name, content in parts.items():
        own = {key: value for key, value in content.items() if key not in _BELOW}
        tables[name] = _read(own, _ASSIGNMENT, name, zone)
        for below in content.keys() & _BELOW.keys():
            tables[f"{name}.{below}"] = _read(content[below], _BELOW[below], f"{name}.{below}", zone)
    return Settings(zone, top.get(GUESSED, TIMEZONE not in top), tables)


def _read(content: Any, keys: Mapping[str, Key], table: str, zone: tzinfo) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise SettingsError(
            f"{SETTINGS_FILE}: {table} = {content!r} is no table; write a line [{table}] and its settings below it"
        )
    return {name: _value(name, value, keys, table, zone) for name, value in content.items()}


def _value(name: str, value: Any, keys: Mapping[str, Key], table: str, zone: tzinfo) -> Any:
    if name not in keys:
        raise _unknown(table, f"setting {name!r}", name, keys)
    try:
        return keys[name].read(value, zone)
    except (ValueError, OverflowError) as error:
        because = f": {error}" if str(error) else ""
        where = f"{SETTINGS_FILE}, [{table}]" if table else SETTINGS_FILE
        raise SettingsError(
            f"{where}: {name} must be {keys[name].fits}; found {_as_written(value)}{because}"
        ) from error


def _as_written(value: Any) -> str:
    """The value as it stands in the file, more or less."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _unknown(table: str, what: str, name: str, known: Collection[str]) -> SettingsError:
    where = f"{SETTINGS_FILE}, [{table}]" if table else SETTINGS_FILE
    if table and name in _COURSE:
        return SettingsError(f"{where}: {name} is the course's; put it above the first line in brackets")
    if not table and name in _ASSIGNMENT:
        return SettingsError(f"{where}: {name} is an assignment's; put it below a line such as [hearts]")
    near = get_close_matches(name, known, 1)
    meant = f"did you mean {near[0]!r}? " if near else ""
    return SettingsError(f"{where}: there is no {what}; {meant}Known are {', '.join(known)}")
