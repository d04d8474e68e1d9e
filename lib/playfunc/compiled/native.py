"""Compiling with numba if it is installed, and the folder of the compiled code.

`compiled` is the only place that knows numba's compiler. What it has compiled is kept in a folder of ours,
named by all that the machine code depends on: this program's version, the sources, Python, numba, and the
processor. A folder that cannot be written, such as that of a confined worker, is read when `mark_complete`
says that nothing is missing, and left alone otherwise.
"""

from __future__ import annotations

import gc
import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from playfunc.compiled import has_numba
from playfunc.files import cache_root

F = TypeVar("F", bound=Callable[..., Any])

_HERE = Path(__file__).parent
SHARED = (_HERE, *sorted((_HERE.parent / "games").glob("*/fast")))
"""Folders whose compiled functions any other may call, so that every cache is keyed by their sources too."""
_COMPLETE = "complete"
_compiled_from: dict[Path, None] = {}


@contextmanager
def uncollected() -> Iterator[None]:
    """Within, no garbage is looked for: numba makes a million objects that stay, and starts a sixth sooner."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _numba() -> ModuleType | None:
    if not has_numba():
        return None
    try:
        with uncollected():
            import numba
    except ImportError:
        return None
    return numba


_numba_module: Any = _numba()

NATIVE: bool = _numba_module is not None
"""Whether functions are compiled here."""

u64: Any = int
"""A random word: an unsigned integer of 64 bits in compiled code, an int in plain Python."""
i64: Any = int
"""A signed integer of 64 bits in compiled code, an int in plain Python."""

if NATIVE:
    import numpy

    u64, i64 = numpy.uint64, numpy.int64


def zeros(size: int) -> Any:
    """An array of `size` int64, all 0: numpy's where functions are compiled, a list elsewhere."""
    return numpy.zeros(size, dtype=numpy.int64) if NATIVE else [0] * size


@lru_cache
def _processor() -> tuple[str, tuple[str, ...]]:
    """The processor's name and features, as LLVM calls them."""
    from llvmlite import binding

    with suppress(RuntimeError):  # LLVM does not know every processor's features
        features = binding.get_host_cpu_features()
        return binding.get_host_cpu_name(), tuple(sorted(name for name, has in features.items() if has))
    return binding.get_host_cpu_name(), ()


def deposits() -> bool:
    """Whether bits are chosen with the BMI2 instruction PDEP: where there is one, and it is no slower. AMD's first
    two generations of Zen take hundreds of cycles for it. `PLAYFUNC_PORTABLE=1` does without."""
    if not NATIVE or os.environ.get("PLAYFUNC_PORTABLE", "0") != "0":
        return False
    name, features = _processor()
    return (
        platform.machine() in ("x86_64", "AMD64") and "bmi2" in features and name not in ("znver1", "znver2")
    )


@lru_cache
def cache_folder(sources: Path = _HERE) -> Path:
    """Where the machine code of the modules in the folder `sources` is kept."""
    key = hashlib.blake2b("/".join(sources.parts[-2:]).encode(), digest_size=10)
    for folder in dict.fromkeys((*SHARED, sources)):
        for file in sorted(folder.glob("*.py")):
            key.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    built_for = (sys.version, _numba_module.__version__ if NATIVE else "", _processor(), deposits())
    key.update(repr(built_for).encode())
    return cache_root() / f"compiled-{key.hexdigest()}"


def compiled_from() -> tuple[Path, ...]:
    """The folders whose modules, as far as they are imported, had functions compiled."""
    return tuple(_compiled_from)


def is_complete(sources: Path = _HERE) -> bool:
    """Whether all that the modules in `sources` need has been compiled before."""
    return (cache_folder(sources) / _COMPLETE).exists()


def mark_complete(sources: Path = _HERE) -> None:
    """Note that everything has been compiled. To be called after calling everything once."""
    with suppress(OSError):  # nothing can be kept here
        (cache_folder(sources) / _COMPLETE).touch()


def compiled(function: F) -> F:
    """`function` compiled by numba, or as it is without numba.

    What it calls must be compiled too and defined before it. Raises `TypeError` for a helper of the same
    top-level package that is not: a warm cache would hide that, and a cold one would fail to compile.
    """
    _require_compiled_helpers(function)
    if not NATIVE:
        function.__dict__["compiled"] = True
        return function
    return _jit(function)


def is_compiled(thing: Any) -> bool:
    """Whether compiled code may call it, if it is a function at all."""
    return not isinstance(thing, FunctionType) or "compiled" in thing.__dict__


def _require_compiled_helpers(function: Callable[..., Any]) -> None:
    assert isinstance(function, FunctionType)
    package = function.__module__.partition(".")[0]
    for name in function.__code__.co_names:
        helper = function.__globals__.get(name)
        if not is_compiled(helper) and helper.__module__.partition(".")[0] == package:
            raise TypeError(
                f"{function.__module__}.{function.__name__} is compiled and calls {name}, which is not; "
                f"write @compiled above {name} too"
            )


def _jit(function: Any) -> Any:
    config = _numba_module.core.config
    sources = Path(function.__code__.co_filename).parent
    _compiled_from[sources] = None
    folder = cache_folder(sources)
    cached = _writable(folder) or (folder / _COMPLETE).exists()
    before = config.CACHE_LOCATOR_CLASSES
    config.CACHE_LOCATOR_CLASSES = "playfunc.compiled.numba_extensions.OwnFolder"
    try:
        return _numba_module.njit(cache=cached, nogil=True)(function)
    finally:
        config.CACHE_LOCATOR_CLASSES = before


@lru_cache
def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
