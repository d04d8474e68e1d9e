"""Positions in lanes: see `exact` for the layout."""

from __future__ import annotations

from playfunc.compiled.native import compiled
from playfunc.compiled.words import index_of, popcount
from playfunc.games.hearts.fast.bits import SPADE_QUEEN

__all__ = [
    "BOTH",
    "HEARTS",
    "LANE",
    "MOON",
    "drop",
    "key_of",
    "lane_of",
    "least_points",
    "lower",
    "marked",
    "most_points",
    "points_left",
    "to_lanes",
]

LANE = (1 << 15) - 1
"""The lowest lane; its sixteenth bit is never used."""
HEARTS = LANE << 48
BOTTOM = 1 | 1 << 16 | 1 << 32 | 1 << 48
"""The lowest bit of every lane."""

MOON = 26
BOTH = 3
"""Both have points: nobody can shoot the moon any more."""


def to_lanes(lead: int, follow: int) -> tuple[int, int, int]:
    """`(mine, live, queen)` of two hands of `playfunc.games.hearts.fast.bits`, `lead` that of the leader."""
    mine = live = queen = 0
    for suit in range(4):
        place = 16 * suit
        for index in range(13 * suit, 13 * suit + 13):
            card = 1 << index
            if (lead | follow) & card:
                mine |= 1 << place if lead & card else 0
                live |= 1 << place
                queen |= 1 << place if card == SPADE_QUEEN else 0
                place += 1
    return mine, live, queen


@compiled
def lane_of(card: int) -> int:
    """The whole lane that contains the card."""
    return LANE << (index_of(card) & 48)


@compiled
def drop(cards: int, card: int, lane: int) -> int:
    """The cards once `card`, one of the live, has left its lane: those above it move down by one."""
    above = lane & ~(card | (card - 1))
    return (cards & ~(above | card)) | ((cards & above) >> 1)


@compiled
def lower(queen: int, card: int, lane: int) -> int:
    """Where SQ stands once `card` has left; 0 when it is the card itself."""
    if queen == card:
        return 0
    return queen >> 1 if queen & lane and queen > card else queen


@compiled
def points_left(live: int, queen: int) -> int:
    """The points in both hands."""
    return popcount(live >> 48) + (13 if queen else 0)


@compiled
def least_points(mine: int, live: int, moon: int, left: int) -> int:
    """The least that can come to the leader. A moon takes off what the tricks before cost."""
    if moon == BOTH:
        return 0
    if moon == 2:
        return 1
    ours = mine >> 48
    theirs = (live >> 48) ^ ours
    stopped = ours and theirs > ours  # see `most_points`
    if moon == 1:
        return 0 if stopped else left - MOON
    return 1 if stopped else 0


@compiled
def most_points(mine: int, live: int, moon: int, left: int) -> int:
    """The most that can come to the leader: `MOON` when the other shoots the moon.

    Nobody who holds a heart shoots it against the highest heart in the other hand. Its owner keeps it to the
    end and takes a point by it: all the shooter's hearts must be led by the shooter, or be played to hearts,
    for on the owner's other tricks they are points for the owner.
    """
    if moon == BOTH:
        return left
    if moon == 1:
        return left - 1
    ours = mine >> 48
    theirs = (live >> 48) ^ ours
    stopped = theirs and ours > theirs
    if moon == 2:
        return left if stopped else MOON
    return MOON - 1 if stopped else MOON


@compiled
def marked(mine: int, live: int) -> int:
    """The leader's cards in every lane, below a bit that marks the end of the live ones."""
    return mine | (live + BOTTOM)


@compiled
def key_of(ended: int, queen: int, moon: int, broken: int) -> int:
    """A number below 2^63 that positions of one value share; `ended` is `marked(mine, live)`.

    Suits that differ in nothing but their names are sorted. The lanes' two top bits hold the rest: where SQ
    stands (13: gone), `moon`, `broken`.
    """
    clubs, diamonds, spades = ended & LANE, ended >> 16 & LANE, ended >> 32 & LANE
    if clubs < diamonds:
        clubs, diamonds = diamonds, clubs
    place = 13
    if queen:
        place = index_of(queen) - 32
    else:
        if diamonds < spades:
            diamonds, spades = spades, diamonds
        if clubs < diamonds:
            clubs, diamonds = diamonds, clubs
    suits = (ended & HEARTS) | spades << 32 | diamonds << 16 | clubs
    return suits | (place & 3) << 14 | (place >> 2) << 30 | moon << 46 | broken << 62
