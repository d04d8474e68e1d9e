"""hasty: looks ahead as `minmax` does for about four cards of five; the others it plays as `heuristic` does."""

from __future__ import annotations

import random

from playfunc.cards import Card
from playfunc.games.hearts import Trick
from playfunc.games.hearts.fast.bits import card_of

from playfunc_opponents.hearts.beliefs import Beliefs, look
from playfunc_opponents.hearts.heuristic import by_thumb
from playfunc_opponents.hearts.minmax import safest

LOOKS_AHEAD = 0.82
"""The chance that it looks ahead for a card, drawn anew for each."""


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Beliefs] | None
) -> tuple[Card, Beliefs]:
    """The card of the search or of the rule; memory is what the player knows from the tricks."""
    situation = look(player_id, hand, trick, previous)
    choose = safest if random.random() < LOOKS_AHEAD else by_thumb
    return card_of(choose(situation)), situation.beliefs
