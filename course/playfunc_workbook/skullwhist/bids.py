"""The picture of a bid: how many tricks a hand wins in sampled worlds, and what every bid scores then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from playfunc.cards import Suit, WhistCard
from playfunc.measure import deal_rng
from playfunc.games.skullwhist import DECK, HAND, legal_cards, score, trick_winner
from playfunc.show.markup import collapsed
from playfunc.show.plots import GREY, WIDTH, Axis, drawing, text

__all__ = ["BidPlot", "public_hand", "tricks_in_worlds"]

_GREEN, _BLUE, _RED = "#1c7a4f", "#0b57b7", "#c8102e"


def public_hand(seed: int) -> tuple[WhistCard, ...]:
    """A hand that everybody may look at."""
    return tuple(sorted(deal_rng("public", "a hand", seed).sample(DECK, HAND)))


def tricks_in_worlds(hand: Sequence[WhistCard], worlds: int, seed: int = 1) -> tuple[int, ...]:
    """How many tricks the hand wins against `worlds` random other hands, with alternate leads. A simple
    player sits on both sides: it wins as cheaply as it can and leads its highest card."""
    rng = deal_rng("public", "worlds", seed)
    unseen = [card for card in DECK if card not in hand]
    return tuple(_played(hand, rng.sample(unseen, HAND), number % 2) for number in range(worlds))


def _played(mine: Sequence[WhistCard], other: Sequence[WhistCard], leader: int) -> int:
    hands, tricks = (list(mine), list(other)), 0
    while hands[0]:
        lead = max(hands[leader], key=lambda card: card.value)
        options = legal_cards(hands[1 - leader], ((lead, leader),))
        winning = [o for o in options if trick_winner(((lead, 0), (o, 1)))]
        reply = min(winning or options, key=lambda card: (card.suit is Suit.SPADES, card.value))
        hands[leader].remove(lead)
        hands[1 - leader].remove(reply)
        leader = trick_winner(((lead, leader), (reply, 1 - leader)))
        tricks += leader == 0
    return tricks


@dataclass(frozen=True, slots=True)
class BidPlot:
    """Bars for how often each number of tricks was won; dots for the mean score of every bid in the same worlds."""

    tricks: tuple[int, ...]

    def mean_score(self, bid: int) -> float:
        return sum(score(bid, won) for won in self.tricks) / len(self.tricks)

    @property
    def best(self) -> int:
        return max(range(1, HAND + 1), key=self.mean_score)

    def _repr_html_(self) -> str:
        return f"<figure style='margin:6px 0'>{self.svg()}{collapsed('As text', str(self))}</figure>"

    def svg(self) -> str:
        """The picture as one `<svg>` element: tricks above, bids below, on the same numbers."""
        across = Axis(0, HAND, 70, WIDTH - 30)
        return drawing(372, str(self), [*self._bars(across), *self._scores(across)])

    def _bars(self, across: Axis) -> list[str]:
        count, floor = Counter(self.tricks), 130.0
        most = max(count.values())
        parts = [text(8, 18, f"Tricks won in {len(self.tricks)} worlds, share of each number", colour=GREY)]
        for won in range(HAND + 1):
            x, height = across.place(won), 84 * count[won] / most
            parts.append(
                f"<rect x='{x - 15:.1f}' y='{floor - height:.1f}' width='30' height='{height:.1f}' fill='{_BLUE}'/>"
            )
            parts.append(text(x, floor + 16, str(won), anchor="middle"))
            if count[won]:
                share = f"{count[won] / len(self.tricks):.0%}"
                parts.append(text(x, floor - height - 4, share, anchor="middle"))
        return parts

    def _scores(self, across: Axis) -> list[str]:
        values = {bid: self.mean_score(bid) for bid in range(1, HAND + 1)}
        down = Axis.around((min(values.values()), max(values.values())), 330, 204)
        zero = down.place(0)
        parts = [
            text(8, 168, "Mean score of every bid in these worlds", colour=GREY),
            f"<line x1='50' y1='{zero:.1f}' x2='{WIDTH - 20}' y2='{zero:.1f}' stroke='{GREY}'/>",
            text(44, zero + 4, "0", anchor="end", colour=GREY),
        ]
        for bid, value in values.items():
            x, y = across.place(bid), down.place(value)
            colour = _GREEN if bid == self.best else _RED if value < 0 else _BLUE
            parts.append(
                f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{7 if bid == self.best else 5}' fill='{colour}'/>"
            )
            beside = y + 20 if value < 0 else y - 10
            parts.append(text(x, beside, f"{value:.0f}", anchor="middle", colour=colour))
            parts.append(text(x, 364, str(bid), anchor="middle"))
        return parts

    def __str__(self) -> str:
        count, many = Counter(self.tricks), len(self.tricks)
        won = ", ".join(f"{n}: {count[n] / many:.0%}" for n in sorted(count))
        scores = ", ".join(f"{bid}: {self.mean_score(bid):.0f}" for bid in range(1, HAND + 1))
        mean = sum(self.tricks) / many
        return (
            f"In {many} worlds the mean of tricks won with this hand is {mean:.1f} ({won}).\n"
            f"Mean score by bid: {scores}.\nBest bid: {self.best}."
        )
