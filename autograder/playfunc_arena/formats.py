"""Contests, made from each game's contest format (`Game.contests`): how players are paired, and what is scored."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from statistics import fmean
from typing import TypeAlias

from playfunc.game import ContestFormat, Game
from playfunc.games import GAMES

from playfunc_arena.outcomes import Outcome, points, wins, wins_alone
from playfunc_arena.schedules import Rounds, schedule

Values: TypeAlias = dict[int, dict[int, float]]
"""player → deal → what the player got there, on average over the deal's games."""

Differences: TypeAlias = dict[tuple[int, int], dict[int, float]]
"""A pair of players that met → deal → what the first got there less what the second got."""


@dataclass(frozen=True, slots=True)
class Format:
    """A contest of `game`. `rounds(players, deals, seed)` are its fixtures; for `games_each`, `games_in_all` and
    `step` see `playfunc_arena.schedules.Schedule`. `values(outcomes)` is what each player got, by player and deal, and
    `differences(outcomes)` by how much one got more than another where they met; `unit` says what that is, and
    `high` whether more of it wins. `deals` is how many are played by default, `least` the minimum number of
    players. A `complete` contest ranks by any number of deals: everyone meets everyone equally often.
    For `strangers`, `round_start`, `follow` and `parameters` see `playfunc.game.ContestFormat`."""

    game: str
    about: str
    rounds: Callable[[int, int, int], Rounds]
    games_each: Callable[[int], int]
    games_in_all: Callable[[int], int]
    values: Callable[[Sequence[Outcome]], Values]
    differences: Callable[[Sequence[Outcome]], Differences]
    unit: str
    deals: int
    complete: bool = False
    step: int = 1
    high: bool = True
    least: int = 2
    strangers: bool = False
    round_start: str = ""
    follow: str = ""
    parameters: Mapping[str, int] = dataclasses.field(default_factory=dict)

    def whole(self, deals: int) -> int:
        """How many deals are played where `deals` are asked for."""
        return -(-deals // self.step) * self.step


def mean_by_deal(value: Callable[[Outcome], Mapping[int, float]], outcomes: Sequence[Outcome]) -> Values:
    """What a player got in a deal, as the mean of `value` over the deal's games."""
    got: dict[int, dict[int, list[float]]] = {}
    for outcome in outcomes:
        for player, number in value(outcome).items():
            got.setdefault(player, {}).setdefault(outcome.fixture.deal, []).append(number)
    return {player: {deal: fmean(all_) for deal, all_ in by.items()} for player, by in got.items()}


def mean_differences(
    value: Callable[[Outcome], Mapping[int, float]], outcomes: Sequence[Outcome]
) -> Differences:
    """By how much a player's `value` was above another's, as the mean over the deal's games between them."""
    apart: dict[tuple[int, int], dict[int, list[float]]] = {}
    for outcome in outcomes:
        for (one, mine), (other, theirs) in combinations(sorted(value(outcome).items()), 2):
            apart.setdefault((one, other), {}).setdefault(outcome.fixture.deal, []).append(mine - theirs)
    return {pair: {deal: fmean(all_) for deal, all_ in by.items()} for pair, by in apart.items()}


def final_differences(said: ContestFormat, outcomes: Sequence[Outcome]) -> Differences:
    """By how many chips a player ended above another; in a run all play on the same terms, and count as having met."""
    left = sorted(final_chips(said, outcomes).items())
    return {
        (one, other): {run: mine[run] - theirs[run] for run in mine}
        for (one, mine), (other, theirs) in combinations(left, 2)
    }


def final_chips(said: ContestFormat, outcomes: Sequence[Outcome]) -> Values:
    """The chips after the last round that a player took part in; 0 for a run in which it went broke."""
    left: Values = {}
    for outcome in outcomes:
        for player, chips in points(outcome).items():
            left.setdefault(player, {})[outcome.fixture.deal] = chips if chips >= said.least_chips else 0.0
    return left


def contest_names() -> list[str]:
    """All contests of all games that can be loaded."""
    return [
        f"{name}-{ending}" if ending else name
        for name, found in GAMES.usable().items()
        for ending in found.contests
    ]


def contest_format(name: str) -> Format:
    """The contest of this name: a game's, or `hearts-four` for the one that Hearts calls "four".

    Raises `ValueError` with a sentence where there is none, or its game cannot be loaded.
    """
    return _format(*_found(name))


LADDER_DEALS = 50
"""Deals a player by default where a contest counts meetings instead, as a round robin does."""


def ladder_format(name: str) -> Format:
    """The same contest for fields of any size: instead of everyone against everyone, each player meets opponents that
    are drawn at random, for as many deals as every other. All are strangers: a ladder's pages tell everybody what the
    others are called, so players that were told at the table could lose to a friend, or play otherwise against ours.

    Raises `ValueError` as `contest_format` does.
    """
    game, said = _found(name)
    said = dataclasses.replace(said, strangers=True)
    if said.pairing in ("duplicate pairs", "round robin"):
        said = dataclasses.replace(
            said,
            pairing="random pairs",
            seats=2,
            about="random pairs, each deal from both sides",
            deals=max(said.deals, LADDER_DEALS),
        )
    return _format(game, said)


def _found(name: str) -> tuple[Game, ContestFormat]:
    start, _, ending = (name, "", "") if name in GAMES else name.rpartition("-")
    if start not in GAMES or ending not in GAMES[start].contests:
        raise ValueError(f"there is no contest {name!r}; known are {', '.join(contest_names())}")
    return GAMES[start], GAMES[start].contests[ending]


def _format(game: Game, said: ContestFormat) -> Format:
    counts_scores = said.value == "scores"
    values: Mapping[str, Callable[[Outcome], Mapping[int, float]]] = {
        "scores": points,
        "wins": partial(wins, sign=game.sign),
        "wins alone": partial(wins_alone, sign=game.sign),
    }
    scheduled, runs = schedule(said), said.pairing == "runs"
    return Format(
        game=game.name,
        about=said.about,
        rounds=scheduled.rounds,
        games_each=scheduled.games_each,
        games_in_all=scheduled.games_in_all,
        values=partial(final_chips, said) if runs else partial(mean_by_deal, values[said.value]),
        differences=partial(final_differences, said)
        if runs
        else partial(mean_differences, values[said.value]),
        unit=(game.unit or f"points a {game.played}") if counts_scores else f"wins a {game.played}",
        deals=said.deals,
        complete=said.pairing == "round robin",
        step=scheduled.step,
        high=not counts_scores or game.better == "high",
        least=said.seats if said.pairing == "random tables" else 2,
        strangers=said.strangers,
        round_start=said.round_start,
        follow=said.follow,
        parameters=said.parameters,
    )
