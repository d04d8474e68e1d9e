"""What only a game's author can tell the conformance suite. All of it is optional.

A game's folder, `tests/conformance/<game>/` or `<folder>/<game>/` for `pytest tests/conformance --games <folder>`,
may hold `facts.py` with `TABLES`, golden games (`<name>.jsonl` as `playfunc play --save` writes them, with their
transcripts `<name>.txt`), and `golden.py`, whose `GAMES` play the golden games anew.
"""

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import module_from_spec, spec_from_file_location
from math import isfinite
from pathlib import Path
from typing import Any

from playfunc.games import GAMES
from playfunc.rules import Rules

CONFORMANCE = Path(__file__).parents[1] / "conformance"


def _nothing(state: Any) -> list[Any]:
    return []


def _numbers(scores: Sequence[float]) -> bool:
    return all(isfinite(score) for score in scores)


@dataclass(frozen=True, kw_only=True)
class Facts:
    """One table of a game: the game's parameters, and what is known about it."""

    game: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    moves: Sequence[Any] = ()
    """Every move that exists, legal or not; if empty, the moves that are legal somewhere in a few random games."""
    cards: Callable[[Any], list[Any]] = _nothing
    """All cards in a state, wherever they are."""
    hide: Callable[[Any, int, random.Random], Any] | None = None
    """The state with everything changed that this seat cannot know; `None` if no seat knows less than another."""
    fair: Callable[[Sequence[float]], bool] = _numbers
    """Whether a finished game can have these scores."""

    def rules(self) -> Rules[Any, Any, Any]:
        return GAMES[self.game].rules(**self.parameters)

    def __str__(self) -> str:
        return "-".join([self.game, *(f"{name}{value}" for name, value in self.parameters.items())])


@dataclass(frozen=True)
class Folders:
    """Where games keep what the suite reads: the suite's own folder, and one that the command line names."""

    own: Path = CONFORMANCE
    named: Path | None = None

    def of(self, game: str) -> Path:
        """The folder of this game, which need not exist."""
        if self.named is not None and (self.named / game).is_dir():
            return self.named / game
        return self.own / game


def facts_of(game: str, folders: Folders) -> list[Facts]:
    """Every table at which the suite tests the game."""
    path = folders.of(game) / "facts.py"
    if path.is_file():
        tables: list[Facts] = load(path).TABLES
        return tables
    return [Facts(game=game)]


def load(path: Path) -> Any:
    """The module in a file that is on no import path."""
    spec = spec_from_file_location(f"conformance_{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
