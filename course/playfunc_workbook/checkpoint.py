"""How a student's functions do against an opponent on public deals, and how many more deals would decide it."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, inf

from playfunc.errors import TimeError
from playfunc.measure import always
from playfunc.show import interval_plot, replay
from playfunc.show.face import Drawable
from playfunc.statistics import Interval
from playfunc.statistics import rate_interval as of_rate
from playfunc_checks.assignment import Assignment
from playfunc_checks.submitted_player import NOT_ASKED
from playfunc_checks.checks.hidden import describe_overrun
from playfunc_checks.checks.win_rate import Measurement, measure
from playfunc_checks.next_baseline import next_baseline_measured

from playfunc_workbook.finding import incorrect, Finding, State
from playfunc_workbook.history import Entry, longest, measurements, recorded
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import (
    Functions,
    MoveTimes,
    first_fault,
    require_number,
    require_opponent,
    timed_player,
)
from playfunc_workbook.rules_check import impure_finding, records_finding
from playfunc_workbook.view import (
    Points,
    Shown,
    behind,
    finding_shown,
    note,
    stacked,
)

FARTHER = 5
"""A few deals tell little about how many are needed: no advice goes farther than this many times as many."""


STEPS = (10, 20, 40, 100)
"""Numbers of deals that are advised, beside as many as marking plays."""


def describe_deals(rate: Interval, threshold: float, most: int, seconds: float) -> str:
    """What to do about a win rate whose interval includes the threshold; empty where it does not. `most` is how many
    deals marking plays, `seconds` what these deals took by the clock."""
    if not rate.low < threshold < rate.high:
        return ""
    wanted = deals_wanted(rate, threshold, most)
    if wanted is None:
        return (
            f"It is too close to {threshold:.0%} for more deals to decide it soon. Make your player stronger."
        )
    deals, word = wanted
    return f"`deals={deals}` would {word} it, and take {about(seconds * deals / max(rate.count, 1))}."


def deals_wanted(rate: Interval, threshold: float, most: int) -> tuple[int, str] | None:
    """How many deals to play next, and what they would do; `None` where as many as marking plays would hardly decide.
    The numbers are few (`STEPS`), so that the advice does not change with every estimate of the rate."""
    gap = abs(rate.mean - threshold)
    needed = rate.count * (rate.half_width / gap) ** 2 if gap else inf
    if needed > most and rate.count > most / FARTHER:
        return None
    reach = min(FARTHER * rate.count, most)
    steps = [step for step in (*STEPS, most) if rate.count < step <= reach] or [reach]
    deals = next((step for step in steps if step >= 1.2 * needed), steps[-1])
    return deals, "probably decide" if needed <= deals else "tell more about"


def seconds_for(half_width: float, wanted: float, seconds: float) -> int:
    """How long an interval takes that is no wider than `wanted`, going by one that took `seconds`: whole minutes."""
    return 60 * ceil(1.1 * seconds * (half_width / wanted) ** 2 / 60)


def about(seconds: float) -> str:
    """A time for a reader, rounded up: "a few seconds", "about 20 s", "about 3 min"."""
    if seconds <= 5:
        return "a few seconds"
    return f"about {10 * ceil(seconds / 10)} s" if seconds <= 60 else f"about {ceil(seconds / 60)} min"


def more_deals_shown(assignment: Assignment, result: Measurement, seconds: float) -> Shown | None:
    """What to do where these deals, which took so long by the clock, do not decide, and that they were fewer than asked
    for where they do; `None` after a fault."""
    rate = rate_interval(result)
    told = describe_deals(rate, result.threshold, assignment.deals, seconds)
    if result.early and not told:
        told = f"It stopped after {_deals(rate.count)}, because the verdict was clear."
    return note(told) if told and not result.forfeits else None


def times_shown(assignment: Assignment, result: Measurement, times: MoveTimes) -> Shown | None:
    """The time of the moves beside its limits; `None` after a fault."""
    told = times.describe(assignment)
    if not told or result.forfeits:
        return None
    return note(told, State.WRONG) if times.exceeds(assignment) else note(told)


def next_baseline_shown(assignment: Assignment, result: Measurement, more: str = "") -> Shown | None:
    """Which baseline to try next, by these games, and `more`; `None` after a fault, or where there is nothing to say: where
    the opponent is on no measured scale, or the deals are too few and there is no `more`."""
    if result.forfeits:
        return None
    few = f"{_deals(result.win_rate.deals)} are too few for a rating." if more else ""
    told = next_baseline_measured(assignment, result.tier, result.win_rate) or few
    return note(f"{told} {more}".rstrip()) if told else None


def checkpoint_history(functions: Functions, result: Measurement) -> Shown | None:
    """The history of checkpoints against this opponent, with this one; `None` after a fault, or where it is the first."""
    if result.forfeits:
        return None
    return recorded(
        functions,
        f"beats-{result.tier}",
        rate_interval(result),
        marks={"needed": result.threshold},
        unit="%",
        advantages={result.tier: result.compared},
        scored=result.game.compared_in,
    )


NO_WIN_COUNTS = "No opponent counts as beaten until the same arguments get the same answer."


def quick_look(assignment: Assignment, functions: Functions, result: Measurement, shown: Shown) -> Points:
    """The points of a graded cell that `shown` tells of: by a measurement of the same player on more deals, where the
    history has one."""
    full, here = assignment.opponent(result.tier).points, rate_interval(result)
    known = longest(functions, f"beats-{result.tier}", here.count)
    rate = known.interval if known else here
    points = full * (rate.mean >= result.threshold and not result.forfeits)
    open_ = rate.low < result.threshold < rate.high
    before = f" {describe_known(known, result)}" if known and not result.forfeits else ""
    you = timed_player(functions, assignment.rules(), assignment)
    impure = isolated_call(lambda told: impure_finding(you, functions, result.records))
    if impure is not None and impure.state is State.WRONG:
        return Points.of(0.0, full, stacked(finding_shown(impure), note(NO_WIN_COUNTS, State.WRONG)))
    how = "but that is not decided yet" if open_ else "if it stays so"
    said = (
        f"A quick look on {_deals(here.count)}.{before} That would be {points:g} of {full:g} points, {how}. Your mark "
        f"comes from {assignment.deals} other deals, which nobody has seen."
    )
    return Points.of(points, full, stacked(shown, note(said)))


def describe_known(entry: Entry, result: Measurement) -> str:
    """What the history says of the same player on more deals."""
    rate = entry.interval
    found = f"it won {rate.mean:.0%} ({rate.between('{:.0%} to {:.0%}')}) of {result.game.win.won}"
    return f"On {entry.when} exactly this player was measured on {_deals(rate.count)}: {found}."


def measured(
    assignment: Assignment,
    functions: Functions,
    tier: str,
    deals: int,
    update: Callable[..., None] = lambda *done: None,
) -> tuple[Measurement, MoveTimes]:
    """The student's live functions against an opponent on public deals, each from both seats, and what they took."""
    require_number(deals, "deals")
    require_opponent(assignment.rules(), tier)
    you = timed_player(functions, assignment.rules(), assignment, overruns=assignment.forfeits)

    def played(told: Callable[..., None]) -> tuple[Measurement, MoveTimes]:
        return measure(always(you), tier, assignment, deals=deals, on_progress=told), you.took

    return isolated_call(played, update)


def result_shown(assignment: Assignment, result: Measurement, faulty: Callable[[], Finding]) -> Shown:
    """The win rate and one of the games that went worst; after a fault what `faulty` finds."""
    if result.forfeits:
        return stacked(_fault_shown(assignment, result, faulty), faultless_shown(result, _in_words))
    rate = rate_interval(result)
    return stacked(
        note(_in_words(result, rate), verdict_state(result, rate)),
        rate_shown(result, rate),
        bad_game_shown(result, f"Watch one of the {result.game.played}s that went worst"),
    )


BAD_GAMES = 5
"""Of so many that went worst one is shown, another after each checkpoint: the deals are always the same."""


def bad_game_shown(
    result: Measurement, summary: str, worth: Callable[[int], str] = lambda place: ""
) -> Shown:
    """One of the playings that went worst, behind a line; `worth` says what that of this place brought."""
    places = result.worst_first[:BAD_GAMES]
    place = places[measurements(f"beats-{result.tier}") % len(places)]
    own = place % 2
    return behind(f"{summary}{worth(place)}", replay(result.records[place], seat=own, owners=(own,)))


def rate_shown(result: Measurement, rate: Interval) -> Drawable:
    """The win rate with its interval and the threshold."""
    return interval_plot([(f"you against {result.tier}", rate)], reference=result.threshold, unit="%")


def _fault_shown(assignment: Assignment, result: Measurement, faulty: Callable[[], Finding]) -> Shown:
    found = first_fault(result.records)
    fault = None if found is None else found[1].as_error()
    if not isinstance(fault, TimeError):
        finding = faulty()
        rare = finding.state is State.RIGHT  # the fault happens in none of the few games that `faulty` plays
        return finding_shown(records_finding(assignment, result.records) if rare else finding)
    said = describe_overruns(assignment, result, result.game.played)
    return finding_shown(incorrect(said, detail=fault.detail, hint=fault.hint, exercise="Checkpoint"))


def describe_overruns(assignment: Assignment, result: Measurement, played: str) -> str:
    """In how many games a move took too long, and what that costs in marking."""
    reasons = [record.faults[0].reason for record in result.records if record.faults]
    asked = sum(NOT_ASKED not in reason for reason in reasons)
    more = ", and then your player was not asked any more" if asked < len(reasons) else ""
    return f"A move took too long in {asked} of {len(result.records)} {played}s{more}. {describe_overrun(assignment)}"


def faultless_shown(result: Measurement, words: Callable[[Measurement, Interval], str]) -> Shown | None:
    """The deals without a fault, told in the game's `words`; `None` where there are none."""
    rest = result.faultless
    return note(f"Without the deals that had a fault: {words(rest, rate_interval(rest))}") if rest else None


def _in_words(result: Measurement, rate: Interval) -> str:
    scored = result.game.unit
    counts = f"{result.game.win.won} count, not {result.game.scored}"
    more = f"; {result.difference} {scored} over {result.tier} ({counts})" if scored else ""
    return f"{describe_verdict(result, rate)} {_deals(rate.count)} from both sides{more}."


def _deals(number: int) -> str:
    return f"{number} deal{'s' * (number != 1)}"


def verdict_state(result: Measurement, rate: Interval) -> State:
    """Undecided where the interval holds the threshold: a few deals are luck."""
    if rate.low < result.threshold < rate.high:
        return State.PARTLY
    return State.RIGHT if result.beats else State.WRONG


def describe_verdict(result: Measurement, rate: Interval) -> str:
    """Whether the player beats the opponent, as far as these deals tell."""
    wins = f"it wins {rate.mean:.0%} of {result.game.win.won}, and {result.threshold:.0%} are needed."
    on = f"on {'this deal' if rate.count == 1 else f'these {rate.count} deals'}"
    match verdict_state(result, rate):
        case State.PARTLY if _level(result):
            return f"Exactly level: each deal ends as if {result.tier} played against itself. So far {wins}"
        case State.PARTLY:
            reach = f" The rate may be anything from {floor(100 * rate.low)}% to {ceil(100 * rate.high)}%."
            return (
                f"Not decided yet: your player and {result.tier} have played too few deals. So far {wins}"
                f"{'' if rate.too_few else reach}"
            )
        case State.RIGHT:
            return f"Your player beats {result.tier} {on}: {wins}"
        case _:
            return f"Your player does not beat {result.tier} {on}: {wins}"


def _level(result: Measurement) -> bool:
    """Whether the two games of every deal mirror each other, as those of two players that play alike do."""
    more = result.difference
    return more.count > 1 and more.mean == more.half_width == 0


def rate_interval(result: Measurement) -> Interval:
    """The win rate with its 95% interval (`playfunc.statistics.rate_interval`)."""
    won = result.win_rate
    return of_rate(won.rate, won.standard_error, won.deals)
