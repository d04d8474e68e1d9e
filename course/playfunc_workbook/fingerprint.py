"""Whether a player has changed: its own code, and everything in the same notebook that the code uses."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any

__all__ = ["fingerprint"]

FEW = 50
"""Entries of a list or a mapping that counts as settings; longer ones may be a cache, which every move changes."""


def fingerprint(functions: Iterable[Callable[..., Any]]) -> str:
    """The same text as long as the functions, and whatever they use of their own module, are the same.

    What is imported from elsewhere counts by its name only.
    """
    seen: set[int] = set()
    digest = hashlib.blake2b(digest_size=16)
    for function in functions:
        for part in _parts(function, getattr(function, "__module__", None), seen):
            digest.update(part.encode("utf-8", "backslashreplace") + b"\0")
    return digest.hexdigest()


def _parts(value: Any, module: str | None, seen: set[int]) -> Iterator[str]:
    unwrapped = inspect.unwrap(value) if callable(value) else value
    if id(unwrapped) in seen:
        return
    if isinstance(unwrapped, FunctionType) and unwrapped.__module__ == module:
        seen.add(id(unwrapped))
        yield from _function(unwrapped, module, seen)
    elif isinstance(unwrapped, type) and unwrapped.__module__ == module:
        seen.add(id(unwrapped))
        yield f"class {unwrapped.__qualname__} {unwrapped.__bases__} {vars(unwrapped).get('__annotations__')}"
        for name, member in sorted(vars(unwrapped).items()):
            yield name
            yield from _parts(_behind(member), module, seen)
    else:
        yield _plain(unwrapped)


def _function(function: FunctionType, module: str | None, seen: set[int]) -> Iterator[str]:
    yield f"def {function.__qualname__} {_plain(function.__defaults__)} {_plain(function.__kwdefaults__)}"
    names: set[str] = set()
    yield from _code(function.__code__, names)
    inner = inspect.getclosurevars(function).nonlocals if function.__closure__ else {}
    for name, value in sorted({**{n: function.__globals__.get(n) for n in names}, **inner}.items()):
        yield name
        yield from _parts(value, module, seen)


def _code(code: CodeType, names: set[str]) -> Iterator[str]:
    names.update(code.co_names)
    yield f"{code.co_code.hex()} {code.co_names} {code.co_varnames}"
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant, names)
        else:
            yield _plain(constant)


def _behind(member: Any) -> Any:
    """The function of a property, a class method or a static method."""
    if isinstance(member, property):
        return member.fget
    return getattr(member, "__func__", member)


def _plain(value: Any) -> str:
    """A value as text that is the same in every kernel; only the type of what has none."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return repr(value)
    if isinstance(value, tuple | frozenset) or (isinstance(value, list | set | dict) and len(value) <= FEW):
        items = value.items() if isinstance(value, dict) else value
        texts = [_plain(item) for item in items]
        return f"{type(value).__name__} {sorted(texts) if isinstance(value, set | frozenset) else texts}"
    return f"{type(value).__module__}.{getattr(value, '__qualname__', type(value).__qualname__)}"
