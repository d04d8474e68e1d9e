"""The student's source as a module, and what can be said of it."""

from __future__ import annotations
import __future__

import linecache
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType, TracebackType
from typing import Any, get_args

from playfunc.errors import PlayerCrash
from playfunc.player import memory_type

__all__ = ["FILENAME", "load_functions", "memory_names", "own_lines"]

FILENAME = "player.py"
"""What tracebacks call the student's source."""

_MODULE = "player"

_LATE_ANNOTATIONS = __future__.annotations.compiler_flag
"""Annotations are read only where memory needs one: a step that was given up and whose cell was emptied must
not bring down a player that no longer uses it. (From Python 3.14 on that is how annotations work anyway.)"""


def load_functions(source: str, names: Sequence[str]) -> dict[str, Callable[..., Any]]:
    """Run `source` as the module `player` and return those functions of `names` that it defines.

    Raises `PlayerCrash` with the student's traceback when it does not run to its end.
    """
    module = ModuleType(_MODULE)
    module.__file__ = FILENAME
    sys.modules[_MODULE] = module
    linecache.cache[FILENAME] = (len(source), None, source.splitlines(keepends=True), FILENAME)
    try:
        exec(compile(source, FILENAME, "exec", _LATE_ANNOTATIONS, dont_inherit=True), module.__dict__)
    except BaseException as error:
        raise PlayerCrash(f"the code does not run: {_last_line(error)}", detail=_traceback(error)) from error
    return {name: function for name in names if callable(function := vars(module).get(name))}


def memory_names(functions: Mapping[str, Callable[..., Any]]) -> dict[str, str]:
    """The memory type of each function, as people write it. Raises `PlayerMemoryError`."""
    return {name: _type_name(memory_type(function)) for name, function in functions.items()}


def own_lines(error: BaseException) -> str:
    """Where in the student's source the error, or what it came from, was on its way; empty if nowhere."""
    current: BaseException | None = error
    while current is not None:
        frames = [
            frame for frame in traceback.extract_tb(current.__traceback__) if frame.filename == FILENAME
        ]
        if frames:
            return "".join(traceback.format_list(frames)).rstrip()
        current = current.__cause__ or current.__context__
    return ""


def _type_name(kind: Any) -> str:
    text = kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
    for module in (_MODULE, "typing", "playfunc.cards", "collections"):
        text = text.replace(f"{module}.", "")
    return text[:200]


def _last_line(error: BaseException) -> str:
    try:
        return "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    except Exception:  # the student's own class may raise anything
        return f"{type(error).__name__} (which could not be printed)"


def _traceback(error: BaseException) -> str:
    """From the student's own first line on; a syntax error has none and shows its place itself."""
    trace: TracebackType | None = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != FILENAME:
        trace = trace.tb_next
    try:
        return "".join(traceback.format_exception(type(error), error, trace)).rstrip()
    except Exception:
        return _last_line(error)
