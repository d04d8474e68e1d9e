"""Step 7 of the assignment: `montecarlo` with more iterations, and with two players exact endings.

With two players the other hand is known, so from thirteen cards on nothing is imagined any more: alpha-beta to the
end of the hand, with a table of the positions met before (different orders of play meet in one position).
`playfunc calibrate` puts the text of `montecarlo` in place of the import, so `ITERATIONS` below counts in its search.
"""

from montecarlo import HEARTS, SUIT, Memory, bits, different, imagine, legal, price, search
from playfunc import DECK, Card, Trick

ENDING = 13
"""With two players, hands of so many cards are played exactly."""

ITERATIONS = 1000


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
