"""The choice of an `Asker` for the student's player in a notebook's self-check."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points

from playfunc_checks.asker import Asker
from playfunc_checks.in_process import InProcessAsker

__all__ = ["GROUP", "find_asker"]

GROUP = "playfunc.asker"
"""The entry points of the askers that use processes: each is a function that makes an `Asker`."""


def find_asker() -> Asker:
    """The installed asker that works here, else the one without processes: a browser has no processes, and a
    confined kernel may not read the package that starts them."""
    if sys.platform == "emscripten":
        return InProcessAsker()
    for point in entry_points(group=GROUP):
        try:
            made: Asker = point.load()()
        except (ImportError, OSError):
            continue
        return made
    return InProcessAsker()
