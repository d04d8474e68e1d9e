"""Times as learning platforms write them for people, in their languages.

Monday, 30 November 2026, 11:03 PM      Montag, 30. November 2026, 23:03      lunes, 30 de noviembre de 2026, 23:03
Monday, November 30, 2026, 11:03 PM     lunedì, 30 novembre 2026, 23:03       2026-11-30 23:03     30.11.2026 23:03
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime

__all__ = ["read_time"]

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
    moment = datetime(
        int(found["year"]),
        _month(found["month"]),
        int(found["day"]),
        _hour(int(clock["hour"]), clock["half"]),
        int(clock["minute"]),
        int(clock["second"] or 0),
    )
    return datetime.fromisoformat(f"{moment.isoformat()}{_offset(clock['zone'])}")


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


def _hour(hour: int, half: str | None) -> int:
    if half is None:
        return hour
    return hour % 12 + (12 if half.startswith("p") else 0)


def _offset(zone: str | None) -> str:
    told = (zone or "").strip()
    return "+00:00" if told in ("z", "utc") else told
