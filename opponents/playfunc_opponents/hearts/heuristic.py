"""heuristic: a rule of thumb that remembers who has won the points. It weighs one card at a time and looks at no other.

It leads its highest card without points: most tricks are still cheap, and a high card is a danger later. It ducks with
the highest card that loses, and discards the queen of spades, then hearts. A player that ducks every trick helps the
other to shoot the moon: once the other alone has points, it wins a trick of hearts to end that.
"""

from __future__ import annotations

from playfunc.games.hearts.fast.bits import (
    HEARTS,
    POINTS,
    SUIT_OF,
    legal,
    rank,
    singles,
    thumb_rule,
)

from playfunc_opponents.hearts.beliefs import SPADES, Situation, attentive
from playfunc_opponents.hearts.position import trick_place

ALARM = 3
"""With so many points the other player may be shooting the moon."""


def by_thumb(situation: Situation) -> int:
    """The card to lead, to stop a moon with, or to duck or discard."""
    cards = allowed(situation)
    if not situation.trick:
        return max(singles(cards), key=_lead_value)
    led, best = situation.trick[0], situation.trick[trick_place(situation.trick)]
    return _stopper(situation, cards) or thumb_rule(cards, SUIT_OF[led], best, last=True)


play = attentive(by_thumb)
"""The card that the rule names."""


def allowed(situation: Situation) -> int:
    """The legal cards."""
    lead = situation.trick[0] if situation.trick else 0
    beliefs = situation.beliefs
    return legal(situation.hand, SUIT_OF[lead], first=not beliefs.played, broken=beliefs.broken)


def _lead_value(card: int) -> tuple[bool, bool, int]:
    """Without points before with points; spades, which may catch the queen, last; the highest first."""
    return not card & POINTS, not card & SPADES, rank(card)


def _stopper(situation: Situation, cards: int) -> int:
    """The heart that wins a trick of hearts and so ends the other player's moon; 0 if there is none, or no danger."""
    (led,), (mine, others) = situation.trick, situation.beliefs.taken
    danger = led & HEARTS and not mine and others >= ALARM
    over = [card for card in singles(cards & HEARTS) if card > led]
    return over[-1] if danger and over else 0
