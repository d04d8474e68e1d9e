"""Four players: one search tree over many imagined worlds, compiled.

Information set Monte Carlo tree search (Cowling, Powley and Whitehouse, IEEE Trans. Comput. Intell. AI Games 4,
2012), every player for itself: an iteration takes a world, walks down the tree by UCB1 over the moves that the
world allows, adds a move, and has careless players finish the hand. A node is a row in an array of whole
numbers; luck, logarithms and results are whole numbers too, so that the tree is the same everywhere.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from playfunc.compiled.luck import fraction, next_luck, seed_luck
from playfunc.compiled.native import compiled, i64, zeros
from playfunc.compiled.words import nth, popcount
from playfunc.games.hearts.fast.bits import (
    BEST,
    HANDS,
    HEARTS,
    HOLDER,
    LED,
    PLAYED,
    SEATS,
    SIZE,
    SUIT_OF,
    TABLE,
    TAKEN,
    TURN,
)
from playfunc.games.hearts.fast.positions import legal, play

from playfunc_opponents.hearts.beliefs import Situation
from playfunc_opponents.hearts.fast.alphabeta import distinct
from playfunc_opponents.hearts.fast.determinization import imagine, play_out
from playfunc_opponents.hearts.position import trick_place

_CARD, _CHILD, _NEXT, _TRIES, _TOTAL, _NODE = range(6)
"""A node's row: the move, its first child, its next sibling, how often tried, and the sum of results."""

RESULT = 156
"""The best result of a hand, see `results`; the worst is 0."""

LOG = 2**20
"""The unit of logarithms: this number of parts is 1."""

CURIOSITY = 0.15
"""How much UCB1 looks at moves that it knows little of; results count from 0 to 1."""

CARELESS = 2**32 // 4
"""How often a hand is finished with a random card and not by the rule of thumb, as a part of 2^32."""

PER_WORLD = 20
"""Iterations in one world before the next is imagined."""


@compiled
def options(world: Any) -> int:
    """The legal cards of the seat to move, one of every group of equivalent cards."""
    turn, others = world[TURN], world[TABLE]
    for seat in range(world[SEATS]):
        if seat != turn:
            others |= world[HANDS + seat]
    played = world[PLAYED]
    return distinct(legal(world[HANDS + turn], world[LED], played == 0, played & HEARTS != 0), others)


@compiled
def result(world: Any, seat: int) -> int:
    """By how much the seat did better than the others, from 0 to `RESULT`, with the moon."""
    seats, mine = world[SEATS], world[TAKEN + seat]
    for other in range(seats):
        if world[TAKEN + other] == 26:
            return RESULT if other == seat else RESULT * 52 // 156
    return RESULT * (104 - 4 * mine) // 156


@compiled
def _child(tree: Any, node: int, allowed: int, logs: Any) -> int:
    """The child to walk to among the moves allowed, all of which have been tried: the highest by UCB1."""
    found, most = 0, -1.0
    log = logs[tree[node + _TRIES]] / LOG
    child = tree[node + _CHILD]
    while child:
        if tree[child + _CARD] & allowed:
            tries = tree[child + _TRIES]
            bound = tree[child + _TOTAL] / (RESULT * tries) + CURIOSITY * math.sqrt(log / tries)
            if bound > most:
                found, most = child, bound
        child = tree[child + _NEXT]
    return found


@compiled
def _iterate(world: Any, tree: Any, used: int, path: Any, logs: Any, luck: int) -> tuple[int, int]:
    """One iteration in a world, which is used up: `(rows used, luck)`."""
    node, depth, fresh = i64(0), 0, 0
    while world[HANDS + world[TURN]] and not fresh:
        allowed, child = options(world), tree[node + _CHILD]
        fresh = allowed
        while child:
            fresh &= ~tree[child + _CARD]
            child = tree[child + _NEXT]
        if fresh:
            luck = next_luck(luck)
            child, used = used, used + _NODE
            tree[child + _CARD] = nth(fresh, fraction(luck) * popcount(fresh) >> 32)
            tree[child + _NEXT], tree[node + _CHILD] = tree[node + _CHILD], child
        else:
            child = _child(tree, node, allowed, logs)
        path[2 * depth], path[2 * depth + 1] = child, world[TURN]
        depth += 1
        play(world, tree[child + _CARD])
        node = child
    luck = play_out(world, CARELESS, luck)
    tree[_TRIES] += 1
    for step in range(depth):
        node = path[2 * step]
        tree[node + _TRIES] += 1
        tree[node + _TOTAL] += result(world, path[2 * step + 1])
    return used, luck


@compiled
def _search(
    world: Any,
    unseen: int,
    room: Any,
    lacks: Any,
    iterations: int,
    scratch: Any,
    tree: Any,
    path: Any,
    logs: Any,
    luck: int,
) -> int:
    """The card tried most. The hands of the others in `world` are still to be imagined."""
    world[HANDS + 1] = unseen
    card, most, used = options(world), -1, i64(_NODE)
    if card & (card - 1) == 0:
        return card
    for iteration in range(iterations):
        if iteration % PER_WORLD == 0:
            luck = imagine(world, unseen, room, lacks, luck)
        for place in range(SIZE):
            scratch[place] = world[place]
        used, luck = _iterate(scratch, tree, used, path, logs, luck)
    child = tree[_CHILD]
    while child:
        if tree[child + _TRIES] > most:
            card, most = tree[child + _CARD], tree[child + _TRIES]
        child = tree[child + _NEXT]
    return card


@lru_cache
def _logs(count: int) -> Any:
    """Natural logarithms of 0 … count, in parts of `LOG`; that of 0 as 0."""
    logs = zeros(count + 1)
    for number in range(1, count + 1):
        logs[number] = int(math.log(number) * LOG)
    return logs


def most_tried(situation: Situation, seed: int, iterations: int) -> int:
    """The card to play, a set of one, after this number of iterations."""
    world, room, lacks = zeros(SIZE), zeros(4), zeros(4)
    world[SEATS], world[HANDS], world[PLAYED] = situation.seats, situation.hand, situation.beliefs.played
    for seat in range(situation.seats):
        world[TAKEN + seat], lacks[seat] = situation.beliefs.taken[seat], situation.beliefs.lacks[seat]
        room[seat] = situation.hand.bit_count() - (seat >= situation.leader > 0)
    if situation.trick:
        world[TABLE], world[LED] = sum(situation.trick), SUIT_OF[situation.trick[0]]
        place = trick_place(situation.trick)
        world[BEST], world[HOLDER] = situation.trick[place], situation.leader + place
    tree = zeros(_NODE * (iterations + 2))
    logs, luck = _logs(iterations + 1), seed_luck(seed)
    return int(
        _search(
            world, situation.unseen, room, lacks, iterations, zeros(SIZE), tree, zeros(2 * 54), logs, luck
        )
    )
