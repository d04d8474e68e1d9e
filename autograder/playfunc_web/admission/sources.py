"""What kind of player a file is, by its name alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from playfunc_autograder.programs.languages import Language, language_of, missing

from playfunc_web.errors import ProblemError

__all__ = ["Kind", "clean_name", "kind_of"]

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Kind:
    """python, notebook or program, and the language of a program."""

    kind: str
    language: str = "python"


def clean_name(filename: str) -> str:
    """The file's name without folders and without what does not print; a browser may send anything."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", filename))[-1]
    shown = "".join(letter for letter in last if letter.isprintable() and not "\ud800" <= letter <= "\udfff")
    name = " ".join(shown.split())
    if len(name) > LONGEST_NAME:
        ending = PurePosixPath(name).suffix[:12]
        name = name[: LONGEST_NAME - len(ending)] + ending
    return name or "unnamed"


def kind_of(filename: str, languages: Mapping[str, Language]) -> Kind:
    """By the ending. Raises `ProblemError` for a file that holds no player, or whose language is not installed."""
    ending = PurePosixPath(filename.lower()).suffix
    if ending == ".py":
        return Kind("python")
    if ending == ".ipynb":
        return Kind("notebook")
    language = language_of(filename, languages)
    if language is None:
        endings = " ".join(sorted({each for one in languages.values() for each in one.endings} - {".py"}))
        raise ProblemError(
            415,
            "Not a player's file",
            f"Upload a .py file, a notebook (.ipynb), or a program's source in one file ({endings}). Archives are not "
            "unpacked.",
        )
    if lacking := missing(language):
        here = ", ".join(sorted(one.title for one in languages.values() if not missing(one)))
        raise ProblemError(
            415,
            "Not installed here",
            f"This site cannot take programs in {language.title}: {lacking}. Write your player in one of {here}, or "
            "ask the staff to install what is missing.",
        )
    return Kind("program", language.name)
