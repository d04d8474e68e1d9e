"""How long the opponents think a move, and how strong `advanced` is beside the strongest published player.

That player is `benchmarks.xinxin`, which we wrote anew from its description. To measure against the published C++
program itself, build it with a `main` that answers lines (docs/programs.md, "The text form"), and name it:

    XINXIN=path/to/program python -m benchmarks tiers
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Any, get_type_hints

from playfunc.games.hearts import Hearts
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng, rotations
from playfunc.player import FunctionPlayer, Player
from playfunc.statistics import Interval, mean_interval
from playfunc_autograder.programs import program_player
from playfunc_checks.budget import Limits
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
    rows.append(
        (
            "`advanced` against three of our rewriting of xinxin, 333 × 30",
            f"{mine:.3g} and {theirs:.3g} ms a move",
            _told(better),
        )
    )
    if program := os.environ.get("XINXIN"):
        better, mine, theirs = against_program(program)
        name = f"`advanced` against three of the program {Path(program).name}"
        rows.append((name, f"{mine:.3g} and {theirs:.3g} ms a move", _told(better)))
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
    rules, theirs = Hearts(4), Timed(xinxin.play)
    better, mine = _against(theirs.player(rules, "xinxin"), deals)
    return better, mine, theirs.milliseconds


def against_program(command: str, deals: int = DEALS) -> tuple[Interval, float, float]:
    """The same against a program that answers lines. Raises `ProgramError`."""
    limits = Limits(move_seconds=60.0, total_seconds=1e6)
    program = program_player(f"exec-lines:{command}", Hearts(4), called="xinxin", limits=limits)
    with program:
        better, mine = _against(program, deals)
        # Each deal is played from four seats, by three of them, of thirteen cards each.
        return better, mine, 1000 * program.cpu_seconds / (deals * 4 * 3 * 13)


def _against(other: Player, deals: int) -> tuple[Interval, float]:
    """By how much `advanced` does better than three of another player, and its milliseconds a move."""
    rules, mine = Hearts(4), Timed(advanced.play)
    players = [mine.player(rules, "advanced"), *[other] * 3]
    margins = []
    for number in range(deals):
        tables = rotations(rules, rules.deal(deal_rng("published", number)), players)
        records = play_games(rules, tables, "stop")
        if faults := [fault for record in records for fault in record.faults]:
            raise faults[0].as_error()
        scores = [record.scores or () for record in records]
        margins.append(sum((sum(each) - 4 * each[seat]) / 3 for seat, each in enumerate(scores)) / 4)
    return mean_interval(margins), mine.milliseconds


def _told(better: Interval) -> str:
    return f"{better.mean:+.2f} ({better.low:+.2f} … {better.high:+.2f}), {better.count} deals"


def _play(rules: Hearts, states: Sequence[Any], players: Sequence[Player]) -> None:
    play_games(rules, [Table(state, tuple(players)) for state in states])
