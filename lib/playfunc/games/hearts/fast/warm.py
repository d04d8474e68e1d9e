"""The steps that compile everything that `simulate` needs."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from playfunc.compiled.luck import seed_luck
from playfunc.compiled.native import NATIVE, is_complete, uncollected, zeros
from playfunc.compiled.warm import COMPILED, Steps, compile_steps
from playfunc.games.hearts import DECK
from playfunc.games.hearts.fast.bits import ALL, SIZE
from playfunc.games.hearts.fast.consistent_deals import CERTAIN, WAYS, add_scores, count_worlds
from playfunc.games.hearts.fast.playouts import deal

SOURCES = Path(__file__).parent


def _worlds() -> None:
    position, ways = _dealt(), zeros(WAYS)
    rooms = zeros(3)
    rooms[0] = rooms[1] = rooms[2] = 13
    unseen = ALL & ~int(position[0])
    count_worlds(unseen, rooms, zeros(3), ways)


def _simulations() -> None:
    position, luck = _dealt(), seed_luck(1)
    totals = zeros(len(DECK))
    add_scores(position, 0, zeros(3), zeros(3), zeros(WAYS), 0, 1, CERTAIN, luck, zeros(SIZE), totals)


def _dealt() -> Any:
    position = zeros(SIZE)
    deal(position, 2, seed_luck(1))
    return position


STEPS: Steps = (
    ("worlds", _worlds),
    ("simulations", _simulations),
)


def prepare(*, tell: bool = True) -> None:
    """Compile and load everything (see `playfunc.compiled.warm`); these steps use all of the toolkit too."""
    compile_steps(STEPS, SOURCES, COMPILED, tell=tell)


@lru_cache
def ready() -> None:
    """Load what `simulate` calls; compile everything if a part is missing. Once in a process."""
    if not NATIVE:
        return
    if not is_complete(SOURCES):
        prepare()
    with uncollected():
        _simulations()
