"""The games, one file each, in one table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from playfunc.lazy import lazily
from playfunc.rules import Rules

__all__ = ["GAMES", "BlackJack", "FootSteps", "Hearts", "SkullWhist", "rules_for"]

_CLASSES = {
    "hearts": "Hearts",
    "footsteps": "FootSteps",
    "blackjack": "BlackJack",
    "skullwhist": "SkullWhist",
}
"""A game's name, which is its module's too → the class of its rules."""

_class_of = lazily(__name__, {kind: f"{__name__}.{game}" for game, kind in _CLASSES.items()})

if TYPE_CHECKING:
    from playfunc.games.blackjack import BlackJack
    from playfunc.games.footsteps import FootSteps
    from playfunc.games.hearts import Hearts
    from playfunc.games.skullwhist import SkullWhist
else:
    __getattr__ = _class_of


class _Games(Mapping[str, Callable[..., Rules[Any, Any, Any]]]):
    """Imports the rules of a game when they are asked for."""

    def __getitem__(self, game: str) -> Callable[..., Rules[Any, Any, Any]]:
        kind: Callable[..., Rules[Any, Any, Any]] = _class_of(_CLASSES[game])
        return kind

    def __contains__(self, game: object) -> bool:
        return game in _CLASSES

    def __iter__(self) -> Iterator[str]:
        return iter(_CLASSES)

    def __len__(self) -> int:
        return len(_CLASSES)


GAMES: Mapping[str, Callable[..., Rules[Any, Any, Any]]] = _Games()
"""A game's name → its rules; parameters such as `seats=4` go to the call."""


def rules_for(game: str, players: int, **parameters: int) -> Rules[Any, Any, Any]:
    """The rules of `game` for so many players, whether or not that is a parameter of it.

    Raises `ValueError` with a sentence where the game is not known or not played by so many.
    """
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}; known are {', '.join(GAMES)}")
    kind: Any = GAMES[game]
    if "seats" in {field.name for field in dataclasses.fields(kind)}:
        return kind(seats=players, **parameters)
    rules: Rules[Any, Any, Any] = kind(**parameters)
    if rules.seats != players:
        raise ValueError(f"{game} is played by {rules.seats}, and {players} were named")
    return rules
