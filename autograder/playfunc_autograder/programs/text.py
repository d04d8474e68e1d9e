"""Questions and answers as plain text, in one form for every game.

A question is a `playfunc.rules.Call`: the function's name and its arguments, each as one word, in the
order of the game's PlayFunc contract, and the memory. Words hold no blanks:

    a text      itself; in names, blanks and , : % are written as %20 and the like
    a number    in decimals; in an answer leading zeros and blanks around it are allowed
    a list      its parts joined by commas; "." when it is empty
    a pair      its parts joined by a colon, as `ann:H05` in a trick
    a mapping   as a list of pairs
    nothing     "-"

The last argument, which holds what came before and the memory, is written as the former alone. Memory is
any text without line ends; it comes behind a tab, and goes back behind a tab: `H05<tab>whatever helps`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from playfunc.codec import MEMORY_LIMIT
from playfunc.errors import BidError, NotationError, PlayerMemoryError, ProtocolError, StakeError, shown
from playfunc.player import Reply
from playfunc.rules import Call, Rules

__all__ = ["memory_text", "question_line", "question_words", "read_answer", "read_move"]

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
