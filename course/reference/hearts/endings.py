"""Step 7 of the assignment: Monte Carlo tree search, and with two players exact endings.

Every iteration imagines where the hidden cards lie (with two players there is one way, the true one), walks
down a tree of moves by UCB1, adds one move to it, and lets careless players finish the hand. The move that
was tried most is played (Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search, 2012).
The careless players who finish the hand keep to a rule of thumb now and then. If they always do, plans come
out that work only against that rule; if they never do, plans that work only against fools.

With two players the other hand is known, so from thirteen cards on nothing is imagined any more: alpha-beta to the
end of the hand, with a table of the positions met before (different orders of play meet in one position).
"""

import random
from dataclasses import dataclass, field
from math import log, sqrt

from playfunc import DECK, Card, Trick, trick_points, trick_winner

ENDING = 13
"""With two players, hands of so many cards are played exactly."""

ITERATIONS = 1000
CARELESS = 0.8
"""How often a hand is finished with a random card and not by the rule of thumb."""
CURIOSITY = 0.7
"""How much UCB1 looks at what it knows little of; results are between 0 and 1."""

# A set of cards is a number, its bit i the card DECK[i]. So within a suit the larger bit is the higher card.
ALL, QUEEN = (1 << 52) - 1, 1 << Card("SQ").index
SUITS = [0x1FFF << 13 * number for number in range(4)]
HEARTS = SUITS[3]
DEAR = HEARTS | QUEEN
SUIT = {1 << index: SUITS[index // 13] for index in range(52)}
RANK = {1 << index: index % 13 for index in range(52)}


def bits(cards) -> int:
    return sum(1 << card.index for card in cards)


def cards_in(cards: int) -> list[int]:
    """The cards of a set one by one, the lowest first."""
    found = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found


def price(cards: int) -> int:
    return (cards & HEARTS).bit_count() + (13 if cards & QUEEN else 0)


def legal(hand: int, led: int, first: bool, broken: bool) -> int:
    """The legal cards of `hand`; `led` is the card led, 0 if there is none."""
    if led:
        return hand & SUIT[led] or (first and hand & ~(HEARTS | QUEEN)) or hand
    if first:
        return 1
    return hand if broken else hand & ~HEARTS or hand


def different(options: int, others: int) -> list[int]:
    """The lowest of every group of options that come to the same: no card of `others` is between them."""
    found = []
    below = 0
    for card in cards_in(options):
        same = below and SUIT[below] == SUIT[card] and QUEEN not in (card, below)
        if not same or others & (card - below):
            found.append(card)
        below = card
    return found


@dataclass(frozen=True)
class Memory:
    """What the complete tricks have told. Seats: 0 is me, 1 plays after me, and so on.

    gone: their cards; taken: points by seat; lacks: by seat, the suits (as sets of cards) it does not hold.
    """

    gone: int
    taken: tuple[int, ...]
    lacks: tuple[int, ...]


def remember(player_id: str, hand: tuple[Card, ...], previous: tuple[Trick, Memory] | None) -> Memory:
    if previous is None:
        seats = 52 // len(hand)
        return Memory(0, (0,) * seats, (0,) * seats)
    trick, old = previous
    names = [name for _, name in trick]
    seat = {name: (place - names.index(player_id)) % len(names) for place, name in enumerate(names)}
    led = SUIT[1 << trick[0][0].index]
    taken, lacks = list(old.taken), list(old.lacks)
    taken[seat[trick_winner(trick)]] += trick_points(trick)
    for card, name in trick:
        if not 1 << card.index & led:
            lacks[seat[name]] |= led
    return Memory(old.gone | bits(card for card, _ in trick), tuple(taken), tuple(lacks))


@dataclass
class World:
    """A hand with all cards known; changed by `play`. `table`: the cards of the trick, the lead first."""

    hands: list[int]
    table: list[int]
    turn: int
    taken: list[int]
    first: bool
    broken: bool

    def legal(self) -> int:
        return legal(self.hands[self.turn], self.table[0] if self.table else 0, self.first, self.broken)

    def options(self) -> list[int]:
        """The legal cards, one of every group that comes to the same."""
        mine = self.hands[self.turn]
        return different(self.legal(), (sum(self.hands) | sum(self.table)) & ~mine)

    def play(self, card: int) -> None:
        seats = len(self.hands)
        self.hands[self.turn] ^= card
        self.table.append(card)
        self.turn = (self.turn + 1) % seats
        if len(self.table) == seats:
            best = max(played for played in self.table if played & SUIT[self.table[0]])
            self.turn = (self.turn + self.table.index(best)) % seats
            cards = sum(self.table)
            self.taken[self.turn] += price(cards)
            self.broken = self.broken or cards & HEARTS != 0
            self.first, self.table = False, []

    def finish(self) -> list[float]:
        """Careless players play to the end; what each seat gets out of it, from 0 (all points) to 1."""
        hands, table, turn, taken = list(self.hands), list(self.table), self.turn, list(self.taken)
        first, broken, seats, left = self.first, self.broken, len(self.hands), 26 - sum(self.taken)
        draw = random.random
        while left:
            led = table[0] if table else 0
            card = allowed = legal(hands[turn], led, first, broken)
            if allowed & (allowed - 1):
                if draw() < CARELESS:
                    for _ in range(int(draw() * allowed.bit_count())):
                        allowed &= allowed - 1
                    card = allowed & -allowed
                else:
                    card = rule_of_thumb(allowed, led, table, len(table) == seats - 1)
            hands[turn] ^= card
            table.append(card)
            turn = turn + 1 if turn + 1 < seats else 0
            if len(table) == seats:
                suit, cards = SUIT[table[0]], sum(table)
                turn = (turn + table.index(1 << (cards & suit).bit_length() - 1)) % seats
                if cards & DEAR:
                    broken = broken or cards & HEARTS != 0
                    taken[turn] += price(cards)
                    left -= price(cards)
                first, table = False, []
        moon = 26 in taken
        return [1 - (26 - won if moon else won) / 26 for won in taken]


def rule_of_thumb(allowed: int, led: int, table: list[int], last: bool) -> int:
    """Lead low, duck with the highest card that loses, throw away the queen, then hearts, then what is high."""
    if not led:
        lowest = [allowed & suit & -(allowed & suit) for suit in SUITS if allowed & suit]
        return min(lowest, key=RANK.__getitem__)
    suit = SUIT[led]
    if allowed & suit:
        top = 1 << (sum(table) & suit).bit_length() - 1
        under = allowed & (top - 1)
        if under:
            return 1 << under.bit_length() - 1
        harmless = allowed & ~QUEEN or allowed
        return 1 << harmless.bit_length() - 1 if last else harmless & -harmless
    if allowed & QUEEN:
        return QUEEN
    if allowed & HEARTS:
        return 1 << allowed.bit_length() - 1
    return max(
        (1 << (allowed & suit).bit_length() - 1 for suit in SUITS if allowed & suit), key=RANK.__getitem__
    )


def imagine(mine: int, table: list[int], memory: Memory) -> World:
    """A way the hidden cards may lie: those that fit fewest players are dealt first, voids kept to if they can be."""
    seats = len(memory.taken)
    hidden = ALL & ~(memory.gone | mine | sum(table))
    leader = -len(table) % seats
    hands = [mine, hidden]
    if seats > 2:
        hands = [mine] + [0] * (seats - 1)
        room = [0] + [mine.bit_count() - (seat >= leader > 0) for seat in range(1, seats)]
        cards = cards_in(hidden)
        random.shuffle(cards)
        cards.sort(key=lambda card: sum(not card & lacks for lacks in memory.lacks[1:]))
        for card in cards:
            free = [seat for seat in range(1, seats) if room[seat]]
            fits = [seat for seat in free if not card & memory.lacks[seat]] or free
            seat = random.choices(fits, [room[seat] for seat in fits])[0]
            hands[seat] |= card
            room[seat] -= 1
    broken = memory.gone & HEARTS != 0
    return World(hands, list(table), 0, list(memory.taken), not memory.gone, broken)


@dataclass
class Node:
    """A move in the tree: how often it was tried, and what that gave the player who made it, in all."""

    card: int = 0
    tries: int = 0
    total: float = 0.0
    children: dict[int, "Node"] = field(default_factory=dict)


def descend(world: World, root: Node) -> list[tuple[Node, int]]:
    """Walk down the tree and one step out of it; the moves made, each with the seat that made it."""
    path = [(root, 0)]
    node = root
    while any(world.hands):
        options = world.options()
        fresh = [card for card in options if card not in node.children]
        seat = world.turn
        if fresh:
            card = random.choice(fresh)
            child = node.children[card] = Node(card)
        else:
            bonus = CURIOSITY * sqrt(log(node.tries + 1))
            child = max(
                (node.children[card] for card in options),
                key=lambda move: move.total / move.tries + bonus / sqrt(move.tries),
            )
        world.play(child.card)
        path.append((child, seat))
        node = child
        if fresh:
            break
    return path


def search(mine: int, table: list[int], memory: Memory) -> int:
    """The card that was tried most."""
    root = Node()
    for _ in range(ITERATIONS):
        world = imagine(mine, table, memory)
        path = descend(world, root)
        result = world.finish()
        for node, seat in path:
            node.tries += 1
            node.total += result[seat]
    return max(root.children.values(), key=lambda node: node.tries).card


class Ending:
    """The end of a hand of two, all cards known. Values are final scores of whoever leads, lower is better."""

    def __init__(self) -> None:
        self.bounds: dict[tuple[int, int, int], tuple[float, float]] = {}
        self.best: dict[tuple[int, int, int], int] = {}

    def choose(self, mine: int, other: int, table: int, taken: tuple[int, ...], options: list[int]) -> int:
        """The option that costs me least."""
        best, chosen = 99.0, options[0]
        for card in options:
            cost = self.cost(card, mine, other, table, taken, best)
            if cost < best:
                best, chosen = cost, card
        return chosen

    def cost(
        self, card: int, mine: int, other: int, table: int, taken: tuple[int, ...], best: float
    ) -> float:
        """What `card` costs me, if less than `best`."""
        if not table:
            return self.answered(mine, other, taken[0], card, 0, best)
        won = price(card | table)
        if card > table and card & SUIT[table]:
            return self.value(mine ^ card, other, taken[0] + won, 0, best)
        return 26 - self.value(other, mine ^ card, taken[1] + won, 26 - best, 26)

    def value(self, lead: int, follow: int, won: int, low: float, high: float) -> float:
        """Exact between `low` and `high`, else a bound on the same side of them."""
        left = price(lead | follow)
        if not left:
            return 26 - won if won in (0, 26) else won
        key = lead, follow, won
        least, most = self.bounds.get(key) or (won if won + left < 26 else 0, won + left if won else 26)
        if least >= high or most <= low or least == most:
            return least if least >= high else most
        low, high = max(low, least), min(high, most)
        broken = HEARTS & ~(lead | follow) != 0
        cards = different(legal(lead, 0, False, broken), follow)
        favourite = self.best.get(key)
        cards.sort(key=lambda card: card != favourite)
        best = 99.0
        for card in cards:
            cost = self.answered(lead, follow, won, card, low, min(best, high))
            if cost < best:
                best, self.best[key] = cost, card
            if best <= low:
                break
        self.bounds[key] = (best if best > low else least, best if best < high else most)
        return best

    def answered(self, lead: int, follow: int, won: int, card: int, low: float, high: float) -> float:
        """The same once `card`, still among `lead`, has been led."""
        worst = -1.0
        for reply in reversed(different(legal(follow, card, False, True), lead)):
            paid = price(card | reply)
            bar = max(worst, low)
            if reply > card and reply & SUIT[card]:
                theirs = 26 - price(lead | follow) - won + paid
                score = 26 - self.value(follow ^ reply, lead ^ card, theirs, 26 - high, 26 - bar)
            else:
                score = self.value(lead ^ card, follow ^ reply, won + paid, bar, high)
            worst = max(worst, score)
            if worst >= high:
                break
        return worst


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Memory] | None
) -> tuple[Card, Memory]:
    memory = remember(player_id, hand, previous)
    mine, table = bits(hand), [1 << card.index for card, _ in trick]
    world = imagine(mine, table, memory)
    options = world.options()
    if len(options) == 1:
        card = options[0]
    elif len(memory.taken) == 2 and len(hand) <= ENDING:
        card = Ending().choose(mine, world.hands[1], sum(table), memory.taken, options)
    else:
        card = search(mine, table, memory)
    return DECK[card.bit_length() - 1], memory
