"""How long a contest takes, and how many deals a published budget of CPU time pays for: known before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from playfunc.measure import deal_rng
from playfunc.rules import Rules
from playfunc_checks.budget import Limits
from playfunc_checks.usual import usual_assignment

from playfunc_arena.formats import Format

MOST = 10
"""So many times a contest's usual number of deals at most: more say little more, and fill the disk."""

SHARED = 0.85
"""What each of several jobs does of what one alone does (`contest_jobs2_speedup` of `make bench` is twice that)."""


class BudgetError(ValueError):
    """A budget that pays for no contest; the message says which one would."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A contest before it starts: `deals` as `Format.rounds` takes them, `games` in all, the `cpu_seconds` of all
    players together that are expected, and the `expected_seconds` by the clock on a machine that has nothing else to
    do. The `allowance` is the total that each player may use: CPU seconds a deal, the same for all."""

    deals: int
    games: int
    cpu_seconds: float
    expected_seconds: float
    allowance: float


def plan(
    form: Format, cpu_a_game: Sequence[float], budget_seconds: float, jobs: int, most: int = MOST
) -> Plan:
    """The contest that a budget of CPU seconds pays for, between players that take so many CPU seconds a game; of at
    most so many times the usual number of deals.

    No player counts with more than its allowance, so a slow one cannot take the deals of all others. Raises
    `BudgetError` where the budget pays for no round.
    """
    a_deal = _cpu_a_deal(form, cpu_a_game)
    least = a_deal * form.step
    if budget_seconds < least:
        raise BudgetError(
            f"{budget_seconds:g} s of CPU time do not pay for one round between {len(cpu_a_game)} players, which is "
            f"expected to take {least:.1f} s: raise the budget, or let fewer players take part"
        )
    longest = form.whole(most * form.deals)
    whole = min(longest, int(budget_seconds / a_deal) if a_deal else longest)
    return expected(form, cpu_a_game, whole // form.step * form.step, jobs)


def expected(form: Format, cpu_a_game: Sequence[float], deals: int, jobs: int) -> Plan:
    """The contest of so many deals, rounded up to whole rounds, between players of so many CPU seconds a game."""
    players = len(cpu_a_game)
    deals = form.whole(deals)
    cpu = deals * _cpu_a_deal(form, cpu_a_game)
    return Plan(
        deals=deals,
        games=deals * form.games_in_all(players),
        cpu_seconds=cpu,
        expected_seconds=cpu / (SHARED * jobs if jobs > 1 else 1),
        allowance=_allowance(form, players),
    )


def _cpu_a_deal(form: Format, cpu_a_game: Sequence[float]) -> float:
    games, allowance = form.games_each(len(cpu_a_game)), _allowance(form, len(cpu_a_game))
    return fsum(min(games * cpu, allowance) for cpu in cpu_a_game)


def _allowance(form: Format, players: int) -> float:
    return form.games_each(players) * game_seconds(form.game)


def questions(rules: Rules[Any, Any, Any]) -> float:
    """What each player is asked in a game, about."""
    return rules.expected_moves(rules.deal(deal_rng("public", rules.name))) / rules.seats


def limits(game: str) -> Limits:
    """What a player may use in a contest of this game: published, and told before a contest starts."""
    return usual_assignment(game).published


def game_seconds(game: str) -> float:
    """The CPU seconds that a player may use a game, as a mean over many: what marking allows for, with its leniency,
    when each deal is played from both sides."""
    assignment = usual_assignment(game)
    return assignment.leniency * assignment.published.total_seconds / (2 * assignment.deals)
