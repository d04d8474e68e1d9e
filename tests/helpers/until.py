"""Loops of tests that a fault in the product would keep going for ever."""

from collections.abc import Callable, Iterator

import pytest


def until(done: Callable[[], object], most: int = 1000) -> Iterator[int]:
    """Counts the steps before `done()`; fails after `most` of them."""
    for step in range(most):
        if done():
            return
        yield step
    pytest.fail(f"this is not done after {most:,} steps")
