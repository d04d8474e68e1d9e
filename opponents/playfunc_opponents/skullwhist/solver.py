"""SkullWhist with both hands known, solved exactly: how many tricks the leader wins when both play perfectly.

Only the order of the cards still held matters, so a suit is a pattern: one bit for each card held, lowest
first, 0 where the leader owns it and 1 where the other does, and a 1 above them that marks the end. Four
patterns of 14 bits make one integer, which is a position, its own key in the table, and the same for every
deal with the same future:

    bit     0 …… 13   14 …… 27   28 …… 41   42 …… 55
    suit    clubs     diamonds   hearts     spades

A score never falls with the tricks won, whatever was bid, so perfect play for tricks is perfect for scores.
The search asks whether the leader can win at least `need` tricks (yes or no, from trick to trick), with two
ideas: neighbours in one hand are the same card, and what is known of a position bounds the tricks from both
sides. Compiled where numba is there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from playfunc.compiled.native import compiled, zeros
from playfunc.compiled.words import index_of, popcount

BITS = 14
FIELD = (1 << BITS) - 1
SPADES = 3

EMPTY = 1 | 1 << BITS | 1 << 2 * BITS | 1 << 3 * BITS
"""The position without cards."""

SLOTS = 1 << 18
SLOT_PRIME = 262139
"""Positions kept in a table: the largest prime below `SLOTS`, so that a remainder spreads them."""

Table = Any
"""What is known of positions: `SLOTS` keys, then as many bounds, low in the lower four bits and high above."""


def new_table() -> Table:
    """A table that knows nothing. It may be kept from deal to deal: what it knows is true of all."""
    return zeros(2 * SLOTS)


def position_of(leader: Sequence[int], other: Sequence[int]) -> int:
    """The position of two hands of `WhistCard.index` numbers, the leader's first."""
    position = 0
    for suit in range(4):
        held = sorted(card for card in (*leader, *other) if card // 13 == suit)
        pattern = 1 << len(held)
        for place, card in enumerate(held):
            pattern |= (card in other) << place
        position |= pattern << (BITS * suit)
    return position


@compiled
def length(pattern: int) -> int:
    """How many cards a pattern has."""
    return pattern.bit_length() - 1


@compiled
def swapped(position: int) -> int:
    """The same position with the other player to lead."""
    flip = 0
    for suit in range(4):
        pattern = (position >> (BITS * suit)) & FIELD
        flip |= ((1 << length(pattern)) - 1) << (BITS * suit)
    return position ^ flip


@compiled
def without(position: int, suit: int, place: int) -> int:
    """The position after the card at `place` of the suit has gone."""
    shift = BITS * suit
    pattern = (position >> shift) & FIELD
    low = pattern & ((1 << place) - 1)
    fewer = ((pattern >> (place + 1)) << place) | low
    return (position & ~(FIELD << shift)) | (fewer << shift)


@compiled
def top_run(pattern: int, owner: int) -> int:
    """How many of the highest cards in a row belong to the owner."""
    place, count = length(pattern) - 1, 0
    while place >= 0 and (pattern >> place) & 1 == owner:
        place -= 1
        count += 1
    return count


@compiled
def sure_tricks(position: int) -> int:
    """Tricks that the leader cannot be kept from, led at once: in each suit its highest cards as long as the
    other must follow (to the end, where the other has no spade), and the highest spades."""
    spades = (position >> (BITS * SPADES)) & FIELD
    trumps = popcount(spades) - 1
    count = top_run(spades, 0)
    for suit in range(SPADES):
        pattern = (position >> (BITS * suit)) & FIELD
        run, other = top_run(pattern, 0), popcount(pattern) - 1
        if trumps:
            count += min(run, other)
        else:
            count += length(pattern) - other if run >= other else run
    return count


@compiled
def owned(position: int, owner: int, suit: int) -> int:
    """The owner's cards of a suit as bits of the position, one of each run: neighbours are the same card."""
    shift = BITS * suit
    pattern = (position >> shift) & FIELD
    cards = (1 << length(pattern)) - 1
    mine = pattern & cards if owner else ~pattern & cards
    return (mine & ~(mine >> 1)) << shift


@compiled
def leads(position: int) -> int:
    """What the leader may play, one card of each run."""
    return owned(position, 0, 0) | owned(position, 0, 1) | owned(position, 0, 2) | owned(position, 0, 3)


@compiled
def replies(position: int, suit: int) -> int:
    """What the other may play to a lead of this suit, one card of each run."""
    if popcount((position >> (BITS * suit)) & FIELD) > 1:
        return owned(position, 1, suit)
    return owned(position, 1, 0) | owned(position, 1, 1) | owned(position, 1, 2) | owned(position, 1, 3)


@compiled
def beats(lead: int, reply: int) -> bool:
    """Whether the second card, by its bit in the position, wins the trick."""
    if lead // BITS == reply // BITS:
        return reply > lead
    return reply // BITS == SPADES


@compiled
def after(position: int, lead: int, reply: int) -> int:
    """The position after a trick, the leader still first."""
    first, second = max(lead, reply), min(lead, reply)
    position = without(position, first // BITS, first % BITS)
    return without(position, second // BITS, second % BITS)


@compiled
def highest(cards: int) -> int:
    """The number of the highest bit."""
    return cards.bit_length() - 1


@compiled
def best_reply(answers: int, lead: int) -> int:
    """The reply to look at first: the lowest card that wins, else the lowest of all."""
    winning = answers >> (BITS * SPADES) << (BITS * SPADES)
    if (answers >> (BITS * (lead // BITS))) & FIELD:
        winning = answers >> (lead + 1) << (lead + 1)
    return index_of(winning if winning else answers)


@compiled
def can_win(position: int, cards: int, need: int, table: Any) -> bool:
    """Whether the leader, with `cards` cards in each hand, wins at least `need` tricks."""
    if need <= 0:
        return True
    if need > cards:
        return False
    if sure_tricks(position) >= need:
        return True
    if need > cards - top_run((position >> (BITS * SPADES)) & FIELD, 1):
        return False
    slot = position % SLOT_PRIME
    if table[slot] == position:
        if need <= table[SLOTS + slot] & 15:
            return True
        if need > table[SLOTS + slot] >> 4:
            return False
    found = False
    options = leads(position)
    while options and not found:
        lead = highest(options)
        options ^= 1 << lead
        found = True
        answers = replies(position, lead // BITS)
        while answers and found:
            reply = best_reply(answers, lead)
            answers ^= 1 << reply
            rest = after(position, lead, reply)
            if beats(lead, reply):
                found = not can_win(swapped(rest), cards - 1, cards - need, table)
            else:
                found = can_win(rest, cards - 1, need - 1, table)
    low, high = 0, cards
    if table[slot] == position:
        low, high = table[SLOTS + slot] & 15, table[SLOTS + slot] >> 4
    if found:
        low = max(low, need)
    else:
        high = min(high, need - 1)
    table[slot] = position
    table[SLOTS + slot] = low | (high << 4)
    return found


@compiled
def leader_tricks(position: int, cards: int, table: Any) -> int:
    """How many tricks the leader wins. The questions are put by halving."""
    low, high = 0, cards
    while low < high:
        middle = (low + high + 1) // 2
        if can_win(position, cards, middle, table):
            low = middle
        else:
            high = middle - 1
    return low


@compiled
def lead_wins(position: int, cards: int, need: int, lead: int, table: Any) -> bool:
    """Whether the leader wins at least `need` tricks after leading this card (its bit in the position)."""
    if need <= 0:
        return True
    answers = replies(position, lead // BITS)
    while answers:
        reply = best_reply(answers, lead)
        answers ^= 1 << reply
        rest = after(position, lead, reply)
        if beats(lead, reply):
            if can_win(swapped(rest), cards - 1, cards - need, table):
                return False
        elif not can_win(rest, cards - 1, need - 1, table):
            return False
    return True


@compiled
def lead_tricks(position: int, cards: int, lead: int, table: Any) -> int:
    """How many tricks the leader wins after leading this card."""
    low, high = 0, cards
    while low < high:
        middle = (low + high + 1) // 2
        if lead_wins(position, cards, middle, lead, table):
            low = middle
        else:
            high = middle - 1
    return low


@compiled
def reply_tricks(position: int, cards: int, lead: int, reply: int, table: Any) -> int:
    """How many tricks the second player wins, this one included, after this reply to this lead."""
    rest = after(position, lead, reply)
    if beats(lead, reply):
        return 1 + leader_tricks(swapped(rest), cards - 1, table)
    return cards - 1 - leader_tricks(rest, cards - 1, table)


def bit_of(card: int, held: Collection[int]) -> int:
    """The bit of a card (its `WhistCard.index`) in the position of two hands that hold these together."""
    suit = card // 13
    return BITS * suit + sum(other // 13 == suit and other < card for other in held)
