"""Positions in lanes: see `exact` for the layout."""

from __future__ import annotations

from typing import Any

from playfunc.compiled.native import compiled, zeros
from playfunc.compiled.words import index_of, popcount
from playfunc.games.hearts.fast.bits import SPADE_QUEEN

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


# Which card to look at first: weights for a card's score, found by trying which give the smallest searches.
#
# The order never changes a value, only how long it takes to find it. A lead is scored by its kind and by how
# the suit is held around it, an answer by its kind and by whether it loses the trick, wins it or is thrown off.
# The goal matters too: most searches are about points, some only about whether somebody shoots the moon.


GOALS = 3
"""0: points; 1: whether the leader shoots the moon; 2: whether the other does."""

KINDS = 5
"""0: a card of a suit without points, 1: a spade while the player holds SQ, 2: a spade while the other does,
3: SQ itself, 4: a heart."""

LEAD = 7
"""Weights of a lead: its own, then for each of the other's cards below and above it, for each of the leader's
cards in the suit, when the other has none, when the other's are all above, for each of the leader's below."""

REPLY = 4
"""Weights of an answer: its own, then for each of the leader's cards in its suit below and above it, and for
each of the player's cards there."""

REPLIES = GOALS * KINDS * LEAD
"""Where the weights of answers begin; there are three classes of them: under the lead, over it, thrown off."""

WEIGHTS = 16
"""Where the weights stand in a search's memory."""

# fmt: off
LEAD_WEIGHTS = (
    13, 28, -13, -1, -61, 28, -2,
    -15, 0, -14, -1, -61, 16, 50,
    -9, 3, 3, -6, -60, -1, 0,
    -20, -2, 20, 0, -62, 91, -3,
    0, -2, -2, -3, -30, -6, -1,
    2, 10, 3, -11, -1, 3, 32,
    25, 11, -20, 15, -19, -20, -64,
    19, 1, -26, 7, 10, 11, 5,
    4, 10, 1, 0, 58, -37, 2,
    9, -73, -52, 48, -1, 19, -12,
    8, 19, -31, -13, -109, 54, 15,
    -12, 1, 0, -1, -33, -12, -48,
    -38, 13, 14, -1, -17, 60, 28,
    -11, -2, 0, -1, -20, 50, -1,
    22, 2, -8, -45, -30, 46, 6,
)
REPLY_WEIGHTS = (
    40, -12, -35, 0, -5, -26, -43, 4, 33, 4, -25, 0, 140, 20, 3, 6, 4, 39, 0, 0,
    9, 66, 12, -36, 6, 5, 0, 39, 11, -14, 56, 0, -100, 25, 113, -6, -2, 5, 0, 0,
    55, 64, 63, -8, -3, -14, -24, 7, -8, -7, -16, 20, 36, 32, 61, -26, -39, 5, -22, -33,
    0, 4, 0, 9, 0, -1, -4, -31, 9, 5, 19, -8, 1, -12, -9, -6, -3, 1, 0, 2,
    40, 50, 6, -15, 3, -6, 3, 20, 61, -13, 13, 0, 63, 5, 0, 0, 8, 11, 0, -9,
    -2, 19, 9, 5, 12, -16, 41, 1, 1, 6, 5, 0, 97, 31, -4, -71, 0, 0, -20, -18,
    38, -2, 0, -5, -13, 5, 0, -1, 26, 5, 0, 0, -28, -11, -4, 0, 43, 5, -15, 64,
    40, -25, -9, -8, 6, 2, 0, 3, -13, 5, -9, -29, -41, 41, -1, 0, 40, 23, 0, 57,
    3, -16, -11, 32, -1, 7, -4, 13, 0, 5, -3, 19, -11, 9, 0, -7, 44, 52, -1, -22,
)
# fmt: on


def order_weights() -> Any:
    """All weights in one array: leads by goal and kind, then answers by goal, class and kind."""
    weights = zeros(REPLIES + GOALS * 3 * KINDS * REPLY)
    for place, weight in enumerate((*LEAD_WEIGHTS, *REPLY_WEIGHTS)):
        weights[place] = weight
    return weights


@compiled
def kind_of(card: int, queen: int, others: int) -> int:
    """See `KINDS`; `others` are the cards of the player's opponent."""
    place = index_of(card)
    if card == queen:
        return 3
    if place >= 48:
        return 4
    if queen and place >= 32:
        return 2 if queen & others else 1
    return 0


@compiled
def lead_score(goal: int, card: int, mine: int, other: int, queen: int, memory: Any) -> int:
    """Leads with a higher score are searched earlier."""
    lane = lane_of(card)
    at = WEIGHTS + (goal * KINDS + kind_of(card, queen, other)) * LEAD
    ours, theirs = mine & lane, other & lane
    below = theirs & (card - 1)
    score = memory[at] + memory[at + 3] * popcount(ours) + memory[at + 6] * popcount(ours & (card - 1))
    if theirs == 0:
        return score + memory[at + 4]
    if below == 0:
        score += memory[at + 5]
    return score + memory[at + 1] * popcount(below) + memory[at + 2] * popcount(theirs ^ below)


@compiled
def reply_score(goal: int, group: int, card: int, mine: int, other: int, queen: int, memory: Any) -> int:
    """Answers with a higher score are searched earlier. `group` 0: under the lead, 1: over it, 2: thrown off. `mine`
    are the leader's cards, as everywhere, `other` those of the player that answers."""
    lane = lane_of(card)
    at = WEIGHTS + REPLIES + ((goal * 3 + group) * KINDS + kind_of(card, queen, mine)) * REPLY
    theirs = mine & lane
    below = theirs & (card - 1)
    return (
        memory[at]
        + memory[at + 1] * popcount(below)
        + memory[at + 2] * popcount(theirs ^ below)
        + memory[at + 3] * popcount(other & lane)
    )


# Facts that one suit alone gives about its tricks, in a table for every distribution of the suit.


DUCKED = 1
"""The player that does not lead can lose every trick in this suit, in any order of leads."""

RUN = 2
"""The leader can win every trick in this suit."""


def facts_of(ours: int, size: int) -> int:
    """`DUCKED | RUN` for a suit of `size` live cards, of which the leader holds the set `ours`.

    Ducked: for each of the leader's cards from below, the other has one more below it, as long as there are
    any; discards on other suits are the highest cards. Run: the leader's highest cards, as many as the
    other can follow to, are above all of the other's.
    """
    held = ours.bit_count()
    other = size - held
    ducked, mine, theirs = DUCKED, 0, 0
    for place in range(size):
        if ours >> place & 1:
            mine += 1
            if theirs < min(mine, other):
                ducked = 0
        else:
            theirs += 1
    above = 0
    while above < held and ours >> (size - 1 - above) & 1:
        above += 1
    return ducked | (RUN if above >= min(held, other) else 0)


def suit_facts() -> Any:
    """The facts of all suits, at the place of a lane as `lanes.marked` gives it: 2^14 numbers."""
    table = zeros(1 << 14)
    for size in range(14):
        for ours in range(1 << size):
            table[1 << size | ours] = facts_of(ours, size)
    return table
