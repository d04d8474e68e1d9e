"""From what a player knows to positions and worlds, and back to cards.

In a confined worker nothing can be compiled or loaded any more: of compiled functions, only those of `warm` are
called from here.
"""

from __future__ import annotations

from typing import Any

from playfunc.cards import Card, Suit
from playfunc.compiled.luck import seed_luck
from playfunc.compiled.native import zeros
from playfunc.games.hearts import DECK, legal_cards
from playfunc.games.hearts.fast.bits import (
    BEST,
    HANDS,
    HOLDER,
    LED,
    PLAYED,
    SEATS,
    SIZE,
    SUIT,
    TABLE,
    TAKEN,
    bits_of,
)
from playfunc.games.hearts.fast.consistent_deals import CERTAIN, WAYS, add_scores, count_worlds
from playfunc.games.hearts.fast.warm import ready
from playfunc.games.hearts.rules import Known


class Worlds:
    """All the ways the unseen cards may lie, counted, as `draw_world` wants them. Raises `ValueError` when there is
    none."""

    def __init__(self, known: Known) -> None:
        self.unseen = bits_of(known.unseen)
        self.rooms, self.voids, self.ways = zeros(3), zeros(3), zeros(WAYS)
        leader = known.seats - len(known.trick)
        for seat in range(1, known.seats):
            self.rooms[seat - 1] = len(known.hand) - (seat >= leader)
            self.voids[seat - 1] = bits_of(card for card in DECK if card.suit in known.voids[seat])
        self.count = 1 if known.seats == 2 else count_worlds(self.unseen, self.rooms, self.voids, self.ways)
        if not self.count:
            raise ValueError(f"the unseen cards cannot be dealt so that {_lacks(known)}")


def _lacks(known: Known) -> str:
    lacks = {
        seat: sorted(str(suit) for suit in voids) for seat, voids in enumerate(known.voids) if seat and voids
    }
    return " and ".join(
        f"the player {seat} place{'s' * (seat > 1)} after me lacks {', '.join(suits)}"
        for seat, suits in lacks.items()
    )


def from_known(known: Known) -> Any:
    """The position as its seat to move, 0, knows it: the other hands are empty."""
    position = zeros(SIZE)
    position[SEATS] = known.seats
    position[HANDS], position[PLAYED] = bits_of(known.hand), bits_of(known.gone)
    for seat, taken in enumerate(known.taken):
        position[TAKEN + seat] = taken
    if known.trick:
        lead = known.trick[0]
        best = max((card for card in known.trick if card.suit is lead.suit), key=lambda card: card.index)
        position[TABLE], position[LED] = bits_of(known.trick), SUIT << lead.index // 13 * 13
        position[BEST] = 1 << best.index
        position[HOLDER] = known.seats - len(known.trick) + known.trick.index(best)
    return position


def mean_scores(known: Known, iterations: int, careless: float, seed: int) -> dict[Card, float]:
    """Each legal card's mean score for the seat to move; see `playfunc.simulate`."""
    ready()
    worlds, totals = Worlds(known), zeros(len(DECK))
    broken = any(card.suit is Suit.HEARTS for card in known.gone)
    candidates = legal_cards(
        known.hand, [(card, "") for card in known.trick], first_trick=not known.gone, hearts_broken=broken
    )
    add_scores(
        from_known(known),
        worlds.unseen,
        worlds.rooms,
        worlds.voids,
        worlds.ways,
        bits_of(candidates),
        iterations,
        round(careless * CERTAIN),
        seed_luck(seed),
        zeros(SIZE),
        totals,
    )
    return {card: int(totals[card.index]) / iterations for card in candidates}
