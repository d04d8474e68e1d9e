"""The command `playfunc warm`."""

from __future__ import annotations

import random
from typing import Annotated

import typer

__all__ = ["warm"]


def warm(
    opponents: Annotated[
        bool, typer.Option("--opponents", help="What the opponents run on too: for those who mark.")
    ] = False,
) -> None:
    """Compile the fast rules for this computer now, so that the first simulation does not have to wait.

    For an image or a lab: set PLAYFUNC_CACHE to a folder that all may read and nobody else may write, and run this
    once.
    """
    from playfunc.compiled.native import NATIVE, cache_root, is_complete
    from playfunc.games.hearts.fast.warm import SOURCES, prepare
    from playfunc_opponents.hearts.exact.warm import prepare as prepare_solver

    from playfunc_cli.console import trouble

    if not NATIVE:
        print("numba is not installed, so simulations run in plain Python: the same results, slowly.")
        print("pip install 'playfunc[fast]' makes them some hundred times faster.")
        return
    prepare()
    prepare_solver()
    if not is_complete(SOURCES):
        trouble(f"{cache_root()} cannot be written; set PLAYFUNC_CACHE to a folder that can")
    if opponents:
        _seat_everyone()
    print(f"The fast rules are compiled, in {cache_root()}.")


def _seat_everyone() -> None:
    """One game of each kind among all opponents: whatever they run on is then compiled."""
    from playfunc.games import rules_for
    from playfunc.match import play_game
    from playfunc_opponents import TIERS, opponent

    from playfunc_cli.console import bar

    tables = [(game, pair) for game, tiers in TIERS.items() for pair in (tiers[-2:], tiers[:1] + tiers[-1:])]
    tables.append(("hearts", TIERS["hearts"][-1:] + TIERS["hearts"]))
    with bar() as progress:
        for game, tiers in progress.track(tables, description="compiling the opponents"):
            rules = rules_for(game, len(tiers))
            players = [opponent(rules, tier) for tier in tiers]
            play_game(rules, rules.deal(random.Random(1)), players)
