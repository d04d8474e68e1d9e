"""What an exercise's check finds: a verdict, a sentence, and the position that shows it."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import wraps
from typing import Any, ParamSpec

from playfunc.show.face import Shown

__all__ = ["Finding", "Line", "State", "Stumble", "Unwritten", "ask", "exercise", "has_a_body", "verdict"]

P = ParamSpec("P")


class State(Enum):
    """How far an exercise is."""

    RIGHT = "right"
    PARTLY = "partly"
    """Right so far, with something left to write."""
    WRONG = "wrong"
    UNWRITTEN = "not written yet"


Line = tuple[State, str]
"""One part of an exercise: how far it is, and a sentence about it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one exercise's check.

    `said` is the main sentence, `lines` describe its parts, `position` shows the mistake, `hint` appears when the
    student asks for it, and `detail` holds the student's own traceback.
    """

    exercise: str
    state: State
    said: str
    lines: tuple[Line, ...] = ()
    position: Shown | None = None
    hint: str = ""
    detail: str = ""


class Unwritten(Exception):  # noqa: N818, no fault
    """The answer is still the stub that was released."""


class Stumble(Exception):  # noqa: N818, the student's fault, not an error of playfunc
    """The student's function raised, or returned a value that the check cannot read."""

    def __init__(self, said: str, position: Shown | None = None, detail: str = "") -> None:
        super().__init__(said)
        self.said = said
        self.position = position
        self.detail = detail


def ask(function: Callable[..., Any], *arguments: Any, position: Shown | None = None) -> Any:
    """What the student's function returns. Raises `Stumble` with the traceback if it raises."""
    try:
        return function(*arguments)
    except NotImplementedError as error:
        raise Unwritten from error
    except (Exception, SystemExit) as error:
        said = f"Your {_name(function)} raised {type(error).__name__}."
        raise Stumble(said, position, _own_traceback(error)) from None


def has_a_body(function: Callable[..., Any]) -> bool:
    """Whether the function's code uses any name or constant except its docstring: a bare stub does not."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code is not None and bool(code.co_names or set(code.co_consts) - {function.__doc__, None})


def _name(function: Callable[..., Any]) -> str:
    return str(getattr(function, "__name__", "function"))


def _own_traceback(error: BaseException, frames: int = 6) -> str:
    trace = error.__traceback__.tb_next if error.__traceback__ else None
    return "".join(traceback.format_exception(type(error), error, trace, limit=-frames)).rstrip()


_RAISED = "The last line of the traceback that is yours raised the error."


def exercise(
    name: str, unwritten: str, hint: str = ""
) -> Callable[[Callable[P, Finding]], Callable[P, Finding]]:
    """Turn a check's exceptions (the student's function raises, or is not written yet) into findings.

    `unwritten` says what the student still has to do, and `hint` how to begin.
    """

    def decorate(check: Callable[P, Finding]) -> Callable[P, Finding]:
        @wraps(check)
        def checked(*arguments: P.args, **options: P.kwargs) -> Finding:
            try:
                return check(*arguments, **options)
            except Unwritten:
                return Finding(name, State.UNWRITTEN, unwritten, hint=hint)
            except Stumble as stumble:
                said, position, detail = stumble.said, stumble.position, stumble.detail
                return Finding(name, State.WRONG, said, (), position, _RAISED if detail else "", detail)
            except Exception as error:
                said = f"What your code returns does not fit this check: {type(error).__name__}: {error}"
                return Finding(name, State.WRONG, said, detail=_own_traceback(error))

        return checked

    return decorate


def verdict(lines: tuple[Line, ...]) -> State:
    """The state of an exercise whose parts are in these states."""
    states = {state for state, _ in lines}
    if State.WRONG in states:
        return State.WRONG
    if states == {State.RIGHT}:
        return State.RIGHT
    return State.UNWRITTEN if states <= {State.UNWRITTEN} else State.PARTLY
