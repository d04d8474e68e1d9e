"""`playfunc warm`: what compiles is compiled now."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle, islice
from math import ceil
from typing import Annotated

import typer

from playfunc_cli.console import progress, trouble


def warm(
    opponents: Annotated[
        bool, typer.Option("--opponents", help="Also compile what the opponents run on, for graders.")
    ] = False,
) -> None:
    """Compile the fast rules for this computer now, so that the first simulation does not have to wait.

    For an image or a computer lab, set PLAYFUNC_CACHE to a folder that everybody may read and nobody else may write,
    and run this once.
    """
    from playfunc.compiled.native import NATIVE, compiled_from, is_complete
    from playfunc.files import cache_root
    from playfunc.games import GAMES
    from playfunc_opponents import LADDERS

    if not NATIVE:
        print("numba is not installed. Simulations run in plain Python, with the same results, but slowly.")
        print("To make them some hundred times faster, run: pip install 'playfunc[fast]'")
        return
    rules = [game.compile for game in GAMES.usable().values()]
    players = [ladder.compile for ladder in LADDERS.usable().values()]
    with progress("compiling the fast rules", len(rules) + len(players)) as update:
        for number, compile_one in enumerate((*rules, *players), 1):
            compile_one()
            update(number)
    if not all(map(is_complete, compiled_from())):
        trouble(f"{cache_root()} is not writable; set PLAYFUNC_CACHE to a folder that is")
    if opponents:
        _seat_everyone()
    print(f"The fast rules are compiled in {cache_root()}.")


def _seat_everyone() -> None:
    """Seat every opponent at every table size, so that whatever it runs on is compiled."""
    from playfunc.match import play_game
    from playfunc_opponents import LADDERS, opponent

    tables = [
        (each.rules(seats), tiers)
        for each in LADDERS.usable().values()
        for seats in each.tables
        for tiers in _seatings(each.tiers, seats)
    ]
    with progress("compiling the opponents", len(tables)) as update:
        for number, (rules, tiers) in enumerate(tables, 1):
            players = [opponent(rules, tier) for tier in tiers]
            play_game(rules, rules.deal(random.Random(1)), players)
            update(number)


def _seatings(tiers: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """As few tables as seat every tier, the strongest first; what is left of the last is filled from the top."""
    everyone = cycle(reversed(tiers))
    return [tuple(islice(everyone, seats)) for _ in range(ceil(len(tiers) / seats))]
