"""Two-player search with all cards known: alpha-beta from trick to trick, with a table of what was found.

Every value is what the player to lead will score in the end; the other scores the rest of 26, so that
turning the table round is `MOON - value`. A position is known by its two hands and the points the leader has
won: the points in the hands are still to come, the follower has the others, and whether hearts are broken
can be read off the hands, which hold all thirteen until then. Different orders of play that meet in one
position are looked at once (a transposition table; of two positions with the same place the later one stays).

Values are whole numbers, thousandths of a point, so that they are the same everywhere. (numba compiles a
function once more for every argument that is a constant, and code of a recursive function that was compiled so
cannot be loaded again: constants are handed over as `i64(…)`.)"""

from __future__ import annotations

from typing import Any

from playfunc.compiled.native import compiled, i64, zeros
from playfunc.compiled.words import highest, index_of, popcount
from playfunc.games.hearts.fast import bits
from playfunc.games.hearts.fast.bits import ALL, HEARTS
from playfunc.games.hearts.fast.positions import legal, points, suit_of

distinct = compiled(bits.distinct)


@compiled
def by_rank(cards: int, order: Any) -> int:
    """Writes the cards into the array `order`, the highest rank first; returns how many."""
    count = 0
    while cards:
        card = cards & -cards
        cards ^= card
        rank, place = index_of(card) % 13, count
        while place > 0 and index_of(order[place - 1]) % 13 < rank:
            order[place] = order[place - 1]
            place -= 1
        order[place] = card
        count += 1
    return count


POINT = 1000
"""One point of Hearts in the values here."""

MOON = 26 * POINT
WORST = 2 * MOON
"""Above every value."""

_BITS = 12
_LEAD, _FOLLOW, _WON, _STOP, _BEST, _LEAST, _MOST, _ENTRY = range(8)
_MIX1, _MIX2, _MIX3 = 0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9, 0x14D049BB133111EB
_WORD = 2**63 - 1


@compiled
def estimate(won: int, lost: int, left: int) -> int:
    """What a player with `won` points may score against one with `lost`, with `left` in the hands; exact when
    nothing is left.

    An even share of what is left, and the danger of a moon: while one player alone has points, the chance
    that it takes them all is put at the square of its share of the 26.
    """
    most = max(won, lost)
    even = won * POINT + left * POINT // 2
    if most + left < 26:
        return even
    danger = most * most * POINT // 676
    moon = 0 if won == most else MOON
    return ((POINT - danger) * even + danger * moon) // POINT


@compiled
def remembered(
    place: int, lead: int, follow: int, won: int, left: int, stop: int, memo: Any
) -> tuple[int, int, int]:
    """The least and the most that the leader can score, as far as the table says, and its best card there, or 0."""
    least = won * POINT if won + left < 26 else 0
    most = (won + left) * POINT if won else MOON
    if (
        place < 0
        or memo[place + _LEAD] != lead
        or memo[place + _FOLLOW] != follow
        or memo[place + _WON] != won
    ):
        return least, most, 0
    if memo[place + _STOP] == stop + 1:
        least, most = memo[place + _LEAST], memo[place + _MOST]
    return least, most, memo[place + _BEST]


@compiled
def value(
    lead: int, follow: int, won: int, only: int, low: int, high: int, stop: int, memo: Any, budget: Any
) -> int:
    """The leader's score: exact between `low` and `high`, else a bound on the same side of them.

    `lead` and `follow` are hands, `won` the leader's points, `only` the one card that it may lead (0: any);
    hands of `stop` cards are estimated. `budget` holds how many positions may still be looked at; it is -1
    once that was too few, and the value is void.
    """
    left = points(lead | follow)
    if left == 0:
        return MOON - won * POINT if won == 0 or won == 26 else won * POINT
    if popcount(lead) <= stop:
        return estimate(won, 26 - left - won, left)
    place = _ENTRY * (((lead * _MIX1 + follow * _MIX2 + won * _MIX3) & _WORD) >> (63 - _BITS))
    least, most, wanted = remembered(i64(-1) if only else place, lead, follow, won, left, stop, memo)
    if least >= high or least == most:
        return least
    if most <= low:
        return most
    if budget[0] <= 0:
        budget[0] = -1
        return 0
    budget[0] -= 1
    low, high = max(low, least), min(high, most)
    first, broken = lead | follow == ALL, HEARTS & ~(lead | follow) != 0
    cards = only if only else distinct(legal(lead, 0, first, broken), follow)
    found, best, wanted = WORST, 0, wanted & cards
    while cards and found > low:
        card = wanted if wanted else cards & -cards
        cards, wanted = cards ^ card, 0
        suit, roof, worst = suit_of(card), min(found, high), -1
        replies = distinct(legal(follow, suit, first, False), lead)
        while replies and worst < roof:
            reply = highest(replies)
            replies ^= reply
            now, floor = won + points(card | reply), max(worst, low)
            if reply & suit and reply > card:  # the table is turned round, and the bounds with it
                theirs, low_after, high_after = 26 - left - won + now - won, MOON - roof, MOON - floor
                score = MOON - value(
                    follow ^ reply, lead ^ card, theirs, i64(0), low_after, high_after, stop, memo, budget
                )
            else:
                score = value(lead ^ card, follow ^ reply, now, i64(0), floor, roof, stop, memo, budget)
            if budget[0] < 0:
                return 0
            worst = max(worst, score)
        if worst < found:
            found, best = worst, card
    if not only:
        memo[place + _LEAD], memo[place + _FOLLOW], memo[place + _WON] = lead, follow, won
        memo[place + _STOP], memo[place + _BEST] = stop + 1, best
        memo[place + _LEAST] = found if found > low else least
        memo[place + _MOST] = found if found < high else most
    return found


@compiled
def score(
    mine: int,
    other: int,
    led: int,
    card: int,
    taken: int,
    lost: int,
    high: int,
    stop: int,
    memo: Any,
    budget: Any,
) -> int:
    """What I score if I play `card`, if that is less than `high`; otherwise something not less. `led` is the card on
    the table, 0 when I lead; `taken` and `lost` are my points and the other's."""
    if not led:
        return value(mine, other, taken, card, i64(0), high, stop, memo, budget)
    paid = points(card | led)
    if card & suit_of(led) and card > led:
        return value(mine ^ card, other, taken + paid, i64(0), i64(0), high, stop, memo, budget)
    return MOON - value(other, mine ^ card, lost + paid, i64(0), MOON - high, i64(MOON), stop, memo, budget)


@compiled
def _deepened(
    mine: int, other: int, led: int, taken: int, lost: int, order: Any, memo: Any, budget: Any
) -> int:
    """The best choice by iterative deepening, one trick further each time.

    The best so far is always looked at first and stays in front, so that an iteration which runs out of
    positions has still not made the answer worse.
    """
    live = mine | other | led
    lead = suit_of(led) if led else 0
    choices = legal(mine, lead, live == ALL, HEARTS & ~live != 0)
    count = by_rank(distinct(choices, other | led), order)
    if count == 1:
        return order[0]
    stop = popcount(mine)
    while stop > 0:
        stop -= 1
        best = i64(WORST)
        for place in range(count):
            card = order[place]
            found = score(mine, other, led, card, taken, lost, best, stop, memo, budget)
            if budget[0] < 0:
                return order[0]
            if found < best:
                best = found
                for back in range(place, 0, -1):
                    order[back] = order[back - 1]
                order[0] = card
    return order[0]


def fresh_memo() -> Any:
    """An empty table of positions."""
    return zeros(_ENTRY << _BITS)


def best_card(mine: int, other: int, led: int, taken: int, lost: int, nodes: int) -> int:
    """The card to play from `mine`, a set of one, looking at `nodes` positions at most. Sets of cards; `led` is the
    card on the table or 0, `taken` and `lost` are my points and the other's."""
    budget = zeros(1)
    budget[0] = nodes
    return int(_deepened(mine, other, led, taken, lost, zeros(27), fresh_memo(), budget))
