"""The solver's ideas one by one, in plain Python: each module adds one to the module before.

    minimax       look at everything
    alphabeta     stop looking where the answer cannot matter
    table         look at each position once, whatever moves led to it
    equivalence   treat equivalent cards as one card, and equivalent positions as one position

Every module has `solve(position) -> Solved`, and all agree; only the number of positions differs. Read them in
this order. `python -m playfunc_opponents.hearts.steps` runs all four on one position; `docs/solver.md` has its
table. `playfunc_opponents.hearts.exact` then adds only speed: the same ideas on whole tricks, a good
order of cards, questions of yes or no in place of values, and a compiler.
"""

from __future__ import annotations

from playfunc_opponents.hearts.steps.solved import Solved, example

__all__ = ["NAMES", "Solved", "example"]

NAMES = ("minimax", "alphabeta", "table", "equivalence")
"""The steps, in the order to read them."""
