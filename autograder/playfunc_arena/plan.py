"""How long a contest takes, how many deals a published budget of CPU time pays for, and what one process of a player
sees."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import fsum
from typing import Any

from playfunc.measure import deal_rng
from playfunc.rules import Rules
from playfunc_checks.find_assignment import default_assignment
from playfunc_checks.submitted_player import Limits

from playfunc_arena.formats import Fixture, Format

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
    return default_assignment(game).published


def game_seconds(game: str) -> float:
    """The CPU seconds that a player may use a game, as a mean over many: what marking allows for, with its leniency,
    when each deal is played from both sides."""
    assignment = default_assignment(game)
    return assignment.leniency * assignment.published.total_seconds / (2 * assignment.deals)


# Fixtures → sittings, which are played in processes side by side: what one process of a player sees.
#
# A player's process sees each deal from one seat, once: of the playings of a deal each is in another sitting, and for
# each sitting every player gets a new process; or one for each game, where its trial found that it keeps something from
# game to game. Nothing here depends on how many jobs there are, or on time: a contest goes the same way on every
# machine.


QUESTIONS = 800
"""Questions to a player's process that are worth its start: with a player that answers in 0.1 ms they take ten times
as much CPU time in all (`worker_start_share` of `make bench`)."""

MOST_GAMES = 8192
"""Games in a chunk, of which the records are in memory together: about 10 KB each."""

MOST_SEATED = 200
"""Processes of players in a sitting. Each takes 4 MB of memory and four open files."""

Sitting = Sequence[int]
"""Games that are played in lockstep, each by its place among the fixtures."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """The fixtures `first` to before `end`, kept together or not at all; its sittings may be played in parallel."""

    first: int
    end: int
    sittings: tuple[Sitting, ...]


def chunks(
    fixtures: Sequence[Fixture],
    questions: Callable[[Fixture], float],
    *,
    matches: bool = False,
    apart: frozenset[int] = frozenset(),
) -> list[Chunk]:
    """The fixtures in runs of whole deals, just so long that processes are started seldom. `questions` are those to
    each player of a fixture, about. Where games between the same players are `matches`, in which they remember, one
    chunk holds all, and each match is in one sitting. Players that are kept `apart` have a process for each game or
    match."""
    if matches:
        return (
            [Chunk(0, len(fixtures), tuple(_match_sittings(fixtures, questions, apart)))] if fixtures else []
        )
    runs = _worth_starting(fixtures, questions)
    bounds = _bounds(fixtures, max(_even(runs), -(-len(fixtures) // MOST_GAMES)))
    return [
        Chunk(first, end, tuple(_sittings(fixtures, first, end, apart))) for first, end in pairwise(bounds)
    ]


def _match_sittings(
    fixtures: Sequence[Fixture], questions: Callable[[Fixture], float], apart: frozenset[int]
) -> Iterator[list[int]]:
    """Each is worth the processes that it starts. Nothing is dealt in matches, so a sitting holds any of them."""
    matches: dict[frozenset[int], list[int]] = {}
    for place, fixture in enumerate(fixtures):
        matches.setdefault(frozenset(fixture.players), []).append(place)
    firsts = [match[0] for match in matches.values()]
    players = len(frozenset().union(*matches))
    asked = sum(questions(fixture) * len(fixture.players) for fixture in fixtures)
    count = min(_even(int(asked / (QUESTIONS * players))), len(firsts))
    bounds = [number * len(firsts) // count for number in range(count + 1)]
    for first, end in pairwise(bounds):
        for part in _seated(fixtures, firsts[first:end], apart):
            yield sorted(place for each in part for place in matches[frozenset(fixtures[each].players)])


def _even(count: int) -> int:
    """About so many, but at least 1, and an even number of more: two jobs have the same to do."""
    return max(1, count - count % 2 if count > 1 else count)


def _worth_starting(fixtures: Sequence[Fixture], questions: Callable[[Fixture], float]) -> int:
    """Into how many runs of whole deals the fixtures can be cut, each worth the processes that it starts."""
    runs, so_far = 0, _Starts()
    for place, fixture in enumerate(fixtures):
        if so_far.are_worth_it and fixture.seed != fixtures[place - 1].seed:
            runs, so_far = runs + 1, _Starts()
        so_far.add(fixture, questions(fixture))
    return runs + so_far.are_worth_it


def _bounds(fixtures: Sequence[Fixture], count: int) -> list[int]:
    """Where about so many runs of whole deals begin, of about the same length, and where the last of them ends."""
    deals = [
        place for place, each in enumerate(fixtures) if not place or each.seed != fixtures[place - 1].seed
    ]
    wanted = (bisect_left(deals, number * len(fixtures) // count) for number in range(count))
    return [*sorted({deals[place] for place in wanted if place < len(deals)}), len(fixtures)]


@dataclass(slots=True)
class _Starts:
    """How often a run of fixtures starts a process, and what it asks."""

    started: set[tuple[int, int]] = field(default_factory=set)
    asked: float = 0.0
    before: Counter[str] = field(default_factory=Counter)

    def add(self, fixture: Fixture, questions: float) -> None:
        self.started |= {(self.before[fixture.seed], player) for player in fixture.players}
        self.before[fixture.seed] += 1
        self.asked += questions * len(fixture.players)

    @property
    def are_worth_it(self) -> bool:
        return self.asked >= QUESTIONS * len(self.started) > 0


def _sittings(fixtures: Sequence[Fixture], first: int, end: int, apart: frozenset[int]) -> list[list[int]]:
    """None holds a deal twice, and all tables of a sitting have the same size."""
    before: Counter[str] = Counter()
    groups: dict[tuple[int, int], list[int]] = {}
    for place in range(first, end):
        fixture = fixtures[place]
        groups.setdefault((before[fixture.seed], len(fixture.players)), []).append(place)
        before[fixture.seed] += 1
    return [part for group in groups.values() for part in _seated(fixtures, group, apart)]


def _seated(fixtures: Sequence[Fixture], places: Sequence[int], apart: frozenset[int]) -> list[list[int]]:
    """A sitting in parts with at most `MOST_SEATED` processes each."""
    parts: list[tuple[set[tuple[int, int | None]], list[int]]] = []
    for place in places:
        needed = {(player, place if player in apart else None) for player in fixtures[place].players}
        seated, part = next(
            (each for each in parts if len(each[0] | needed) <= MOST_SEATED),
            (set[tuple[int, int | None]](), list[int]()),
        )
        if not part:
            parts.append((seated, part))
        seated |= needed
        part.append(place)
    return [part for _, part in parts]
