"""Kept tests in a notebook: shown where their cell ran, and run again after any cell that changed the player.

Without IPython a test runs once, when it is called.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import Any

from playfunc.show.progress import in_notebook

from playfunc_workbook.apart import apart
from playfunc_workbook.fingerprint import fingerprint
from playfunc_workbook.kept import Kept, kept_finding
from playfunc_workbook.given import Functions
from playfunc_workbook.view import Shown, finding_shown, kept_quiet, late_progress, note

__all__ = ["run_kept"]

LONGEST = 5.0
"""Seconds; a test that takes longer is run only when its cell is."""


@dataclass(slots=True)
class _Watched:
    """A test whose cell has run, and how it is looked after."""

    kept: Kept
    functions: Functions
    names: dict[str, str]
    """The function's name in the contract → its name in the notebook, by which a newer one is found."""
    handle: Any
    print: str = ""
    seconds: float = field(default=0.0)

    def newest(self, names: dict[str, Any]) -> Functions:
        """The functions that have these names now."""
        found = {key: names.get(self.names[key], function) for key, function in self.functions.items()}
        return found if all(map(callable, found.values())) else self.functions


_watched: dict[Kept, _Watched] = {}
"""The tests of this kernel. A cell that runs again replaces its own."""


def run_kept(kept: Kept, functions: Functions) -> Shown | None:
    """The test's result; in a notebook it is shown at once, and kept up to date."""
    if not in_notebook():
        return _shown(kept, functions)
    from IPython.core.getipython import get_ipython
    from IPython.display import display

    shell: Any = get_ipython()
    handle: Any = display(Shown("", ""), display_id=True)
    watched = _Watched(kept, functions, _names_of(functions, shell.user_ns), handle)
    _run(watched)
    if not _watched:
        shell.events.register("post_run_cell", _after_a_cell)
    _watched[kept] = watched
    return None


def _names_of(functions: Functions, names: dict[str, Any]) -> dict[str, str]:
    """What each function is called in the notebook: by its own name, where it has that."""
    found = {}
    for key, function in functions.items():
        own = getattr(function, "__name__", key)
        others = (name for name, value in names.items() if value is function and not name.startswith("_"))
        found[key] = own if names.get(own) is function else next(others, "")
    return found


def _after_a_cell(_: object) -> None:
    """Run again whatever has a changed player. Raises nothing: IPython would print it below an innocent cell."""
    names = vars(sys.modules["__main__"])
    for watched in _watched.values():
        watched.functions = watched.newest(names)
        if fingerprint(watched.functions.values()) == watched.print:
            continue
        if watched.seconds > LONGEST:
            watched.print = fingerprint(watched.functions.values())
            watched.handle.update(_late(watched))
        else:
            _run(watched)


def _run(watched: _Watched) -> None:
    began = time.monotonic()
    shown = _shown(watched.kept, watched.functions)
    watched.seconds = time.monotonic() - began
    watched.print = fingerprint(watched.functions.values())
    watched.handle.update(shown)


def _late(watched: _Watched) -> Shown:
    return note(
        f"Kept test ({watched.kept.said}): your player has changed. This test takes {watched.seconds:.0f} s, so run "
        "its cell again to see what your player does now."
    )


def _shown(kept: Kept, functions: Functions) -> Shown:
    with kept_quiet(), late_progress(len(kept.moves), "Moves up to the kept position") as update:
        return finding_shown(apart(lambda told: kept_finding(kept, functions, update=told), update))
