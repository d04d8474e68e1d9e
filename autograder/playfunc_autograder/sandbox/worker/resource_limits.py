"""Limit what a worker may use, where the operating system supports it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

resource: Any
try:
    import resource
except ImportError:  # Windows: time-outs alone must do
    resource = None


def restrict(memory_bytes: int, cpu_seconds: int) -> None:
    """Bound address space and CPU time; no files written, no core dumps, no child processes."""
    bound(
        {
            "RLIMIT_AS": memory_bytes,
            "RLIMIT_CPU": cpu_seconds,
            "RLIMIT_FSIZE": 0,
            "RLIMIT_CORE": 0,
            "RLIMIT_NOFILE": 32,
            "RLIMIT_NPROC": 0,
        }
    )


def bound(bounds: Mapping[str, int]) -> None:
    """Lower limits by their names in the module `resource`."""
    if resource is None:
        return
    for name, most in bounds.items():
        # A system may lack a limit, or refuse to set it (macOS and RLIMIT_AS).
        with suppress(AttributeError, ValueError, OSError):
            _lower(getattr(resource, name), most)


def _lower(limit: int, most: int) -> None:
    _, hard = resource.getrlimit(limit)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(limit, (most, most))
