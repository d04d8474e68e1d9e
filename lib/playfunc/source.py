"""The student's source as a module, and what can be said of it."""

from __future__ import annotations
import __future__

import linecache
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType, TracebackType
from typing import Any, get_args

from playfunc.errors import PlayerCrash
from playfunc.player import memory_type
from playfunc.rules import Projection

FILENAME = "player.py"
"""What tracebacks call the student's source."""

_MODULE = "player"

_LATE_ANNOTATIONS = __future__.annotations.compiler_flag
"""Annotations are read only where memory needs one: a step that was given up and whose cell was emptied must
not bring down a player that no longer uses it. (From Python 3.14 on that is how annotations work anyway.)"""


def load_module(source: str, builtins: Mapping[str, Any] | None = None) -> ModuleType:
    """Run `source` as the module `player`, with other `builtins` where some are given. Raises `PlayerCrash` with the
    student's traceback when it does not run to its end."""
    module = ModuleType(_MODULE)
    module.__file__ = FILENAME
    if builtins is not None:
        vars(module)["__builtins__"] = dict(builtins)
    sys.modules[_MODULE] = module
    linecache.cache[FILENAME] = (len(source), None, source.splitlines(keepends=True), FILENAME)
    try:
        exec(compile(source, FILENAME, "exec", _LATE_ANNOTATIONS, dont_inherit=True), module.__dict__)
    except BaseException as error:
        raise PlayerCrash(f"the code does not run: {_last_line(error)}", detail=_traceback(error)) from error
    return module


def functions_of(module: ModuleType, names: Sequence[str]) -> dict[str, Callable[..., Any]]:
    """Those functions of `names` that the module defines."""
    return {name: function for name in names if callable(function := vars(module).get(name))}


@contextmanager
def in_place(module: ModuleType | None = None) -> Iterator[None]:
    """Within, `player` in `sys.modules` is this module, by which its annotations are read; what was there before
    comes back afterwards."""
    before = sys.modules.pop(_MODULE, None)
    if module is not None:
        sys.modules[_MODULE] = module
    try:
        yield
    finally:
        sys.modules.pop(_MODULE, None)
        if before is not None:
            sys.modules[_MODULE] = before


def refused_import(name: str, modules: Sequence[str]) -> str:
    """Why a player that may import `modules` besides the standard library must not import `name`."""
    listed = " and ".join(filter(None, (", ".join(modules[:-1]), modules[-1])))
    return f"a player may import only the standard library, {listed}; it asked for {name}"


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came from, also where `from None` hid that."""
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__


def memory_names(
    functions: Mapping[str, Callable[..., Any]], projection: Projection[Any, Any]
) -> dict[str, str]:
    """The memory type of each function, as people write it. Raises `PlayerMemoryError`."""
    moves = projection.move_names
    return {name: _type_name(memory_type(function, moves[name])) for name, function in functions.items()}


def own_lines(error: BaseException) -> str:
    """Where in the student's source the error, or what it came from, was on its way; empty if nowhere."""
    for cause in causes(error):
        frames = [frame for frame in traceback.extract_tb(cause.__traceback__) if frame.filename == FILENAME]
        if frames:
            return "".join(traceback.format_list(frames)).rstrip()
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
