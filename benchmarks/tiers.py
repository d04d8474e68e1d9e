"""How long the opponents think a move, and how strong `advanced` is beside the strongest published player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time
from typing import Any, get_type_hints

from playfunc.duplicate import deal_rng, rotations
from playfunc.games.hearts import Hearts
from playfunc.match import Table, play_games
from playfunc.player import FunctionPlayer, Player
from playfunc.statistics import Interval, mean_interval
from playfunc_opponents import LADDERS
from playfunc_opponents.hearts import advanced, basic, minmax

from benchmarks import xinxin
from benchmarks.section import Section

FUNCTIONS = {"basic": basic.play, "minmax": minmax.play, "advanced": advanced.play}
HANDS = {2: 10, 4: 4}
"""Hands that the times are taken from, by the number of players."""

DEALS = 300
"""Deals against three of the published player, each from every seat."""


class Timed:
    """Counts the CPU seconds and calls of a PlayFunc."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.seconds, self.calls = 0.0, 0

    def player(self, rules: Hearts, name: str) -> Player:
        """The function as a player, its time counted here."""

        def play(*arguments: Any) -> Any:
            start = process_time()
            answer = self._function(*arguments)
            self.seconds += process_time() - start
            self.calls += 1
            return answer

        play.__annotations__ = {"return": get_type_hints(self._function)["return"]}
        return FunctionPlayer(play, rules, name=name, key=b"benchmark")

    @property
    def milliseconds(self) -> float:
        """CPU a call."""
        return 1000 * self.seconds / max(self.calls, 1)


def run() -> Section:
    """CPU milliseconds a move over whole hands of equals; strength by duplicate deals."""
    figures: dict[str, float | None] = {}
    rows: list[Sequence[str]] = []
    for seats in (2, 4):
        for tier in LADDERS["hearts"].tiers:
            found = milliseconds(FUNCTIONS[tier], seats)
            figures[f"{tier}{seats}_ms_per_move"] = found
            rows.append((f"`{tier}`, {seats} players", f"{found:.3g} ms a move", ""))
    better, mine, theirs = against_published()
    figures["advanced4_over_published_points"] = better.mean
    figures["published4_ms_per_move"] = theirs
    told = f"{better.mean:+.2f} ({better.low:+.2f} … {better.high:+.2f}), {better.count} deals"
    rows.append(
        ("`advanced` against three of xinxin, 333 × 30", f"{mine:.3g} and {theirs:.3g} ms a move", told)
    )
    return Section(
        "The opponents",
        ("player", "CPU", "points a hand better than the mean of the others, 95%"),
        rows,
        figures,
    )


def milliseconds(function: Callable[..., Any], seats: int) -> float:
    """The mean over all moves of some hands that the player plays against itself."""
    rules, timed = Hearts(seats), Timed(function)
    player = timed.player(rules, "player")
    _play(rules, [rules.deal(deal_rng("tiers", "warm"))], [player] * seats)
    timed.seconds, timed.calls = 0.0, 0
    _play(rules, [rules.deal(deal_rng("tiers", number)) for number in range(HANDS[seats])], [player] * seats)
    return timed.milliseconds


def against_published(deals: int = DEALS) -> tuple[Interval, float, float]:
    """By how much `advanced` does better than three of the published player, and both their milliseconds."""
    rules, mine, theirs = Hearts(4), Timed(advanced.play), Timed(xinxin.play)
    players = [mine.player(rules, "advanced"), *[theirs.player(rules, "xinxin")] * 3]
    margins = []
    for number in range(deals):
        tables = rotations(rules, rules.deal(deal_rng("published", number)), players)
        scores = [record.scores or (0.0,) * 4 for record in play_games(rules, tables)]
        margins.append(sum((sum(each) - 4 * each[seat]) / 3 for seat, each in enumerate(scores)) / 4)
    return mean_interval(margins), mine.milliseconds, theirs.milliseconds


def _play(rules: Hearts, states: Sequence[Any], players: Sequence[Player]) -> None:
    play_games(rules, [Table(state, tuple(players)) for state in states])
