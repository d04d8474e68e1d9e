"""Marks in which few questions are asked again: for tests of what becomes of a mark, not of how purity is found."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def asking_few() -> Iterator[None]:
    """A process for each of 160 questions is what most of a mark's time goes into."""
    from playfunc_checks.checks import context  # all tests load this module

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(context, "ASKED_PUBLIC", 4)
        patch.setattr(context, "ASKED_HIDDEN", 8)
        yield


@pytest.fixture(scope="module")
def few_questions() -> Iterator[None]:
    """For all tests of a module, and what they share."""
    with asking_few():
        yield
