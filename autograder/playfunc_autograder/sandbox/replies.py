"""What a worker said, checked to the last type before anything here relies on it.

The worker shares its process with the student's code, so its messages are data from a stranger. Types,
lengths and UTF-8 are checked as a message is decoded (there is no free-form value in one, so no depth, no
long integers); here, what the types cannot say.
"""

from __future__ import annotations

import os
import re
import site
import sys
import sysconfig
from collections.abc import Sequence
from functools import lru_cache
from math import isfinite
from typing import Any

from playfunc.codec import MEMORY_LIMIT, decode, encode
from playfunc.converter import CodecError
from playfunc.errors import PLAY_ERRORS, NotationError, PlayError
from playfunc.player import Answer, Reply
from playfunc.rules import Rules
from playfunc_checks.submitted_player import NOT_ASKED, PlayerFacts

from playfunc_autograder.sandbox.worker.wire import (
    Answers,
    Fault,
    Loaded,
    Move,
    WireError,
    decode_answers,
    decode_loaded,
    decode_ready,
)

# Text that came out of a worker, made fit for reports: no paths of this machine, no control characters, and not
# the words by which a marker knows its own.


_FRAME = re.compile(r'File "[^"\n]*[/\\]([^"/\\\n]+)"')
"""A traceback's line, which is shown without its folder."""

_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,}")
"""Where an object lies, as its `repr` tells it: another place in every process, in what should be the same text."""

_CONTROL = {
    code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if code not in (9, 10)
}
"""What would move a terminal's cursor or change its colours."""


def scrub(text: str) -> str:
    """The text with `File "…/name.py"` as `File "name.py"`, and known folders of this machine as `…`, as is what
    would have a fault taken for one of a question that was never put."""
    return without_folders(text.replace("\r\n", "\n").translate(_CONTROL)).replace(NOT_ASKED, "…")


def without_folders(text: str) -> str:
    """The text without this machine's folders and a process's addresses; control characters stay."""
    return _ADDRESS.sub("at 0x…", _known_folders().sub("…", _FRAME.sub(r'File "\1"', text)))


@lru_cache
def _known_folders() -> re.Pattern[str]:
    """Longest first, so that a folder inside another goes as a whole."""
    folders = {
        *sys.path,
        *site.PREFIXES,
        *sysconfig.get_paths().values(),
        sys.base_prefix,
        os.path.expanduser("~"),
        os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
    }
    folders |= {os.path.realpath(folder) for folder in folders}
    # "/usr" or "C:\" alone tell nothing, and would spoil honest text.
    telling = [folder for folder in folders if len(re.split(r"[/\\]", folder.rstrip("/\\"))) > 2]
    return re.compile("|".join(re.escape(f) for f in sorted(telling, key=len, reverse=True)) or r"(?!)")


_TOLD = PLAY_ERRORS.keys() - {"TimeError"}
"""The faults that a worker sees for itself. Time is measured on this side alone."""


def read_ready(data: bytes, asked: bytes) -> None:
    """Raises `WireError`."""
    _expect(decode_ready(data).id == asked, "an answer that was not asked for")


def read_loaded(data: bytes, asked: bytes, functions: Sequence[str]) -> PlayerFacts | PlayError:
    """The facts of a player that loaded, or why it did not. Raises `WireError`."""
    loaded: Loaded = decode_loaded(data)
    _expect(loaded.id == asked, "an answer that was not asked for")
    _expect(set(loaded.functions) <= set(functions), "a function that the game does not know")
    if loaded.fault is not None:
        return _error(loaded.fault)
    return PlayerFacts(
        {name: scrub(loaded.functions[name]) for name in functions if name in loaded.functions}
    )


def read_answers(
    data: bytes, asked: bytes, count: int, rules: Rules[Any, Any, Any]
) -> tuple[list[Answer], list[float]]:
    """The answers to `count` calls, and the seconds the worker says each took. Raises `WireError`."""
    message: Answers = decode_answers(data)
    _expect(message.id == asked, "an answer that was not asked for")
    _expect(len(message.answers) == len(message.cpu) == count, f"not one answer for each of {count} calls")
    _expect(all(isfinite(seconds) and seconds >= 0 for seconds in message.cpu), "a time that is none")
    return [_answer(answer, rules) for answer in message.answers], message.cpu


def _expect(held: bool, otherwise: str) -> None:
    if not held:
        raise WireError(otherwise)


def _answer(answer: Move | Fault, rules: Rules[Any, Any, Any]) -> Answer:
    if isinstance(answer, Fault):
        return _error(answer)
    _check_move(answer.move, rules)
    _check_memory(answer.memory)
    return Reply(answer.move, answer.memory)


def _error(fault: Fault) -> PlayError:
    _expect(fault.kind in _TOLD, f"a fault that no worker can tell of, {fault.kind!r}")
    return PLAY_ERRORS[fault.kind](scrub(fault.reason), detail=scrub(fault.detail))


def _check_move(text: str, rules: Rules[Any, Any, Any]) -> None:
    try:
        same = rules.projection.move_text(rules.projection.parse_move(text)) == text
    except NotationError as error:
        raise WireError(str(error)) from error
    _expect(same, f"a move that is not written as moves are, {text!r}")


def _check_memory(text: str) -> None:
    """Memory is exactly what the codec writes; so it holds no NaN, no lone surrogate, and is JSON."""
    _expect(len(text.encode()) <= MEMORY_LIMIT, "memory over the limit")
    try:
        same = encode(decode(text, Any), Any) == text
    except CodecError as error:
        raise WireError(f"memory that is not JSON: {error}") from error
    _expect(same, "memory that is not written as the codec does")
