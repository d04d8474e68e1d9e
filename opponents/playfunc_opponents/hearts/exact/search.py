"""Alpha-beta from trick to trick, with a table of what was found: one compiled function.

It answers one question: do at least `target` points come to the leader? That takes fewer positions than the
value itself; a few such questions, each with the table that the last one filled, close in on the value
(Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth minimax algorithms, Artificial Intelligence 87,
1996).

Of cards that stand side by side in a lane and belong to one player only the lowest is looked at: they come
to the same, except for SQ and its neighbours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playfunc.compiled.native import NATIVE, compiled, zeros
from playfunc.compiled.warm import compile_steps
from playfunc.compiled.words import index_of, popcount

from playfunc_opponents.hearts.exact.lanes import (
    BOTH,
    DUCKED,
    HEARTS,
    LANE,
    MOON,
    RUN,
    WEIGHTS,
    drop,
    key_of,
    lane_of,
    lead_score,
    least_points,
    lower,
    marked,
    most_points,
    order_weights,
    points_left,
    reply_score,
    suit_facts,
)

__all__ = ["NODES", "at_least", "forget", "new_memory", "prepare"]


NODES = 0
"""The index of the count of positions in the memory."""
FACTS = 1 << 10
STACK = FACTS + (1 << 14)
FRAME = 128
"""For each number of cards: the leads, their scores, the answers to one lead and their scores."""
LEADS, LEAD_SCORES, ANSWERS, ANSWER_SCORES = 0, 32, 64, 96
TABLE = STACK + 32 * FRAME

NEVER = 127
"""More than any value."""

FIRST_HEART = 1 << 48


def new_memory(bits: int) -> Any:
    """All that a search writes to: a count of positions, weights, facts, room for its moves, and an empty
    table of 2^bits numbers, two an entry and four entries a bucket."""
    memory = zeros(TABLE + (1 << bits))
    for start, numbers in ((WEIGHTS, order_weights()), (FACTS, suit_facts())):
        for place, number in enumerate(numbers):
            memory[start + place] = number
    return memory


def forget(memory: Any) -> None:
    """Empty the table."""
    if NATIVE:
        memory[TABLE:] = 0
    else:
        memory[TABLE:] = [0] * (len(memory) - TABLE)


@compiled
def bucket_of(key: int, size: int) -> int:
    """Where the key's four entries begin, in a table of `size` numbers, a power of two."""
    mixed = (key & 0x7FFFFFFF) * 0x2E1B2134 ^ (key >> 31) * 0x1F35A7BD
    mixed ^= mixed >> 29
    return TABLE + (mixed & (size - 1) & ~7)


@compiled
def distinct(cards: int, hand: int, queen: int) -> int:
    """The lowest of every run of `cards`, which are whole suits of `hand`; SQ is a run of its own."""
    return cards & (~(hand << 1) | queen | queen << 1)


@compiled
def swapped(moon: int) -> int:
    """`moon` as the other player sees it."""
    return moon >> 1 | (moon & 1) << 1


@compiled
def take_best(items: int, scores: int, count: int, memory: Any) -> int:
    """Move the item with the highest score to the front and return it."""
    best = 0
    for place in range(1, count):
        if memory[scores + place] > memory[scores + best]:
            best = place
    item = memory[items + best]
    memory[items + best], memory[scores + best] = memory[items], memory[scores]
    return item


@compiled
def value_at_end(moon: int) -> int:
    """The leader's points to come when there are none: what a moon takes off or adds."""
    if moon == 1:
        return -MOON
    return MOON if moon == 2 else 0


@compiled
def list_leads(mine: int, other: int, queen: int, broken: int, goal: int, tried: int, memory: Any) -> int:
    """Write the distinct legal leads and their scores into the frame of the leader's hand; return how many.

    `mine` and `other` are hands, `queen` is SQ's bit or 0, `tried` one more than the index of the lead to search
    first, or 0.
    """
    frame = STACK + popcount(mine) * FRAME
    legal = mine if broken else mine & ~HEARTS
    rest = distinct(legal if legal else mine, mine, queen)
    count = 0
    while rest:
        card = rest & -rest
        rest ^= card
        score = 1 << 20
        if tried == 0 or card != 1 << (tried - 1):
            score = lead_score(goal, card, mine, other, queen, memory)
        memory[frame + LEADS + count], memory[frame + LEAD_SCORES + count] = card, score
        count += 1
    return count


@compiled
def list_answers(lead: int, mine: int, other: int, queen: int, goal: int, memory: Any) -> int:
    """Write the distinct answers of the hand `other` to `lead`, a set of one card of the hand `mine`, and their
    scores into the frame of the leader's hand; return how many."""
    frame = STACK + popcount(mine) * FRAME
    following = other & lane_of(lead)
    rest = distinct(following if following else other, other, queen)
    count = 0
    while rest:
        card = rest & -rest
        rest ^= card
        group = (1 if card > lead else 0) if following else 2
        memory[frame + ANSWERS + count] = card
        memory[frame + ANSWER_SCORES + count] = reply_score(goal, group, card, mine, other, queen, memory)
        count += 1
    return count


@compiled
def shared_facts(mine: int, live: int, memory: Any) -> int:
    """The facts (`DUCKED`, `RUN`) that hold in all four suits of the leader's hand `mine` among the `live` cards."""
    ends = marked(mine, live)
    return (
        memory[FACTS + (ends & LANE)]
        & memory[FACTS + (ends >> 16 & LANE)]
        & memory[FACTS + (ends >> 32 & LANE)]
        & memory[FACTS + (ends >> 48)]
    )


@compiled
def entry_to_replace(bucket: int, memory: Any) -> int:
    """The entry of the bucket with the fewest cards, an empty one first."""
    entry, smallest = bucket, NEVER
    for place in range(bucket, bucket + 8, 2):
        cards = (memory[place + 1] >> 24) if memory[place] else -1
        if cards < smallest:
            entry, smallest = place, cards
    return entry


@compiled
def find_entry(key: int, bucket: int, memory: Any) -> int:
    """The entry of the key in its bucket, or -1."""
    for place in range(bucket, bucket + 8, 2):
        if memory[place] == key:
            return place
    return -1


@compiled
def points_of(lead: int, answer: int, queen: int) -> int:
    """The points of a trick of two cards; `queen` is SQ's bit or 0."""
    points = (13 if queen in (lead, answer) else 0) + (1 if lead >= FIRST_HEART else 0)
    return points + (1 if answer >= FIRST_HEART else 0)


@compiled
def bounds(mine: int, live: int, moon: int, left: int, target: int, memory: Any) -> tuple[int, int]:
    """The least and most points to come to the leader, as far as they are known without a search.

    Facts of suits are looked up only where `target` lies between the plain bounds.
    """
    low, high = least_points(mine, live, moon, left), most_points(mine, live, moon, left)
    if low < target <= high:
        known = shared_facts(mine, live, memory)
        if known & DUCKED and moon >= 2:
            low = left
        if known & RUN and moon < 2:
            high = low = left - MOON
    return low, high


@compiled
def at_least(mine: int, live: int, queen: int, moon: int, broken: int, target: int, memory: Any) -> int:
    """A bound of the points to come to the leader: at least `target` and not more than the value, or below
    `target` and not less than the value.

    Precondition: there are points left, and `target` is above `least_points` and at most `most_points`.
    """
    memory[NODES] += 1
    left = points_left(live, queen)
    key = key_of(marked(mine, live), queen, moon, broken)
    bucket = bucket_of(key, len(memory) - TABLE)
    entry, tried = find_entry(key, bucket, memory), 0
    least, most = least_points(mine, live, moon, left), most_points(mine, live, moon, left)
    if entry >= 0:
        found = memory[entry + 1]
        least, most, tried = (found & 255) - 64, (found >> 8 & 255) - 64, found >> 16 & 255
        if least >= target:
            return least
        if most < target:
            return most

    other = live ^ mine
    size = popcount(mine)
    goal = 1 if moon == 1 and target <= 0 else 2 if moon == 2 and target > left else 0
    frame = STACK + size * FRAME
    leads, lead_scores = frame + LEADS, frame + LEAD_SCORES
    answers, answer_scores = frame + ANSWERS, frame + ANSWER_SCORES
    count = list_leads(mine, other, queen, broken, goal, tried, memory)

    value, best = NEVER, 0
    while count:
        lead = take_best(leads, lead_scores, count, memory)
        count -= 1
        leads += 1
        lead_scores += 1
        lane = lane_of(lead)
        following = other & lane
        answer_count = list_answers(lead, mine, other, queen, goal, memory)
        mine_after, live_after = drop(mine, lead, lane), drop(live, lead, lane)
        queen_after = lower(queen, lead, lane)
        worst, at = -NEVER, 0
        while at < answer_count and worst < target:
            answer = take_best(answers + at, answer_scores + at, answer_count - at, memory)
            at += 1
            over = following != 0 and answer > lead
            cost = points_of(lead, answer, queen)
            card = answer >> 1 if over else answer
            card_lane = lane if following else lane_of(card)
            next_mine, next_live = drop(mine_after, card, card_lane), drop(live_after, card, card_lane)
            next_queen = 0 if queen == answer else lower(queen_after, card, card_lane)
            next_left = left - cost
            next_moon = moon
            if cost:
                next_moon |= 2 if over else 1
            gained = 0 if over else cost
            if next_left == 0:
                found = gained + value_at_end(next_moon)
            else:
                next_broken = 1 if broken or lead >= FIRST_HEART or answer >= FIRST_HEART else 0
                next_target = target - cost
                if over:
                    next_mine ^= next_live
                    next_moon = swapped(next_moon)
                    next_target = next_left - target + 1
                low, high = bounds(next_mine, next_live, next_moon, next_left, next_target, memory)
                if low >= next_target:
                    found = low
                elif high < next_target:
                    found = high
                else:
                    if next_moon == 1 and next_target < 0:
                        next_target = 0
                    elif next_moon == 2 and next_target > next_left:
                        next_target = MOON
                    found = at_least(
                        next_mine, next_live, next_queen, next_moon, next_broken, next_target, memory
                    )
                found = next_left - found if over else gained + found
            worst = max(worst, found)
        if worst < value:
            value, best = worst, lead
            if value < target:
                break

    if value >= target:
        least = max(least, value)
        best = 1 << (tried - 1) if tried else best
    else:
        most = min(most, value)
    if entry < 0:
        entry = entry_to_replace(bucket, memory)
    memory[entry] = key
    memory[entry + 1] = least + 64 | (most + 64) << 8 | (index_of(best) + 1) << 16 | size << 24
    return value


_HERE = Path(__file__).parent


def prepare(*, tell: bool = True) -> None:
    """Have it compiled and loaded (see `playfunc.compiled.warm`)."""
    compile_steps((("the solver", _search),), _HERE, tell=tell)


def _search() -> None:
    """One heart each, the leader's the higher: at least one point for the leader?"""
    one_each = 0b11 << 48
    at_least(1 << 49, one_each, 0, BOTH, 1, 1, new_memory(6))
