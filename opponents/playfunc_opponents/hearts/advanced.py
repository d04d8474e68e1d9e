"""advanced: searches as deep as its budget goes; where cards are hidden, it samples and plays them out.

With two players nothing is hidden from who remembers, so it deepens an alpha-beta search trick by trick
(`alphabeta`) until the budget is spent or the end of the hand is reached. That is four or five tricks at
first; from eight tricks before the end its play is nearly always exact. With four players it deals the
hidden cards at random many times, always in a way that fits what it has seen, and plays every choice to the
end by rule of thumb (`playouts`) in each deal: determinized Monte Carlo (Ginsberg, GIB: Imperfect information
in a computationally challenging game, JAIR 14, 2001).
"""

from __future__ import annotations

import math
from contextlib import suppress

from playfunc.cards import Card
from playfunc.games.hearts import Trick

from playfunc_opponents.hearts.alphabeta import OutOfNodes, Search
from playfunc_opponents.hearts.beliefs import Beliefs, Situation, look, sample_hands
from playfunc_opponents.hearts.bits import card_of, rank
from playfunc_opponents.hearts.playouts import playout
from playfunc_opponents.hearts.position import Position, estimate, position_of

__all__ = ["play"]

NODES = 300
"""How many positions the two-player search looks at for one move."""

ENDING, ENDING_NODES = 8, 3000
"""From hands of so many cards on it looks at more, to play the ending exactly."""

PLAYOUTS = 400
"""How many playouts one move is worth with four players, over all choices together."""

NOISE = 0.2
"""The chance of a random card in a playout."""


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Beliefs] | None
) -> tuple[Card, Beliefs]:
    """The card that the search or the playouts find cheapest; memory is what the tricks have told."""
    situation = look(player_id, hand, trick, previous)
    position = position_of(situation, sample_hands(situation))
    choices = sorted(position.choices(), key=rank, reverse=True)
    if len(choices) == 1:
        card = choices[0]
    elif situation.seats == 2:
        card = deepened(position, choices)
    else:
        card = played_out(situation, choices)
    return card_of(card), situation.beliefs


def deepened(position: Position, choices: list[int]) -> int:
    """The best choice by iterative deepening, one trick further each time.

    The best so far is always looked at first and stays in front, so that an iteration which runs out of
    nodes has still not made the answer worse.
    """
    size = position.hands[0].bit_count()
    search = Search(ENDING_NODES if size <= ENDING else NODES, estimate)
    with suppress(OutOfNodes):
        for stop in reversed(range(size)):
            search.look(stop)
            best = math.inf
            for card in tuple(choices):
                score = search.score(position.play(card), best)
                if score < best:
                    best = score
                    choices.remove(card)
                    choices.insert(0, card)
    return choices[0]


def played_out(situation: Situation, choices: list[int]) -> int:
    """The choice with the fewest points over playouts, every choice in the same deals."""
    points = dict.fromkeys(choices, 0)
    for _ in range(PLAYOUTS // len(choices)):
        position = position_of(situation, sample_hands(situation))
        for card in choices:
            points[card] += playout(position.play(card), NOISE)[0]
    return min(choices, key=points.__getitem__)
