"""The command `playfunc warm`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle, islice
from math import ceil
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
    from playfunc.compiled.native import NATIVE, cache_root, compiled_from, is_complete
    from playfunc.games import GAMES
    from playfunc_opponents import LADDERS

    from playfunc_cli.console import trouble

    if not NATIVE:
        print("numba is not installed, so simulations run in plain Python: the same results, slowly.")
        print("pip install 'playfunc[fast]' makes them some hundred times faster.")
        return
    for game in GAMES.usable().values():
        game.compile()
    for ladder in LADDERS.usable().values():
        ladder.compile()
    if not all(map(is_complete, compiled_from())):
        trouble(f"{cache_root()} cannot be written; set PLAYFUNC_CACHE to a folder that can")
    if opponents:
        _seat_everyone()
    print(f"The fast rules are compiled, in {cache_root()}.")


def _seat_everyone() -> None:
    """Seat every opponent at every table size, so that whatever it runs on is compiled."""
    from playfunc.match import play_game
    from playfunc_opponents import LADDERS, opponent

    from playfunc_cli.console import bar

    tables = [
        (each.rules(seats), tiers)
        for each in LADDERS.usable().values()
        for seats in each.tables
        for tiers in _seatings(each.tiers, seats)
    ]
    with bar() as progress:
        for rules, tiers in progress.track(tables, description="compiling the opponents"):
            players = [opponent(rules, tier) for tier in tiers]
            play_game(rules, rules.deal(random.Random(1)), players)


def _seatings(tiers: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """As few tables as seat every tier, the strongest first; what is left of the last is filled from the top."""
    everyone = cycle(reversed(tiers))
    return [tuple(islice(everyone, seats)) for _ in range(ceil(len(tiers) / seats))]
