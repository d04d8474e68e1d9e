"""Compile the search once on each computer, with a message while it compiles."""

from __future__ import annotations

from pathlib import Path

from playfunc.compiled.warm import compile_steps

from playfunc_opponents.hearts.exact.lanes import BOTH
from playfunc_opponents.hearts.exact.search import at_least, new_memory

__all__ = ["prepare"]

_HERE = Path(__file__).parent


def prepare(*, tell: bool = True) -> None:
    """Have it compiled and loaded (see `playfunc.compiled.warm`)."""
    compile_steps((("the solver", _search),), _HERE, tell=tell)


def _search() -> None:
    """One heart each, the leader's the higher: at least one point for the leader?"""
    one_each = 0b11 << 48
    at_least(1 << 49, one_each, 0, BOTH, 1, 1, new_memory(6))
