"""What people may be called where others read it: on one line, of limited length, and by no name that is taken."""

from __future__ import annotations

import unicodedata

from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.access import shown_name
from playfunc_web.database.tables import Party
from playfunc_web.errors import ProblemError

__all__ = ["LONGEST_NAME", "clean", "likeness", "refuse_likeness"]

LONGEST_NAME = 60

RESERVED = ("admin", "administrator", "house", "playfunc", "staff", "withdrawn player", "you")
"""What the site itself calls somebody."""

_LIKE = {
    "абвгзеіікмнорстухѕјһԁԛԝ": "a6br3eiikmhopctyxsjhdqw",  # Cyrillic
    "αβγεζηικμνορτυχω": "abyezhikmnoptyxw",  # Greek
    "01iı": "olll",
}
_LETTERS = str.maketrans({a: b for many, like in _LIKE.items() for a, b in zip(many, like, strict=True)})


def clean(name: str) -> str:
    """The name without what does not print, such as controls of the direction of writing, on one line, cut at
    `LONGEST_NAME` characters."""
    printed = "".join(letter if letter.isprintable() else " " * letter.isspace() for letter in name)
    return " ".join(printed.split())[:LONGEST_NAME].rstrip()


def likeness(name: str) -> str:
    """What a name looks like, the same for names that a reader takes for each other; empty for one without letters and
    digits.

    Compatibility forms (NFKC), case, accents, spaces and punctuation do not count, and the usual Cyrillic and Greek
    letters and digits that look like Latin letters stand for these: a small part of UTS 39's table of confusables.
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    parts = unicodedata.normalize("NFD", folded)
    kept = (
        part for part in parts if unicodedata.category(part)[0] in "LMN" and not "\u0300" <= part <= "\u036f"
    )
    return "".join(kept).translate(_LETTERS).translate(_LETTERS)


def refuse_likeness(session: Session, party: Party) -> None:
    """Raise `ProblemError` where others could take the party's name for the site's own words, or for what somebody else
    is called there: a house player, staff, a pseudonym, or a name that its owner shows."""
    mine = likeness(party.name)
    if not mine:
        raise ProblemError(422, "Choose another name", "A name that others see has letters or digits.")
    others = session.scalars(select(Party).where(Party.id != party.id)).all()
    called = {*RESERVED, *(shown_name(each) for each in others), *(each.pseudonym for each in others)}
    if mine in {likeness(each) for each in called}:
        raise ProblemError(
            409,
            "This name is taken",
            f"Somebody here is called {party.name!r}, or nearly so: add something that tells you apart, such as a "
            "second name.",
        )
