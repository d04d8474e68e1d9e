"""deepening: the two-player search of `advanced` with a fifteenth of its positions.

It deepens trick by trick until they are used up: mostly two or three tricks, and further where few cards are left.
"""

from __future__ import annotations

from playfunc.cards import Card
from playfunc.games.hearts import Trick
from playfunc.games.hearts.fast.bits import card_of

from playfunc_opponents.hearts.advanced import searched
from playfunc_opponents.hearts.beliefs import Beliefs, look

NODES, ENDING_NODES = 20, 200
"""How many positions it looks at for one move, and for one with few cards left."""


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Beliefs] | None
) -> tuple[Card, Beliefs]:
    """The card that the search finds cheapest; memory is what the player knows from the tricks."""
    situation = look(player_id, hand, trick, previous)
    return card_of(searched(situation, NODES, ENDING_NODES)), situation.beliefs
