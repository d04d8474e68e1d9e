"""Compiling ahead, once for a computer, what a game's fast rules or its opponents run on.

Compiling takes some ten seconds; what is found in the cache takes less than one. Without numba there is nothing
to do. `python -m playfunc.compiled.warm REFERENCE …` calls the functions that the references name
(`Game.compiled`, `Ladder.compiled`) and prints as JSON which cache folders are now `complete`, and whether all are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import TypeAlias

from playfunc.compiled.native import (
    NATIVE,
    cache_folder,
    compiled_from,
    is_complete,
    mark_complete,
    uncollected,
)
from playfunc.registry import resolve

COMPILED = Path(__file__).parent
"""The sources of the toolkit's own compiled functions."""

Steps: TypeAlias = Sequence[tuple[str, Callable[[], None]]]
"""What each step compiles, and a function that has it compiled or loaded."""


def compile_steps(steps: Steps, *sources: Path, tell: bool = True) -> None:
    """Take all steps, and note that the modules in the folders `sources` are then completely compiled. With `tell`,
    what has to be compiled is named on stderr as it goes."""
    if not NATIVE:
        return
    with uncollected():
        _run(steps, tell=tell and not all(map(is_complete, sources)))
    for folder in sources:
        mark_complete(folder)


def _run(steps: Steps, *, tell: bool) -> None:
    start = monotonic()
    if tell:
        print("playfunc compiles for this computer, once:", end="", file=sys.stderr, flush=True)
    for what, step in steps:
        if tell:
            print(f" {what} …", end="", file=sys.stderr, flush=True)
        step()
    if tell:
        print(f" done in {monotonic() - start:.0f} s", file=sys.stderr, flush=True)


def main(references: Sequence[str]) -> None:
    """Have everything compiled that `references` name."""
    for reference in references:
        resolve(reference)(tell=True)
    complete = [folder for folder in compiled_from() if is_complete(folder)]
    told = {"complete": [str(cache_folder(folder)) for folder in complete]}
    print(json.dumps({**told, "all": len(complete) == len(compiled_from())}))


if __name__ == "__main__":
    main(sys.argv[1:])
