"""The steps that compile everything that `simulate` needs."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from playfunc.compiled.luck import seed_luck
from playfunc.compiled.native import NATIVE, is_complete, uncollected, zeros
from playfunc.compiled.warm import COMPILED, Steps, compile_steps
from playfunc.games.hearts import DECK
from playfunc.games.hearts.fast import positions as hearts
from playfunc.games.hearts.fast.bits import ALL, C2, SIZE
from playfunc.games.hearts.fast.consistent_deals import CERTAIN, WAYS, add_scores, count_worlds, draw_world
from playfunc.games.hearts.fast.playouts import careful_playout, deal, playout

SOURCES = Path(__file__).parent


def _rules() -> None:
    position = zeros(SIZE)
    deal(position, 4, seed_luck(1))
    hearts.to_act(position)
    hearts.broken_rule(position, C2)
    hearts.play(position, hearts.legal_cards(position))
    hearts.scores(position, 0)


def _playouts() -> None:
    playout(_dealt(), seed_luck(1))


def _careful_playouts() -> None:
    careful_playout(_dealt(), CERTAIN // 2, seed_luck(1))


def _worlds() -> None:
    position, ways = _dealt(), zeros(WAYS)
    rooms = zeros(3)
    rooms[0] = rooms[1] = rooms[2] = 13
    unseen = ALL & ~int(position[0])
    count_worlds(unseen, rooms, zeros(3), ways)
    draw_world(position, unseen, rooms, zeros(3), ways, seed_luck(1))


def _simulations() -> None:
    position, luck = _dealt(), seed_luck(1)
    totals = zeros(len(DECK))
    add_scores(position, 0, zeros(3), zeros(3), zeros(WAYS), 0, 1, CERTAIN, luck, zeros(SIZE), totals)


def _dealt() -> Any:
    position = zeros(SIZE)
    deal(position, 2, seed_luck(1))
    return position


STEPS: Steps = (
    ("rules", _rules),
    ("playouts", _playouts),
    ("careful playouts", _careful_playouts),
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
