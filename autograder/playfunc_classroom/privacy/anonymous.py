"""Students' texts without what names them, for showing to a class. A person still reads it before it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["anonymous"]

SHORT = 4
"""Names shorter than this are taken out as whole words only, for they are parts of many words."""

_AUTHOR = re.compile(
    r"\b(?:authors?|written by|made by|students?|my name|name|matric\w*|e-?mail|copyright)\b\s*(?::|is\b)|©",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"(?:authors?|written by|made by|student(?: name)?|my name|matric\w*|e-?mail|copyright)\b\s*(?::\s|is\b)"
    r"|©|written by ",
    re.IGNORECASE,
)
"""The same at the beginning of a line that may be code: `name:` is a key of a dictionary more often than not."""
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*")
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])\d{5,}(?![\w.])")


def anonymous(text: str, words: Iterable[str]) -> str:
    """The text without `words` (students' ids and names), addresses, long numbers, and what names an author.

    A comment such as "Author: …" goes as a whole; a line of a docstring too, if it begins like that.
    """
    text = _MAIL.sub("[address]", _ADDRESS.sub("[address]", text))
    text = "\n".join(_without_author(line) for line in text.split("\n"))
    text = _NUMBER.sub("[number]", text)
    known = sorted({part for word in words for part in _parts(word)}, key=len, reverse=True)
    for word in known:
        pattern = re.escape(word) if len(word) >= SHORT else rf"(?<![^\W_]){re.escape(word)}(?![^\W_])"
        text = re.sub(pattern, "somebody", text, flags=re.IGNORECASE)
    return text


def _without_author(line: str) -> str:
    code, sign, comment = line.partition("#")
    if sign and _AUTHOR.search(comment):
        return f"{code}# [taken out]"
    return "[taken out]" if _TELLS.match(line.lstrip(" \"'*")) else line


def _parts(name: str) -> list[str]:
    """A name and its parts, such as first and last name; single letters say nothing."""
    return [part for part in (name.strip(), *re.split(r"[\s,._-]+", name)) if len(part) > 1]
