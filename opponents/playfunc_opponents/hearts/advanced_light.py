"""advanced-light: advanced at a table of four, with a tenth of its thinking.

It takes advanced's place in a browser, where Python without numba would take more than a second for each of its cards.
"""

from __future__ import annotations

from playfunc.cards import Card
from playfunc.games.hearts import Trick
from playfunc.games.hearts.fast.bits import card_of

from playfunc_opponents.hearts.advanced import ITERATIONS, imagined
from playfunc_opponents.hearts.beliefs import Beliefs, look


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Beliefs] | None
) -> tuple[Card, Beliefs]:
    """As `advanced.play`, with a smaller tree."""
    situation = look(player_id, hand, trick, previous)
    return card_of(imagined(situation, ITERATIONS // 10)), situation.beliefs
