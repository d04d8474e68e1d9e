"""Names for students in what others may see: the same student has the same name in one course, nobody can
turn it back without the course's secret, and a list of them says nothing about the list of students.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping

__all__ = ["marking_names", "mask", "pseudonym", "pseudonyms"]

_FIRST = (
    "amber",
    "brave",
    "calm",
    "deft",
    "early",
    "fair",
    "gentle",
    "hardy",
    "jolly",
    "keen",
    "lucid",
    "merry",
    "noble",
)
_SECOND = (
    "badger",
    "crane",
    "dolphin",
    "egret",
    "falcon",
    "gecko",
    "heron",
    "ibis",
    "kestrel",
    "lynx",
    "marten",
    "newt",
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
