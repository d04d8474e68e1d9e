"""From a player's source to results, points and a suggested band.

Nothing here runs the student's code: an asker does (`playfunc_checks.submitted_player`).
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from math import fsum

from playfunc.costs import total_of
from playfunc.record import GameRecord
from playfunc_opponents import ladder
from playfunc_opponents.reviewer import describe_loss

from playfunc_checks.assignment import BAND_FACTS, BEATS, Assignment, Band
from playfunc_checks.checks import CHECKS, Check, Context, checks_for
from playfunc_checks.checks.win_rate import PUBLIC, STUDENT, is_here
from playfunc_checks.results import CheckResult, Regret, Verdict, broken, skipped, undecided, unreadable
from playfunc_checks.submitted_player import Asker, Program

RECORDS = 2
"""How many records are reviewed: the first public deal from both seats."""

SHOWN = 3
"""How many moves are shown, the costliest first."""


def regret_of(games: Iterable[GameRecord], name: str) -> Regret | None:
    """What the moves of the player of this name cost against the best ones, for the report: in the first `RECORDS`
    two-player records of public deals against another that were played to their end. `None` when there
    are none, or the game has no reviewer."""
    played_out = (
        game for game in games if len(game.players) == 2 and name in game.players and not game.faults
    )
    duels = [_without_memory(game) for game in islice(played_out, RECORDS)]
    reviewer = ladder(duels[0].game).load_reviewer() if duels else None
    if reviewer is None:
        return None
    reviews = [(review, review.record.players.index(name)) for review in map(reviewer.review, duels)]
    costs = [cost for review, seat in reviews for cost in review.of_seat(seat)]
    played = sum(review.played[seat] for review, seat in reviews)
    mean = total_of(costs, reviewer.unit).per(max(played, 1))
    costly = [cost for review, seat in reviews for cost in reviewer.worst(review, seat, SHOWN)]
    return Regret(
        mean.lost,
        played,
        reviewer.unit,
        reviewer.played,
        reviewer.against,
        tuple(sorted(costly, key=lambda cost: -cost.lost)[:SHOWN]),
        mean.margin,
        mean.exact,
        mean.unmeasured,
        describe_loss(costs),
    )


def _without_memory(game: GameRecord) -> GameRecord:
    return replace(game, moves=tuple(replace(move, memory=None) for move in game.moves))


Progress = Callable[[str, int, int], None]


def check_player(
    source: str,
    assignment: Assignment,
    asker: Asker,
    secret: str = PUBLIC,
    deals: int | None = None,
    on_progress: Progress = lambda check, done, total: None,
    only: Container[str] | None = None,
    program: Program | None = None,
    regret: bool = False,
) -> tuple[CheckResult, ...]:
    """Run every check of the assignment (or `only` the named, and those that they need) on a player's source text, or
    on `program`, as `asker` asks it.

    The same source, assignment and secret give the same results on any machine. `deals` overrides the
    assignment's number; the pace is still told for all that are marked. A check whose own code fails is
    `broken`; the others still run. With `regret` the result of `rules` also tells what the player's moves
    cost against perfect play.
    """
    if deals is not None:
        assignment = replace(assignment, rules_deals=min(deals, assignment.rules_deals))
    with Context(source, assignment, secret, asker, on_progress, program, deals=deals) as context:
        return run_checks(context, only, regret=regret)


def run_checks(
    context: Context, only: Container[str] | None = None, *, regret: bool = False
) -> tuple[CheckResult, ...]:
    """Run the checks on what the context holds, which afterwards also holds the games that were played."""
    asked = (tier for tier in context.assignment.tiers if only is None or f"{BEATS}{tier}" in only)
    context.tiers = tuple(tier for tier in asked if is_here(context.assignment, tier))
    results: dict[str, CheckResult] = {}
    for check in _wanted(checks_for(context.assignment), only):
        missing = next((need for need in check.needs if not results[need].ok), None)
        results[check.name] = (
            skipped(check.name, missing) if missing else _run(check.name, check.run, context)
        )
        if regret and check.name == "rules" and results[check.name].ok:
            results[check.name] = _with_regret(results[check.name], context)
        context.progress(check.name, 1, 1)
    return tuple(results.values())


def _wanted(checks: Sequence[Check], only: Container[str] | None) -> Sequence[Check]:
    """The named checks, all where none are named, with those that they need, in their order."""
    wanted: set[str] = set()
    for check in reversed(checks):  # what a check needs comes before it
        if only is None or check.name in only or check.name in wanted:
            wanted |= {check.name, *check.needs}
    return [check for check in checks if check.name in wanted]


def _run(name: str, run: Callable[[Context], CheckResult], context: Context) -> CheckResult:
    try:
        return run(context)
    except Exception:
        return broken(name, traceback.format_exc())


def _with_regret(result: CheckResult, context: Context) -> CheckResult:
    """It is information: where it cannot be had, the instructor learns why and the result stands."""
    duels = [playing.record for playing in context.games if len(playing.seats) == 1]
    try:
        return replace(result, regret=regret_of(duels, STUDENT))
    except Exception:
        return replace(result, detail=traceback.format_exc())


def mark_failure(assignment: Assignment, reason: str) -> tuple[CheckResult, ...]:
    """The results of a submission from which no player could be taken."""
    first, *others = (check.name for check in checks_for(assignment))
    return (unreadable(first, reason), *(skipped(name, first) for name in others))


def mark_undecided(assignment: Assignment, why: str) -> tuple[CheckResult, ...]:
    """The results of a submission of which a person has to say first what counts."""
    first, *others = (check.name for check in checks_for(assignment))
    return (undecided(first, why), *(skipped(name, first) for name in others))


def points(results: Sequence[CheckResult], assignment: Assignment) -> dict[str, float | None]:
    """Points by grade id; `None` where a check broke, waits for a person or was not run, so that nobody loses a mark
    by it. They are counted from verdicts alone, so that a change of points needs no player to be asked again."""
    by_name = {result.check: result for result in results}
    broke = {result.check for result in results if result.verdict in (Verdict.BROKEN, Verdict.OPEN)}
    return {
        name: None
        if name not in by_name or _hangs_on(name, broke, by_name, assignment)
        else full * by_name[name].ok
        for name, full in assignment.points.items()
    }


def _hangs_on(name: str, broke: set[str], results: Mapping[str, CheckResult], assignment: Assignment) -> bool:
    """Whether the check broke itself, or was skipped because one that it needs did."""
    if name in broke:
        return True
    if results[name].verdict is not Verdict.SKIPPED:
        return False
    needs = next(check.needs for check in checks_for(assignment) if check.name == name)
    return any(_hangs_on(need, broke, results, assignment) for need in needs if need in results)


def total(marks: Mapping[str, float | None]) -> float:
    """The sum of the points that are known."""
    return fsum(value for value in marks.values() if value is not None)


@dataclass(frozen=True, slots=True)
class SuggestedBand:
    """A band that the facts suggest, each fact as (what, whether it holds). Bands never change points."""

    name: str
    facts: tuple[tuple[str, bool], ...]


def suggest_band(results: Sequence[CheckResult], clean: bool | None, bands: Sequence[Band]) -> SuggestedBand:
    """The highest of the assignment's bands that the results allow, or the range that is left to people.

    `clean` says whether ruff's named rules and Python's warnings found nothing (`None`: not looked at). Without bands
    nothing is suggested.
    """
    needs = dict.fromkeys(need for band in bands for need in band.needs)
    holds = {need: _holds(need, results, clean) for need in needs}
    facts = tuple((describe_need(need), held) for need, held in holds.items())
    possible = list(takewhile(lambda band: all(holds[need] for need in band.needs), bands))
    if not possible:
        return SuggestedBand(f"below {bands[0].name}" if bands else "", facts)
    certain = list(takewhile(lambda band: not band.people, possible))
    names = [band.name for band in possible[max(0, len(certain) - 1) :]]
    if not certain:
        names = [f"below {bands[0].name}", *names]
    if len(names) == 1:
        return SuggestedBand(names[0], facts)
    between = "or" if len(names) == 2 else "to"
    return SuggestedBand(f"{names[0]} {between} {names[-1]}, as markers judge", facts)


def _holds(need: str, results: Sequence[CheckResult], clean: bool | None) -> bool:
    """Whether a band's need is met; where memory was not looked at, `some-memory` is not."""
    if need == "no-warnings":
        return bool(clean)
    if need == "some-memory":
        return any(each.check == "memory" and each.facts.get("distinct", 0) > 1 for each in results)
    return any(each.check == need and each.ok for each in results)


def describe_need(need: str) -> str:
    """A band's need in words, such as "beats `basic`"."""
    if need in CHECKS:
        return CHECKS[need].passed
    return BAND_FACTS.get(need) or f"beats `{need.removeprefix(BEATS)}`"
