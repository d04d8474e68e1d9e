"""How a question reaches a program and its answer comes back: one protocol a class.

General ones, for every game: `Lines` (one process, a line in, a line out) and `Arguments` (a process a
move, the question as its arguments). For the games' own (see
`playfunc.game`).
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, ClassVar
from urllib.parse import quote

from playfunc.codec import MEMORY_LIMIT
from playfunc.errors import BidError, NotationError, PlayerMemoryError, ProtocolError, StakeError, shown
from playfunc.game import GameLines, MoveArguments
from playfunc.player import Reply
from playfunc.rules import Call, Rules
from playfunc_checks.submitted_player import Spent

from playfunc_autograder.programs.process import EndedError, ProgramLimits, RunningProgram, paid

# Questions and answers as plain text, in one form for every game.
#
# A question is a `playfunc.rules.Call`: the function's name and its arguments, each as one word, in the
# order of the game's PlayFunc contract, and the memory. Words hold no blanks:
#
#     a text      itself; in names, blanks and , : % are written as %20 and the like
#     a number    in decimals; in an answer leading zeros and blanks around it are allowed
#     a list      its parts joined by commas; "." when it is empty
#     a pair      its parts joined by a colon, as `ann:H05` in a trick
#     a mapping   as a list of pairs
#     nothing     "-"
#
# The last argument, which holds what came before and the memory, is written as the former alone. Memory is
# any text without line ends; it comes behind a tab, and goes back behind a tab: `H05<tab>whatever helps`.


_PLAIN = "!\"#$&'()*+./;<=>?@[]^_`{|}~-"
"""What a name may hold beside letters and digits: all that separates nothing."""

_MOST_DIGITS = 18
"""No game allows longer numbers, and moves are not written with them."""


def question_words(call: Call) -> tuple[str, ...]:
    """The function's name and one word per argument; the memory is not among them."""
    *arguments, last = call.arguments
    if _holds_memory(last):
        last = last[0]
    return (call.function, *map(_word, (*arguments, last)))


def memory_text(call: Call) -> str:
    """What the program gave to remember with its last move, `""` when there is nothing."""
    if call.memory is None:
        return ""
    memory = json.loads(call.memory)
    return memory if isinstance(memory, str) else call.memory


def question_line(call: Call) -> str:
    """The whole question on one line, without its end."""
    return "\t".join((" ".join(question_words(call)), memory_text(call))).rstrip("\t")


def read_answer(line: str, rules: Rules[Any, Any, Any]) -> Reply:
    """The move and the memory in `MOVE` or `MOVE<tab>MEMORY`. Raises as `read_move` does, and
    `PlayerMemoryError` when it is too much to remember."""
    move, _, memory = line.partition("\t")
    if (
        len(kept := json.dumps(memory, ensure_ascii=False)) > MEMORY_LIMIT // 4
        and len(kept.encode()) > MEMORY_LIMIT
    ):
        raise PlayerMemoryError(f"{len(kept.encode())} bytes of memory, over the limit of {MEMORY_LIMIT}")
    return Reply(read_move(move, rules), kept)


def read_move(text: str, rules: Rules[Any, Any, Any]) -> str:
    """The move that a program printed, written as moves are: `05` is the bid `5`.

    Raises `ProtocolError` for text that is no move, and `BidError` or `StakeError` for a number too long to be
    within any game's range.
    """
    words = [_without_zeros(word) for word in text.split()]
    if any(_is_decimal(word) and len(word) > _MOST_DIGITS for word in words):
        kind = BidError if len(words) == 1 else StakeError
        raise kind(f"{shown(text.strip())} is out of range")
    try:
        return rules.projection.move_text(rules.projection.parse_move(" ".join(words)))
    except NotationError as error:
        raise ProtocolError(f"{shown(text)} is no move: {error}") from error


def _without_zeros(word: str) -> str:
    """A decimal number without its leading zeros; any other word as it is."""
    return word.lstrip("0") or "0" if _is_decimal(word) else word


def _is_decimal(word: str) -> bool:
    return word.isascii() and word.isdecimal()


def _holds_memory(last: Any) -> bool:
    """Whether this is a pair (what came before, the place for memory), whose second part is empty in a call."""
    return isinstance(last, Sequence) and not isinstance(last, str) and len(last) == 2 and last[1] is None


def _word(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, str):
        return quote(value, safe=_PLAIN) or "."
    if isinstance(value, Mapping):
        value = list(value.items())
    if isinstance(value, Sequence):
        return ",".join(map(_part, value)) or "."
    return str(value)


def _part(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ":".join(map(_word, value))
    return _word(value)


@dataclass(frozen=True)
class Starter:
    """What an adapter starts programs with. `first` are the limits of a process's first answer, which
    pays for its runtime's start; `each` those of the others."""

    run: Callable[..., RunningProgram]
    """Called with further arguments for the program."""
    first: ProgramLimits
    each: ProgramLimits


class Adapter(ABC):
    """One protocol, spoken with one player's programs. Where nothing else is said, no process lives longer than a
    move."""

    spans_games: ClassVar[bool] = False
    """Whether one process is asked the questions of several games."""

    def __init__(self, starter: Starter, rules: Rules[Any, Any, Any]) -> None:
        self._starter = starter
        self._rules = rules
        self.complaints = ""
        """The beginning of what the program wrote to its standard error."""

    @abstractmethod
    def answer(self, call: Call) -> tuple[Reply, Spent]:
        """Raises `ProgramFault`."""

    def can_repeat(self, call: Call) -> bool:
        """Whether a program that is started anew can answer the call."""
        return True

    def game_over(self, memory: str | None) -> None:  # noqa: B027
        """The game whose last memory this is has ended."""

    def close(self) -> None:  # noqa: B027
        """End every process."""

    def _end(self, program: RunningProgram) -> None:
        program.close()
        self.complaints = self.complaints or program.complaints


class Lines(Adapter):
    """One process for all games: each question is a line, and so is each answer. Each question holds all that the
    program needs to know."""

    spans_games = True
    _program: RunningProgram | None = None

    def answer(self, call: Call) -> tuple[Reply, Spent]:
        fresh = self._program is None
        if self._program is None:
            self._program = self._starter.run()
        limits = self._starter.first if fresh else self._starter.each
        try:
            line, spent = self._program.ask(question_line(call), limits)
        except Exception:
            self.close()
            raise
        with paid(spent):
            return read_answer(line, self._rules), spent

    def close(self) -> None:
        if self._program is not None:
            self._end(self._program)
            self._program = None


class Arguments(Adapter):
    """A process for every move: the question's words are its arguments, the memory the last of them."""

    def answer(self, call: Call) -> tuple[Reply, Spent]:
        line, spent = self.run(*question_words(call), memory_text(call))
        with paid(spent):
            return read_answer(line, self._rules), spent

    def run(self, *words: str) -> tuple[str, Spent]:
        """The first line that the program prints when it is started with `words`. Raises `ProgramFault`."""
        program = self._starter.run(*words)
        try:
            output, spent = program.whole_output(self._starter.each)
        finally:
            self._end(program)
        if not output.strip():
            raise EndedError("it ended without printing a move", spent)
        return output.splitlines()[0], spent


# A process a move, with the position in its arguments, as the game has them.


NO_MEMORY = "null"


class MoveProcesses(Arguments):
    """Speaks `protocol`."""

    def __init__(self, protocol: MoveArguments, starter: Starter, rules: Rules[Any, Any, Any]) -> None:
        super().__init__(starter, rules)
        self._words = protocol.words

    def answer(self, call: Call) -> tuple[Reply, Spent]:
        line, spent = self.run(*self._words(call))
        with paid(spent):
            return Reply(read_move(line, self._rules), NO_MEMORY), spent


# One process per game: it prints its first move, then reads the opponent's move before each further one.
#
# The memory that goes through the match is the game's history, both sides' moves as `3:5,4:1,6`, the program's own
# first. A process is found again by
# the history that it has been through; where none is, as when a position is asked again elsewhere, a new
# one is taken through it.


_LONGEST = 8 * 1024
"""Characters of history; a longer game is identified by its hash, and cannot be replayed."""


class GameProcesses(Adapter):
    """Speaks `protocol`."""

    def __init__(self, protocol: GameLines, starter: Starter, rules: Rules[Any, Any, Any]) -> None:
        super().__init__(starter, rules)
        self._protocol = protocol
        self._waiting: dict[str, list[RunningProgram]] = {}

    def answer(self, call: Call) -> tuple[Reply, Spent]:
        heard = self._protocol.heard(call)
        if heard is None or call.memory is None:
            played, program = "", self._starter.run()
            line, limits = "", self._starter.first
        else:
            history, line = str(json.loads(call.memory)), heard
            played, program = f"{history}:{line},", self._take(history)
            limits = self._starter.each
        try:
            printed, spent = program.ask(line, limits)
            with paid(spent):
                self._protocol.check(printed)
                reply = read_move(printed, self._rules)
        except Exception:
            self._end(program)
            raise
        history = _shortened(played + reply)
        self._waiting.setdefault(history, []).append(program)
        return Reply(reply, json.dumps(history)), spent

    def can_repeat(self, call: Call) -> bool:
        """Not once the game is so long that its history is no longer kept."""
        return call.memory is None or not str(json.loads(call.memory)).startswith("#")

    def game_over(self, memory: str | None) -> None:
        waiting = self._waiting.get(str(json.loads(memory)), []) if memory is not None else []
        if waiting:
            program = waiting.pop()
            program.tell(self._protocol.end)
            self._end(program)

    def close(self) -> None:
        for waiting in self._waiting.values():
            for program in waiting:
                self._end(program)
        self._waiting = {}

    def _take(self, history: str) -> RunningProgram:
        """A process that has been through `history`. Raises `ProgramFault`."""
        if waiting := self._waiting.get(history):
            return waiting.pop()
        if history.startswith("#"):
            raise EndedError("its process has ended, and so long a game cannot be replayed", Spent(0, 0))
        program = self._starter.run()
        try:
            program.ask("", self._starter.first)
            for turn in history.split(",")[:-1]:
                program.ask(turn.partition(":")[2], self._starter.each)
        except Exception:
            self._end(program)
            raise
        return program


def _shortened(history: str) -> str:
    if len(history) <= _LONGEST:
        return history
    return f"#{blake2b(history.encode(), digest_size=16).hexdigest()}"
