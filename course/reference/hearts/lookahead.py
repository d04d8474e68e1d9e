"""Step 5 of the assignment: with two players the other hand is known, so look ahead.

Alpha-beta from trick to trick: to the end of the hand once seven cards are left, three tricks ahead before.
Where it stops, an even share of the points is expected, and the danger of a moon. Cards that come to the
same are tried once. With four players, where nothing is certain, it goes by a rule of thumb.
"""

from dataclasses import dataclass

from playfunc import DECK, Card, Trick, trick_points, trick_winner

# A set of cards is a number, its bit i the card DECK[i]. So within a suit the larger bit is the higher card.
ALL, QUEEN = (1 << 52) - 1, 1 << Card("SQ").index
SUITS = [0x1FFF << 13 * number for number in range(4)]
HEARTS = SUITS[3]
TO_THE_END, AHEAD = 7, 3


def bits(cards) -> int:
    return sum(1 << card.index for card in cards)


def cards_in(cards: int) -> list[int]:
    """The cards of a set one by one, the lowest first."""
    found = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found


def suit_of(card: int) -> int:
    return SUITS[(card.bit_length() - 1) // 13]


def price(cards: int) -> int:
    return (cards & HEARTS).bit_count() + (13 if cards & QUEEN else 0)


def legal(hand: int, led: int, first: bool, broken: bool) -> int:
    """The legal cards of `hand`; `led` is the card led, 0 if there is none."""
    if led:
        return hand & suit_of(led) or (first and hand & ~(HEARTS | QUEEN)) or hand
    if first:
        return 1
    return hand if broken else hand & ~HEARTS or hand


def different(options: int, others: int) -> list[int]:
    """The lowest of every group of options that come to the same: no card of `others` is between them."""
    found = []
    below = 0
    for card in cards_in(options):
        same = below and suit_of(below) == suit_of(card) and QUEEN not in (card, below)
        if not same or others & (card - below):
            found.append(card)
        below = card
    return found


@dataclass(frozen=True)
class Memory:
    """`gone`: the cards of all complete tricks. `taken`: points by seat, 0 is me, 1 plays after me."""

    gone: int
    taken: tuple[int, ...]


def remember(player_id: str, hand: tuple[Card, ...], previous: tuple[Trick, Memory] | None) -> Memory:
    if previous is None:
        return Memory(0, (0,) * (52 // len(hand)))
    trick, old = previous
    names = [name for _, name in trick]
    taken = list(old.taken)
    taken[(names.index(trick_winner(trick)) - names.index(player_id)) % len(names)] += trick_points(trick)
    return Memory(old.gone | bits(card for card, _ in trick), tuple(taken))


def estimate(won: int, left: int) -> float:
    """What who leads may score: `won` so far, half of what is `left`, and the danger of a moon."""
    lost = 26 - left - won
    even = won + left / 2
    if won and lost:
        return even
    danger = (max(won, lost) / 26) ** 2
    return even + danger * ((26 if lost else 0) - even)


def value(lead: int, follow: int, won: int, low: float, high: float, stop: int) -> float:
    """The final score of who leads, as far as it lies between `low` and `high`.

    `lead` and `follow` are the two hands, `won` the points of who leads, `stop` the size of hands to stop at.
    """
    left = price(lead | follow)
    if not left:
        return 26 - won if won in (0, 26) else won
    if lead.bit_count() <= stop:
        return estimate(won, left)
    broken = HEARTS & ~(lead | follow) != 0
    for card in different(legal(lead, 0, lead | follow == ALL, broken), follow):
        high = min(high, answered(lead, follow, won, card, low, high, stop))
        if high <= low:
            break
    return high


def answered(lead: int, follow: int, won: int, card: int, low: float, high: float, stop: int) -> float:
    """The same once `card`, still among `lead`, has been led."""
    replies = different(legal(follow, card, lead | follow == ALL, True), lead)
    for reply in reversed(replies):
        won_now = price(card | reply)
        if reply > card and reply & suit_of(card):
            theirs = 26 - price(lead | follow) - won + won_now
            score = 26 - value(follow ^ reply, lead ^ card, theirs, 26 - high, 26 - low, stop)
        else:
            score = value(lead ^ card, follow ^ reply, won + won_now, low, high, stop)
        low = max(low, score)
        if low >= high:
            break
    return low


def cost(
    card: int, mine: int, other: int, table: int, taken: tuple[int, ...], best: float, stop: int
) -> float:
    """What `card` costs me, if less than `best`."""
    if not table:
        return answered(mine, other, taken[0], card, 0, best, stop)
    won = price(card | table)
    if card > table and card & suit_of(table):
        return value(mine ^ card, other, taken[0] + won, 0, best, stop)
    return 26 - value(other, mine ^ card, taken[1] + won, 26 - best, 26, stop)


def look_ahead(mine: int, other: int, table: int, taken: tuple[int, ...], options: list[int]) -> int:
    """The option that costs me least, the highest of equals."""
    size = mine.bit_count()
    stop = 0 if size <= TO_THE_END else size - AHEAD
    best, chosen = 99.0, options[0]
    for card in options:
        this = cost(card, mine, other, table, taken, best, stop)
        if this < best:
            best, chosen = this, card
    return chosen


def rule_of_thumb(options: list[int], led: int, table: int) -> int:
    """Duck with the highest card that loses, throw away points, lead low. `options` the highest first."""
    if not led:
        return options[-1]
    if not options[0] & suit_of(led):
        return max(options, key=price)
    top = max(card for card in cards_in(table) if card & suit_of(led))
    return next((card for card in options if card < top), options[0])


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Memory] | None
) -> tuple[Card, Memory]:
    memory = remember(player_id, hand, previous)
    mine, table = bits(hand), bits(card for card, _ in trick)
    other = ALL & ~(memory.gone | mine | table)
    led = 1 << trick[0][0].index if trick else 0
    allowed = legal(mine, led, previous is None, memory.gone & HEARTS != 0)
    options = sorted(
        different(allowed, other | table), key=lambda card: (card.bit_length() - 1) % 13, reverse=True
    )
    if len(options) == 1:
        card = options[0]
    elif len(memory.taken) == 2:
        card = look_ahead(mine, other, table, memory.taken, options)
    else:
        card = rule_of_thumb(options, led, table)
    return DECK[card.bit_length() - 1], memory
