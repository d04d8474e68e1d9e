"""minmax: bids what its cards are worth on average, and looks two tricks ahead in one deal it imagines.

It deals the other hand at random once for every move, in a way that fits the cards it has seen
("determinization"), and plays for tricks against the worst replies, whatever was bid. Beyond the two tricks it
counts only those that the leader cannot lose.
"""

from __future__ import annotations

from playfunc.cards import WhistCard
from playfunc.compiled.native import compiled
from playfunc.games.skullwhist import HAND, Bids, Trick, legal_cards

from playfunc_opponents.skullwhist.solver import (
    BITS,
    after,
    beats,
    bit_of,
    highest,
    leads,
    position_of,
    replies,
    sure_tricks,
    swapped,
)
from playfunc_opponents.skullwhist.worlds import Beliefs, begin, expected_tricks, look, other_hands

TRICKS = 2
"""How many tricks it looks at, the current one included."""


def bid(player_id: str, opponent_id: str, hand: tuple[WhistCard, ...]) -> tuple[int, Beliefs]:
    """The expected number of tricks, rounded."""
    return min(max(round(expected_tricks(hand)), 1), HAND), begin(hand)


def play(
    player_id: str, hand: tuple[WhistCard, ...], trick: Trick, bids: Bids, previous: tuple[Trick, Beliefs]
) -> tuple[WhistCard, Beliefs]:
    """The card with the best worst case; of equals the lowest."""
    beliefs = look(player_id, trick, previous)
    choices = legal_cards(hand, trick)
    if len(choices) == 1:
        return choices[0], beliefs
    (other,) = other_hands(beliefs, len(hand) - len(trick), None, 1)
    mine, theirs = [card.index for card in hand], [card.index for card, _ in trick] + [c.index for c in other]
    held = {*mine, *theirs}
    if trick:
        position, lead = position_of(theirs, mine), bit_of(trick[0][0].index, held)
        worth = {c: -after_reply(position, lead, bit_of(c.index, held), TRICKS) for c in choices}
    else:
        position = position_of(mine, theirs)
        worth = {c: worst_reply(position, bit_of(c.index, held), TRICKS) for c in choices}
    return max(choices, key=lambda card: (worth[card], -card.value)), beliefs


@compiled
def look_ahead(position: int, depth: int) -> int:
    """Tricks of the leader beyond those of the other, `depth` tricks from here and those that are sure then."""
    if depth == 0 or not leads(position):
        return sure_tricks(position)
    best = -99
    options = leads(position)
    while options:
        lead = highest(options)
        options ^= 1 << lead
        worst = 99
        answers = replies(position, lead // BITS)
        while answers:
            reply = highest(answers)
            answers ^= 1 << reply
            rest = after(position, lead, reply)
            if beats(lead, reply):
                worst = min(worst, -1 - look_ahead(swapped(rest), depth - 1))
            else:
                worst = min(worst, 1 + look_ahead(rest, depth - 1))
        best = max(best, worst)
    return best


@compiled
def after_reply(position: int, lead: int, reply: int, depth: int) -> int:
    """The leader's tricks beyond the other's after this trick is played so."""
    rest = after(position, lead, reply)
    if beats(lead, reply):
        return -1 - look_ahead(swapped(rest), depth - 1)
    return 1 + look_ahead(rest, depth - 1)


@compiled
def worst_reply(position: int, lead: int, depth: int) -> int:
    """The leader's tricks beyond the other's after the worst reply to this lead."""
    worst = 99
    answers = replies(position, lead // BITS)
    while answers:
        reply = highest(answers)
        answers ^= 1 << reply
        worst = min(worst, after_reply(position, lead, reply, depth))
    return worst
