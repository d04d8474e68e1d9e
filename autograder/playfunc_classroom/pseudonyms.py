"""Names for students in what others may see: the same student has the same name in one course, nobody can
turn it back without the course's secret, and a list of them says nothing about the list of students."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Mapping

_FIRST = re.findall(
    r"\w+",
    "amber brave calm deft early fair gentle hardy jolly keen lucid merry noble olive plain quick royal silver "
    "tidy urban vivid warm young zesty",
)
_SECOND = re.findall(
    r"\w+",
    "badger crane dolphin egret falcon gecko heron ibis kestrel lynx marten newt otter panda quail raven stork "
    "tapir urchin viper walrus yak zebra",
)


def pseudonym(student: str, secret: str) -> str:
    """A name such as `keen-heron-4821` for one student."""
    digest = hmac.new(secret.encode(), f"pseudonym\n{student}".encode(), hashlib.sha256).digest()
    number = int.from_bytes(digest[2:6], "big") % 10_000
    return f"{_FIRST[digest[0] % len(_FIRST)]}-{_SECOND[digest[1] % len(_SECOND)]}-{number:04d}"


def pseudonyms(students: Iterable[str], secret: str) -> dict[str, str]:
    """A name for each student; no two share one."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for student in sorted(set(students)):
        tries = 0
        while (name := pseudonym(f"{student}{'*' * tries}", secret)) in taken:
            tries += 1
        taken.add(name)
        names[student] = name
    return names


def marking_names(students: Iterable[str], secret: str) -> dict[str, str]:
    """The names on the marking site. `students` are all those of an assignment's shares."""
    return pseudonyms(students, f"marking\n{secret}")


def mask(text: str, names: Mapping[str, str]) -> str:
    """The text with every whole word that is a key of `names`, in any case, replaced by its value."""
    if not names:
        return text
    folded = {key.lower(): value for key, value in names.items()}
    longest_first = sorted(map(re.escape, folded), key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w]){'(?:' + '|'.join(longest_first) + ')'}(?![\w])", re.IGNORECASE)
    return pattern.sub(lambda found: folded[found[0].lower()], text)


# Students' texts without what names them, for showing to a class. A person still reads it before it is shown.


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
    """The text without `words` (students' ids and names), addresses, long numbers, and what names an author. A
    comment such as "Author: …" goes as a whole; a line of a docstring too, if it begins like that."""
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


def names_it(student: str, others: Iterable[str] = ()) -> Callable[[str], bool]:
    """Whether a text names the student: the id as a whole word, and no part of a longer id of `others`."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(student)}(?!-?\w)")
    longer = [re.escape(other) for other in others if student in other and other != student]
    hide = re.compile("|".join(sorted(longer, key=len, reverse=True)) or r"(?!)")
    return lambda text: bool(pattern.search(text)) and bool(pattern.search(hide.sub(" ", text)))
