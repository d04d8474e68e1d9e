"""advanced: searches as deep as its budget goes; where cards are hidden, it imagines them.

With two players nothing is hidden from who remembers, so it deepens an alpha-beta search trick by trick
(`fast.alphabeta`) until the budget is spent or the end of the hand is reached. That is four or five tricks at
first; from eight tricks before the end its play is nearly always exact. With four players it imagines the
hidden cards many times, always in a way that fits what it has seen and what players who think would have done
(`Beliefs.lacks`), and grows one search tree over all those worlds (`fast.tree`).

Budgets are positions and iterations, so it plays the same everywhere. Without numba it takes some hundred times
longer: about 20 ms a move with two players, one or two seconds with four.
"""

from __future__ import annotations

import random

from playfunc_opponents.hearts.beliefs import Situation, attentive

NODES = 300
"""How many positions the two-player search looks at for one move."""

ENDING, ENDING_NODES = 8, 3000
"""With hands of at most this number of cards it searches deeper, to play the ending exactly."""

ITERATIONS = 12000
"""How many hands are played out for one move with four players."""


def searched(situation: Situation, nodes: int = NODES, ending: int = ENDING_NODES) -> int:
    """The card that costs least against the best replies, as far as the search looks: at `nodes` positions, or
    `ending` with few cards left."""
    from playfunc_opponents.hearts.fast.alphabeta import best_card

    budget = ending if situation.hand.bit_count() <= ENDING else nodes
    led = situation.trick[0] if situation.trick else 0
    taken, lost = situation.beliefs.taken
    return best_card(situation.hand, situation.unseen, led, taken, lost, budget)


def imagined(situation: Situation, iterations: int = ITERATIONS) -> int:
    """The card tried most in a tree over imagined worlds."""
    from playfunc_opponents.hearts.fast.tree import most_tried

    return most_tried(situation, random.getrandbits(64), iterations)


play = attentive(lambda situation: (searched if situation.seats == 2 else imagined)(situation))
"""The card that the search finds cheapest."""
