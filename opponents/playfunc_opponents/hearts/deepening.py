"""deepening: the two-player search of `advanced` with a fifteenth of its positions.

It deepens trick by trick until they are used up: mostly two or three tricks, and further where few cards are left.
"""

from __future__ import annotations

from playfunc_opponents.hearts.advanced import searched
from playfunc_opponents.hearts.beliefs import attentive

NODES, ENDING_NODES = 20, 200
"""How many positions it looks at for one move, and for one with few cards left."""

play = attentive(lambda situation: searched(situation, NODES, ENDING_NODES))
"""The card that the search finds cheapest."""
