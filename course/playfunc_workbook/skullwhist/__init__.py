"""What the SkullWhist notebook imports: `from playfunc_workbook.skullwhist import *`."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from playfunc import FunctionPlayer
from playfunc.cards import Suit, WhistCard
from playfunc.games.skullwhist import DECK, HAND, SkullWhist, legal_cards, score, trick_winner
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc.record import GameRecord, calls
from playfunc.show import Position
from playfunc.show.plots import GREY, WIDTH, Axis, Plot, bar, dot, drawing, line, text
from playfunc_opponents.skullwhist import basic

from playfunc_workbook.finding import Finding, State
from playfunc_workbook.players import Functions
from playfunc_workbook.skullwhist import exercises, worlds
from playfunc_workbook.skullwhist.target_advice import uncounted
from playfunc_workbook.view import Shown, finding_shown, stacked
from playfunc_workbook.workbook import Workbook


class SkullWhistWorkbook(Workbook):
    """Of players that are two functions, and lean on `legal`."""

    player = ("bid", "play")
    rules_deals = 2
    play_a_game = Workbook.play_a_hand

    def _advice(self, functions: Functions, records: Sequence[GameRecord]) -> Finding | None:
        return uncounted(functions, records)

    def _too_early(self, functions: Functions) -> Shown | None:
        """What to say while `play` leans on a `legal` that is still the stub."""
        play = functions["play"]
        legal = getattr(play, "__globals__", {}).get("legal")
        used = "legal" in getattr(getattr(play, "__code__", None), "co_names", ())
        if legal is None or not used or not exercises.is_unwritten_legal(legal):
            return None
        said = "First write `legal`, in step 1. Without it a player breaks the rules."
        return finding_shown(Finding(State.UNWRITTEN, said, exercise="Keeping to the rules"))


_cells = SkullWhistWorkbook("skullwhist").cells(exercises, worlds)
globals().update(_cells)
__all__ = [*_cells, "show_bids", "show_calls", "show_hand", "show_twins"]


def show_hand(seed: int = 1) -> Position:
    """A hand to bid on."""
    hand = public_hand(seed)
    return Position(hand, (), (), title=f"Hand {seed}: how many of the 13 tricks will it win?")


def show_bids(seed: int = 1, worlds: int = 200) -> Shown:
    """How many tricks the hand `seed` wins in sampled worlds, and the mean score of every bid in them."""
    return stacked(show_hand(seed), BidPlot(tricks_in_worlds(public_hand(seed), worlds, seed)))


def show_calls(trick: int = 4) -> Shown:
    """The arguments of one call of `bid` and of one of `play`, as Python values."""
    rules = SkullWhist()
    players = [
        FunctionPlayer({"bid": basic.bid, "play": basic.play}, rules, name=name) for name in exercises.NAMES
    ]
    record = play_game(rules, rules.deal(deal_rng("public", "call")), players)
    told = [call for seat, call, _ in calls(record) if seat == 0]
    texts = [
        f"{call.function}(\n" + "".join(_argument(name, value) for name, value in named) + ")"
        for call in (told[0], told[trick])
        for named in [
            zip(_ARGUMENTS[call.function], rules.projection.arguments(call, "what you kept"), strict=True)
        ]
    ]
    text = "\n\n".join(texts)
    return Shown(f"<pre style='overflow-x:auto;font-family:monospace;font-size:13px'>{text}</pre>", text)


def _argument(name: str, value: object) -> str:
    """An argument as Python text, broken between cards, so that no card is cut in two."""
    text = f"{name} = {value!r},"
    return (
        "\n".join(
            textwrap.wrap(text, 96, initial_indent="    ", subsequent_indent=" " * 8, break_long_words=False)
        )
        + "\n"
    )


_ARGUMENTS = {
    "bid": ("player_id", "opponent_id", "hand"),
    "play": ("player_id", "hand", "trick", "bids", "previous"),
}


def show_twins() -> Shown:
    """Two positions that a player without memory cannot tell apart."""
    return stacked(*worlds.twins())


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
class BidPlot(Plot):
    """Bars for how often each number of tricks was won; dots for the mean score of every bid in the same worlds."""

    tricks: tuple[int, ...]

    def mean_score(self, bid: int) -> float:
        return sum(score(bid, won) for won in self.tricks) / len(self.tricks)

    @property
    def best(self) -> int:
        return max(range(1, HAND + 1), key=self.mean_score)

    def svg(self) -> str:
        """Tricks above, bids below, on the same numbers."""
        across = Axis(0, HAND, 70, WIDTH - 30)
        return drawing(372, str(self), [*self._bars(across), *self._scores(across)])

    def _bars(self, across: Axis) -> list[str]:
        count, floor = Counter(self.tricks), 130.0
        most = max(count.values())
        parts = [text(8, 18, f"Tricks won in {len(self.tricks)} worlds, share of each number", colour=GREY)]
        for won in range(HAND + 1):
            x, height = across.place(won), 84 * count[won] / most
            parts.append(bar(x - 15, floor - height, 30, height, fill=_BLUE))
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
            line((50, zero), (WIDTH - 20, zero), stroke=GREY),
            text(44, zero + 4, "0", anchor="end", colour=GREY),
        ]
        for bid, value in values.items():
            x, y = across.place(bid), down.place(value)
            colour = _GREEN if bid == self.best else _RED if value < 0 else _BLUE
            parts.append(dot(x, y, 7 if bid == self.best else 5, fill=colour))
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
