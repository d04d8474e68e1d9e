"""advanced: samples the other hand many times and plays every deal perfectly.

The hands it imagines fit the suits that the other has run out of and, more likely than not, its bid. Each is
solved exactly (`solver`), which says how many tricks a card would win if both hands were open; the card with
the best scores on average is played (Ginsberg, GIB, JAIR 14, 2001). It bids what scores best over such deals.
Without numba it plays the same, and the first tricks take seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import HAND, Bids, Trick, legal_cards, score

from playfunc_opponents.skullwhist.solver import (
    Table,
    bit_of,
    lead_tricks,
    leader_tricks,
    new_table,
    position_of,
    reply_tricks,
)
from playfunc_opponents.skullwhist.worlds import Beliefs, begin, look, other_hands

BID_WORLDS = 24
"""Other hands imagined for a bid; each is played with either to lead."""

WORLDS = 10
"""Other hands imagined for a card."""

MARGIN = 0.002
"""The value of a point of score, when a win has the value 1."""

FALSE_HOPE = 0.5
"""Tricks by which perfect play with open hands overestimates the hand; they are subtracted before the bid."""


@lru_cache(maxsize=1)
def _table() -> Table:
    """The positions solved so far. It holds only facts about positions, so a player that keeps it stays pure."""
    return new_table()


def bid(player_id: str, opponent_id: str, hand: tuple[WhistCard, ...]) -> tuple[int, Beliefs]:
    """The bid with the best expected score."""
    beliefs = begin(hand)
    tricks = list(_tricks_to_win(beliefs, [card.index for card in hand]))
    bids = range(1, HAND + 1)
    return max(bids, key=lambda made: sum(_hoped(made, won) for won in tricks)), beliefs


def _hoped(made: int, tricks: int) -> float:
    """The score of a bid if perfect play wins this number of tricks, mixed with the score for one trick fewer."""
    return (1 - FALSE_HOPE) * score(made, tricks) + FALSE_HOPE * score(made, max(tricks - 1, 0))


def _tricks_to_win(beliefs: Beliefs, mine: list[int]) -> Iterator[int]:
    for other in other_hands(beliefs, HAND, None, BID_WORLDS):
        theirs = [card.index for card in other]
        yield leader_tricks(position_of(mine, theirs), HAND, _table())
        yield HAND - leader_tricks(position_of(theirs, mine), HAND, _table())


def play(
    player_id: str, hand: tuple[WhistCard, ...], trick: Trick, bids: Bids, previous: tuple[Trick, Beliefs]
) -> tuple[WhistCard, Beliefs]:
    """The card that stands best over the imagined deals; of equals the lowest."""
    beliefs = look(player_id, trick, previous)
    choices = legal_cards(hand, trick)
    if len(choices) == 1:
        return choices[0], beliefs
    my_bid = bids[player_id]
    (their_bid,) = (made for who, made in bids.items() if who != player_id)
    worth = dict.fromkeys(choices, 0.0)
    mine = [card.index for card in hand]
    for other in other_hands(beliefs, len(hand) - len(trick), their_bid, WORLDS):
        for card, tricks in _outcomes(mine, trick, other, choices):
            worth[card] += standing(my_bid, their_bid, beliefs.won + tricks)
    return max(choices, key=lambda card: (worth[card], -card.value)), beliefs


def _outcomes(
    mine: list[int], trick: Trick, other: list[WhistCard], choices: list[WhistCard]
) -> Iterator[tuple[WhistCard, int]]:
    """For every choice, the tricks still won by me in this deal, the current one included."""
    theirs = [card.index for card, _ in trick] + [card.index for card in other]
    held, size = {*mine, *theirs}, len(mine)
    if trick:
        position, lead = position_of(theirs, mine), bit_of(trick[0][0].index, held)
    else:
        position, lead = position_of(mine, theirs), 0
    for card in choices:
        bit = bit_of(card.index, held)
        if trick:
            yield card, reply_tricks(position, size, lead, bit, _table())
        else:
            yield card, lead_tricks(position, size, bit, _table())


def standing(my_bid: int, their_bid: int, tricks: int) -> float:
    """The value of winning this number of tricks: 1 for a won game, -1 for a lost one, and a little for scores."""
    margin = score(my_bid, tricks) - score(their_bid, HAND - tricks)
    return (margin > 0) - (margin < 0) + MARGIN * margin
