"""What the scores of a ladder count, and what kind of player a version is, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from playfunc.games import GAMES
from playfunc_arena.formats import ladder_format
from playfunc_autograder.programs.languages import Language

__all__ = ["Unit", "kind_words", "unit_of"]


@dataclass(frozen=True, slots=True)
class Unit:
    """`game` is the game's name, empty where its package is not installed; `words` what a score counts, such as
    "points a hand"; `high` whether more of it is better; `about` how the contest goes."""

    game: str
    title: str
    words: str
    high: bool
    about: str = ""

    @property
    def better(self) -> str:
        return "higher is better" if self.high else "lower is better"

    @property
    def sign(self) -> int:
        return 1 if self.high else -1


@lru_cache
def unit_of(contest: str) -> Unit:
    """A ladder outlives the package of its game: its old results are still shown where that is not installed."""
    try:
        form = ladder_format(contest)
    except ValueError:
        return Unit("", contest, "score", high=True)
    return Unit(form.game, GAMES[form.game].title, form.unit, form.high, form.about)


def kind_words(kind: str, language: str, languages: Mapping[str, Language]) -> str:
    """Such as "Python", "notebook", "house player" or "C++ program"; `kind` and `language` as in `Version`. A program
    whose language is not told is a "program"."""
    if kind == "program":
        title = languages[language].title if language in languages else language
        return f"{title} program".strip()
    return {"python": "Python", "house": "house player"}.get(kind, kind)
