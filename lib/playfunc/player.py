"""Players: how playfunc asks a student's functions for moves.

A player answers calls in batches. Nothing is kept between two calls: memory goes out as JSON text and
comes back with the next call, and each call seeds the random module from its arguments.
"""

from __future__ import annotations

import functools
import hashlib
import json
import random
import sys
import traceback
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from playfunc.codec import read_memory, write_memory
from playfunc.converter import CodecError, type_name
from playfunc.errors import PlayerCrash, PlayerMemoryError, PlayError, ProtocolError, shown
from playfunc.rules import Call, Rules

PlayFunc: TypeAlias = Callable[..., tuple[Any, Any]]
"""A student's function: the game's arguments → `(move, memory)`. For Hearts:
`play(player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, M] | None)
-> tuple[Card, M]`.
"""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a player answers: its move as text, and its memory as JSON text."""

    move: str
    memory: str


Answer: TypeAlias = Reply | PlayError


class Player(Protocol):
    """Anything that can sit at a table: a function in this process, a worker, a program."""

    @property
    def name(self) -> str:
        """The name that people see."""

    def answer(self, calls: Sequence[Call]) -> Sequence[Answer]:
        """One answer per call, in order. Faults are returned, never raised."""


@runtime_checkable
class Listener(Protocol):
    """A player that keeps something for every game, such as a process, and releases it at the end."""

    def game_over(self, memory: str | None) -> None:
        """A game has ended in which this was the player's last memory (`None`: it never answered)."""


def canonical_call(call: Call) -> str:
    """The call's arguments as canonical JSON: what the player's randomness is drawn from."""
    return json.dumps([call.function, call.arguments, call.memory], ensure_ascii=False, separators=(",", ":"))


@contextmanager
def seeded_random(key: bytes) -> Iterator[Callable[[Call], None]]:
    """Within, `seed(call)` seeds `random` (and numpy's legacy generator, where loaded) for one call.

    `key`, at most 64 bytes, belongs to the player and reveals nothing about the deals. The generators are
    left as they were found.
    """
    state = random.getstate()
    numpy_random = getattr(sys.modules.get("numpy"), "random", None)
    numpy_state = numpy_random.get_state() if numpy_random else None

    def seed(call: Call) -> None:
        text = (call.luck or canonical_call(call)).encode()
        number = int.from_bytes(hashlib.blake2b(text, key=key, digest_size=16).digest(), "big")
        random.seed(number)
        loaded = sys.modules.get("numpy")
        if loaded is not None:
            loaded.random.seed(number % 2**32)

    try:
        yield seed
    finally:
        random.setstate(state)
        if numpy_random:
            numpy_random.set_state(numpy_state)


def memory_type(function: PlayFunc, move: str = "Move") -> Any:
    """The memory type that the function's return annotation names, or `Any` if it names none. Raises
    `PlayerMemoryError` when the annotation cannot be understood; `move` names the type of its moves."""
    asked: Any = function
    while isinstance(asked, functools.partial):
        asked = asked.func
    name = getattr(asked, "__name__", type(asked).__name__)
    try:
        hints = typing.get_type_hints(asked if hasattr(asked, "__name__") else asked.__call__)
    except Exception as error:
        raise PlayerMemoryError(
            f"the annotations of {name} cannot be read: {type(error).__name__}: {error}"
        ) from error
    returns = hints.get("return")
    returns = getattr(returns, "__value__", returns)  # a `type` statement of Python 3.12
    parts = typing.get_args(returns)
    if returns is None or (typing.get_origin(returns) is tuple and len(parts) == 2 and parts[1] is object):
        return Any
    if typing.get_origin(returns) is not tuple or len(parts) != 2 or parts[1] is Ellipsis:
        raise PlayerMemoryError(
            f"{name} should be annotated `-> tuple[{move}, YourMemory]`, not `-> {type_name(returns)}`"
        )
    return parts[1]


class FunctionPlayer:
    """A player made of Python functions in this process. `functions` is the student's `play`, or a mapping from
    function names for games with more than one."""

    def __init__(
        self,
        functions: PlayFunc | Mapping[str, PlayFunc],
        rules: Rules[Any, Any, Any],
        *,
        name: str = "",
        key: bytes = b"playfunc",
    ) -> None:
        self._functions = functions if isinstance(functions, Mapping) else {"play": functions}
        self._rules = rules
        self._key = key
        self._types: dict[str, Any] = {}
        self.name = name or next(iter(self._functions.values())).__module__.rpartition(".")[2]

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        with seeded_random(self._key) as seed:
            return [self._answer_one(call, seed) for call in calls]

    def _answer_one(self, call: Call, seed: Callable[[Call], None]) -> Answer:
        try:
            kind = self._memory_type(call.function)
            memory = None if call.memory is None else read_memory(call.memory, kind)
            arguments = self._rules.projection.arguments(call, memory)
            seed(call)
            return self._read(_run(self._functions[call.function], arguments), kind)
        except PlayError as fault:
            return fault
        except CodecError as error:
            return PlayerMemoryError(f"the memory handed over could not be read back: {error}")

    def _memory_type(self, function: str) -> Any:
        if function not in self._types:
            if function not in self._functions:
                raise ProtocolError(f"the player defines no function {function!r}")
            move = self._rules.projection.move_names[function]
            self._types[function] = memory_type(self._functions[function], move)
        return self._types[function]

    def _read(self, reply: object, kind: Any) -> Reply:
        if type(reply) is not tuple or len(reply) != 2:
            raise ProtocolError(
                f"the reply must be a pair (move, memory), got {type(reply).__name__} {shown(reply)}"
            )
        move = self._rules.projection.read_reply(reply[0])
        try:
            return Reply(self._rules.projection.move_text(move), write_memory(reply[1], kind))
        except CodecError as error:
            raise PlayerMemoryError(f"this memory cannot be kept: {error}") from error


def _run(function: PlayFunc, arguments: tuple[Any, ...]) -> object:
    try:
        return function(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PlayerCrash(_headline(error), detail=_student_traceback(error)) from None


def _headline(error: BaseException) -> str:
    try:
        lines = "".join(traceback.format_exception_only(error)).splitlines()
        named = (line for line in lines if line.split(":")[0].endswith(type(error).__name__))
        return next(named, lines[-1])  # a syntax error is shown before it is named
    except Exception:
        return f"{type(error).__name__} (which could not be printed)"


def _student_traceback(error: BaseException, limit: int = 8) -> str:
    """The traceback from the student's own first frame on."""
    try:
        trace = error.__traceback__.tb_next if error.__traceback__ else None
        return "".join(traceback.format_exception(type(error), error, trace, limit=-limit)).rstrip()
    except Exception:
        return _headline(error)
