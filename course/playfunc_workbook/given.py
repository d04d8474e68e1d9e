"""What students give to the functions that cells call: functions, the name of an opponent, a number of deals.

What cannot be used raises `GivenError`, of which a notebook shows only its sentence: what came, and what fits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias

from playfunc.games import game as game_named
from playfunc.player import FunctionPlayer
from playfunc.rules import Rules
from playfunc_opponents import opponent, opponents_at

__all__ = [
    "Function",
    "Functions",
    "GivenError",
    "function_given",
    "functions_of",
    "needed",
    "number_given",
    "opponent_given",
    "shown",
    "unknown",
]

Function: TypeAlias = Callable[..., Any]

Functions: TypeAlias = Mapping[str, Function]
"""A player's functions by the names that the game's contract gives them."""

NAME_ALONE = "Write the name of the function alone, without quotes, and without parentheses behind it"


class GivenError(ValueError):
    """What was given does not fit; the message says what came, and what fits."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows in place of a traceback through playfunc's frames."""
        return [str(self)]


def functions_of(rules: Rules[Any, Any, Any], who: object) -> Functions:
    """A player's functions by their names, from a function, a mapping or a sequence. Raises `GivenError`."""
    wanted = rules.functions
    if callable(who):
        found: Functions = {wanted[0]: who} if len(wanted) == 1 else {}
    elif isinstance(who, Mapping):
        found = {str(name): function for name, function in who.items()}
    else:
        listed: list[Any] = list(who) if isinstance(who, Sequence) else []
        found = dict(zip(wanted, listed, strict=False)) if len(listed) == len(wanted) else {}
    missing = [name for name in wanted if not callable(found.get(name))]
    if missing or set(found) - set(wanted):
        came = tuple(who.values()) if isinstance(who, Mapping) and set(who) == set(wanted) else who
        raise GivenError(f"{needed(rules.name, wanted)}; this was given: {shown(came)}. {NAME_ALONE}.")
    return found


def function_given(value: object) -> None:
    """Raises `GivenError` for what is no function."""
    if not callable(value):
        raise GivenError(
            f"This check calls your function, and no function was given: {shown(value)}. {NAME_ALONE}, as in "
            "`check_legal(legal)`."
        )


def opponent_given(rules: Rules[Any, Any, Any], name: object, **options: Any) -> FunctionPlayer:
    """The opponent of this name at this table. Raises `GivenError`."""
    if not isinstance(name, str) or name not in opponents_at(rules):
        known = ", ".join(opponents_at(rules))
        raise GivenError(f"{unknown(name, rules)} At this table there are: {known}.")
    return opponent(rules, name, **options)


def number_given(number: object, what: str) -> None:
    """Raises `GivenError` for what is no number of `what`."""
    if not isinstance(number, int) or number < 1:
        raise GivenError(f"`{what}` must be a whole number, 1 or more; this was given: {shown(number)}.")


def unknown(name: object, rules: Rules[Any, Any, Any]) -> str:
    """That there is no opponent of this name, and which one may be meant."""
    close = get_close_matches(str(name).lower(), opponents_at(rules), 1)
    meant = f" Did you mean {close[0]!r}?" if close else ""
    return f"There is no player {shown(name)}.{meant}"


def needed(game: str, wanted: Sequence[str]) -> str:
    """Which functions a player of the game is."""
    title = game_named(game).title
    if len(wanted) == 1:
        return f"A player of {title} is one function, {wanted[0]}"
    return f"A player of {title} is {len(wanted)} functions, in this order: {', '.join(wanted)}"


def shown(who: object) -> str:
    """What was given, in a few words."""
    if callable(who):
        return getattr(who, "__name__", type(who).__name__)
    if isinstance(who, Mapping):
        return "{" + ", ".join(f"{name!r}: {shown(each)}" for name, each in who.items()) + "}"
    if isinstance(who, list | tuple):
        return ", ".join(map(shown, who)) or f"an empty {type(who).__name__}"
    return repr(who)[:80]
