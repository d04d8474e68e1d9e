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
def stored(entry: int, low: int, high: int, memory: Any) -> tuple[int, int, int]:
    """What the table's entry says: the least and most points, and one more than the index of the best lead; `low`,
    `high` and 0 where the entry is -1."""
    if entry < 0:
        return low, high, 0
    found = memory[entry + 1]
    return (found & 255) - 64, (found >> 8 & 255) - 64, found >> 16 & 255


@compiled
def store(
    key: int,
    bucket: int,
    entry: int,
    target: int,
    value: int,
    bounds: tuple[int, int, int],
    best: int,
    size: int,
    memory: Any,
) -> None:
    """Write what the search for `target` found into the entry, or into one of the bucket where it is -1.

    `value` is the search's answer, `bounds` what `stored` said before, `best` the lead that came to the value (a set of
    one), `size` the number of cards in the leader's hand. Where the target is reached, no lead is better than another:
    the one that was stored stays.
    """
    least, most, tried = bounds
    if value >= target:
        least = max(least, value)
        best = 1 << (tried - 1) if tried else best
    else:
        most = min(most, value)
    if entry < 0:
        entry = entry_to_replace(bucket, memory)
    memory[entry] = key
    memory[entry + 1] = least + 64 | (most + 64) << 8 | (index_of(best) + 1) << 16 | size << 24


@compiled
def goal_of(moon: int, target: int, left: int) -> int:
    """What the target asks of a moon: 1 where the follower must be kept from it, 2 where the leader must shoot it."""
    if moon == 1 and target <= 0:
        return 1
    return 2 if moon == 2 and target > left else 0


@compiled
def nearest_value(target: int, moon: int, left: int) -> int:
    """The least value not below `target` that a position can have in which one player has all points so far."""
    if moon == 1 and target < 0:
        return 0
    return MOON if moon == 2 and target > left else target


@compiled
def without_answer(
    mine: int, live: int, queen: int, answer: int, over: bool, lane: int, queen_answered: bool
) -> tuple[int, int, int]:
    """Both hands and SQ once `answer` has left them too; `lane` is the lead's lane where the suit was followed, else
    0. The lead has left its lane, so that a higher answer stands one place lower by now."""
    card = answer >> 1 if over else answer
    if lane == 0:
        lane = lane_of(card)
    return drop(mine, card, lane), drop(live, card, lane), 0 if queen_answered else lower(queen, card, lane)


@compiled
def points_of(lead: int, answer: int, queen: int) -> int:
    """The points of a trick of two cards; `queen` is SQ's bit or 0."""
    points = (13 if queen in (lead, answer) else 0) + (1 if lead >= FIRST_HEART else 0)
    return points + (1 if answer >= FIRST_HEART else 0)


@compiled
def bounds(mine: int, live: int, moon: int, left: int, target: int, memory: Any) -> tuple[int, int]:
    """The least and most points to come to the leader, as far as they are known without a search. Facts of suits are
    looked up only where `target` lies between the plain bounds."""
    low, high = least_points(mine, live, moon, left), most_points(mine, live, moon, left)
    if low < target <= high:
        known = shared_facts(mine, live, memory)
        if known & DUCKED and moon >= 2:
            low = left
        if known & RUN and moon < 2:
            high = low = left - MOON
    return low, high


@compiled
def without_search(mine: int, live: int, moon: int, left: int, target: int, memory: Any) -> int:
    """What `at_least` may answer at once, or `NEVER` where it has to search."""
    if left == 0:
        return value_at_end(moon)
    low, high = bounds(mine, live, moon, left, target, memory)
    if low >= target:
        return low
    return high if high < target else NEVER


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
    entry = find_entry(key, bucket, memory)
    known = stored(entry, least_points(mine, live, moon, left), most_points(mine, live, moon, left), memory)
    if known[0] >= target:
        return known[0]
    if known[1] < target:
        return known[1]

    other, size, goal = live ^ mine, popcount(mine), goal_of(moon, target, left)
    frame = STACK + size * FRAME
    leads, lead_scores = frame + LEADS, frame + LEAD_SCORES
    answers, answer_scores = frame + ANSWERS, frame + ANSWER_SCORES
    count = list_leads(mine, other, queen, broken, goal, known[2], memory)

    value, best = NEVER, 0
    while count and value >= target:
        lead = take_best(leads, lead_scores, count, memory)
        count, leads, lead_scores = count - 1, leads + 1, lead_scores + 1
        lane = lane_of(lead)
        followed = lane if other & lane else 0
        answer_count = list_answers(lead, mine, other, queen, goal, memory)
        mine_after, live_after = drop(mine, lead, lane), drop(live, lead, lane)
        queen_after = lower(queen, lead, lane)
        worst, at = -NEVER, 0
        while at < answer_count and worst < target:
            answer = take_best(answers + at, answer_scores + at, answer_count - at, memory)
            at += 1
            over, cost = followed != 0 and answer > lead, points_of(lead, answer, queen)
            next_mine, next_live, next_queen = without_answer(
                mine_after, live_after, queen_after, answer, over, followed, queen == answer
            )
            next_moon = moon | (0 if cost == 0 else 2 if over else 1)
            next_broken = 1 if broken or lead >= FIRST_HEART or answer >= FIRST_HEART else 0
            next_left, next_target = left - cost, target - cost
            if over:  # the other player leads, and asks whether this one gets less than the target
                next_mine, next_moon = next_mine ^ next_live, swapped(next_moon)
                next_target = next_left - target + 1
            found = without_search(next_mine, next_live, next_moon, next_left, next_target, memory)
            if found == NEVER:
                goal_after = nearest_value(next_target, next_moon, next_left)
                found = at_least(next_mine, next_live, next_queen, next_moon, next_broken, goal_after, memory)
            worst = max(worst, next_left - found if over else cost + found)
        if worst < value:
            value, best = worst, lead
    store(key, bucket, entry, target, value, known, best, size, memory)
    return value


_HERE = Path(__file__).parent


def prepare(*, tell: bool = True) -> None:
    """Have it compiled and loaded (see `playfunc.compiled.warm`)."""
    compile_steps((("the solver", _search),), _HERE, tell=tell)


def _search() -> None:
    """One heart each, the leader's the higher: at least one point for the leader?"""
    one_each = 0b11 << 48
    at_least(1 << 49, one_each, 0, BOTH, 1, 1, new_memory(6))
