"""`rate`: where a player stands on the ladder of its game, by duplicate deals against the baselines near it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time

from playfunc.game import WinRate
from playfunc.games import game as game_named
from playfunc.measure import always, deal_rng
from playfunc.measure import measure as play_deals
from playfunc.record import GameRecord
from playfunc.show import progress
from playfunc.sites import IN_BROWSER
from playfunc.statistics import LEAST_DEALS, TOO_FEW_DEALS, Interval
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks.win_rate import IDS
from playfunc_checks.next_baseline import ladder_of, next_baseline
from playfunc_opponents import opponent
from playfunc_opponents.measured.elo import Level, Met, performance

from playfunc_workbook.checkpoint import about, seconds_for
from playfunc_workbook.finding import incorrect, Finding, State
from playfunc_workbook.history import Advantages, known_history, recorded
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import Functions, timed_player
from playfunc_workbook.rules_check import fault_hint
from playfunc_workbook.view import (
    Shown,
    finding_shown,
    captured_output,
    note,
    printed_shown,
    stacked,
    table,
)

WHAT = "rating"
"""What the history calls these measurements."""

SECONDS = 180.0 if IN_BROWSER else 60.0
"""Seconds of CPU for a rating: Python in a browser is some three times slower."""

SHORTER = "PLAYFUNC_RATE_SECONDS"
"""The variable of the environment that names fewer."""

CLOSE = 60.0
"""Elo points: a rating is over once half of its 95% interval is no wider."""

PORTION = 5
"""Deals between two looks at the rating, all against one baseline."""

LEAST = 20
"""Portions that a rating has at least. Intervals from fewer deals are too narrow: of ratings of `minmax` from 50 deals or
more, 86% of the 95% intervals held its place, from 100 or more 91% (200 ratings each, from measured deals drawn again)."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's place on the scale, and what it won against which baselines, deal by deal too. `found` is `None` where the time was too
    short, or where the player made a fault, in a game that is `faulty`."""

    found: Interval | None
    met: tuple[tuple[Level, WinRate], ...] = ()
    advantages: Advantages = field(default_factory=dict, hash=False)
    faulty: GameRecord | None = None


class _Over(Exception):  # noqa: N818, the end of the time is no error
    """The time ran out during a portion."""


@dataclass(slots=True)
class _Clock:
    """How much of the time is used."""

    seconds: float
    began: float = field(default_factory=lambda: process_time())

    @property
    def used(self) -> float:
        """The share of the time that is over."""
        return (process_time() - self.began) / self.seconds

    def look(self, done: int, total: int) -> None:
        """Raise `_Over` once it is."""
        if self.used >= 1:
            raise _Over


@dataclass(slots=True)
class _Meeting:
    """The deals that were played against one baseline."""

    level: Level
    deals: list[list[tuple[float, float]]] = field(default_factory=list)

    def met(self, game: str) -> Met:
        return Met(self.level.elo, game_named(game).win_rate(self.deals))

    def compared(self, game: str) -> list[float]:
        return game_named(game).compared(self.deals)


def rated(
    assignment: Assignment,
    functions: Functions,
    seconds: float = SECONDS,
    *,
    close: float = CLOSE,
    start: float | None = None,
    series: str = "rate",
    on_progress: Callable[[float], None] = lambda share: None,
) -> Rating:
    """Play portions of deals, each against one of the two baselines nearest to what is known so far, until half of the
    interval is within `close` or the time is over.

    `start` is a guess of the rating; `series` names the deals. `on_progress` is told the share that is done.
    """
    clock, meetings = _Clock(seconds), [_Meeting(level) for level in ladder_of(assignment.game)]
    guess = meetings[len(meetings) // 3].level.elo if start is None else start
    found: Interval | None = None
    played = 0
    try:
        while not (found and found.half_width <= close and played >= LEAST * PORTION):
            meeting = _next(meetings, guess)
            records = _portion(assignment, functions, meeting, series, clock)
            faulty = next((record for record in records if record.faults), None)
            if faulty is not None:
                return Rating(None, faulty=faulty)
            meeting.deals += _scores(records)
            played += PORTION
            found = performance([each.met(assignment.game) for each in meetings if each.deals])
            guess = found.mean
            on_progress(min(max(clock.used, (close / found.half_width) ** 2), 1))
    except _Over:
        pass
    on_progress(1)
    met = [each for each in meetings if each.deals]
    return Rating(
        found,
        tuple((each.level, each.met(assignment.game).won) for each in met),
        {each.level.name: each.compared(assignment.game) for each in met},
    )


def _next(meetings: Sequence[_Meeting], guess: float) -> _Meeting:
    """Of the two nearest baselines the one with fewer deals."""
    nearest = sorted(meetings, key=lambda each: abs(each.level.elo - guess))[:2]
    return min(nearest, key=lambda each: len(each.deals))


def _portion(
    assignment: Assignment, functions: Functions, meeting: _Meeting, series: str, clock: _Clock
) -> list[GameRecord]:
    rules, name, before = assignment.rules(), meeting.level.name, len(meeting.deals)
    you, other = timed_player(functions, rules, assignment), opponent(rules, name)
    deals = [
        rules.deal(deal_rng("public", series, name, number)) for number in range(before, before + PORTION)
    ]
    played = play_deals(rules, deals, (always(you), always(other)), ids=IDS, on_progress=clock.look)
    return [record for turned in played for record in turned]


def _scores(records: Sequence[GameRecord]) -> list[list[tuple[float, float]]]:
    """Per deal, what the player and the other scored from either seat."""
    pairs = [
        record.scores[:: 1 if place % 2 == 0 else -1] for place, record in enumerate(records) if record.scores
    ]
    return [
        [(mine, theirs) for mine, theirs in pairs[place : place + 2]] for place in range(0, len(pairs), 2)
    ]


def rate(
    assignment: Assignment,
    functions: Functions,
    faulty: Callable[[], Finding],
    seconds: float | None = None,
) -> Shown:
    """Where the functions stand among the baselines, with the 95% interval, and the history of their ratings.
    `faulty` finds the fault to show where a game had one."""
    if not ladder_of(assignment.game):
        return note("No opponent of this game has a measured rating. Use `checkpoint` against each of them.")
    allowed = _usual_seconds() if seconds is None else seconds
    known = [entry.found for entry in known_history() if entry.what == WHAT]
    start = known[-1] if known else None

    def work(told: Callable[..., None]) -> Rating:
        return rated(
            assignment,
            functions,
            allowed,
            close=CLOSE,
            start=start,
            on_progress=lambda share: told(round(100 * share)),
        )

    with captured_output() as printed, progress(100, "Rating, in percent") as update:
        rating = isolated_call(work, update)
    if rating.faulty is None:
        shown: Shown | None = _rating_shown(assignment, functions, rating, allowed)
    else:
        found = faulty()
        shown = finding_shown(
            found if found.state is not State.RIGHT else _fault_found(assignment, rating.faulty)
        )
    return stacked(shown, printed_shown(printed))


def _fault_found(assignment: Assignment, record: GameRecord) -> Finding:
    """A fault that the usual games do not show, such as a move that takes too long in one of hundreds."""
    fault = record.faults[0].as_error()
    return incorrect(
        f"Your player made a fault in a {game_named(assignment.game).played}, so it gets no rating. {fault.rule}: {fault.reason}.",
        detail="\n\n".join(part for part in (fault.position, fault.detail) if part),
        hint=fault_hint(fault, assignment),
        exercise="Rating",
    )


def _usual_seconds() -> float:
    """Continuous integration, which runs whole notebooks, may set fewer in the environment."""
    told = os.environ.get(SHORTER, "")
    return min(SECONDS, float(told)) if told.replace(".", "", 1).isdecimal() else SECONDS


def _rating_shown(assignment: Assignment, functions: Functions, rating: Rating, allowed: float) -> Shown:
    if rating.found is None:
        return note(
            f"Your player is too slow to be rated in {allowed:.0f} s of CPU: it did not finish {PORTION} deals. Make it "
            f"quicker, or give it more time, as in `rate(play, seconds={10 * allowed:.0f})`."
        )
    baselines = ladder_of(assignment.game)
    return stacked(
        note(_describe(assignment, rating, rating.found, baselines, allowed)),
        _met_table(assignment, rating),
        recorded(
            functions,
            WHAT,
            rating.found,
            marks={each.name: each.elo for each in baselines},
            unit="Elo",
            advantages=rating.advantages,
            scored=game_named(assignment.game).compared_in,
        ),
    )


def _longer(found: Interval, allowed: float) -> str:
    """How to get an interval of the usual width, and what that takes."""
    seconds = seconds_for(found.half_width, CLOSE, allowed)
    return f"For ± {CLOSE:.0f} it needs {about(seconds)} of CPU time: `rate(play, seconds={seconds})`."


def _describe(
    assignment: Assignment, rating: Rating, found: Interval, baselines: Sequence[Level], allowed: float
) -> str:
    wide = "" if found.half_width <= CLOSE else f" {_longer(found, allowed)}"
    return (
        f"Your player has {found.mean:.0f} Elo points ({found.between('95% interval {:.0f} to {:.0f}')}), from "
        f"{found.count} deals. `{baselines[0].name}` has 0. {next_baseline(assignment.game, found.mean, baselines)}{wide}"
    )


def _met_table(assignment: Assignment, rating: Rating) -> Shown:
    won = game_named(assignment.game).win.won
    rows = [(f"`{level.name}`", f"{level.elo:.0f}", _won(met), str(met.deals)) for level, met in rating.met]
    return table(("baseline", "Elo", f"{won} won", "deals"), rows)


def _won(met: WinRate) -> str:
    """By one portion a player may seem to beat a stronger baseline than the one that it loses to."""
    return f"{met.rate:.0%}" if met.deals >= LEAST_DEALS else TOO_FEW_DEALS
