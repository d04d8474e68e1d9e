"""Compiled code for searches and playouts (numba), and plain Python to the same results without it."""

from __future__ import annotations

import os
from importlib.util import find_spec

__all__ = ["has_numba"]


def has_numba() -> bool:
    """Whether numba is installed and not switched off. Looking does not import it, which takes half a second."""
    switched_off = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"  # numba's own switch
    return not switched_off and find_spec("numba") is not None
