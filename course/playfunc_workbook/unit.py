"""What the cells of every shorter unit call: games of any kind, with the student's own functions.

A unit's module (`footsteps.py`, `blackjack.py`, `skullwhist.py`) names its assignment and wraps these; what
only one game has, such as its pictures and its exercises, stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from playfunc.measure import deal_rng, rotations
from playfunc.errors import PlayerCrash, PlayError, ProtocolError, TimeError
from playfunc.match import Table, play_games
from playfunc.measure import always
from playfunc.record import GameRecord
from playfunc.statistics import Interval
from playfunc.statistics import rate_interval as of_rate
from playfunc.show import interval_plot, progress, replay
from playfunc.show.face import Drawable
from playfunc_opponents import opponent, weakest_at

from playfunc_checks.assignment import Assignment
from playfunc_checks.budget import NOT_ASKED
from playfunc_checks.checks.measurement import Measurement, measure
from playfunc_checks.checks.hidden import overrun_told
from playfunc_checks.next_rung import next_rung_measured
from playfunc_workbook.apart import apart
from playfunc_workbook.enough import deals_told
from playfunc_workbook.finding import Finding, State
from playfunc_workbook.given import Functions, number_given, opponent_given
from playfunc_workbook.history import Entry, longest, measurements, recorded
from playfunc_workbook.impure import impure_finding
from playfunc_workbook.raised import raised_hint
from playfunc_workbook.pace import Took, first_fault, paced
from playfunc_workbook.paired import scored
from playfunc_workbook.validation import SKIPPED, RulesNotPassed, validating
from playfunc_workbook.view import (
    Points,
    Shown,
    behind,
    finding_shown,
    kept_quiet,
    late_progress,
    note,
    printed_shown,
    stacked,
)

__all__ = [
    "bad_game_shown",
    "checked_rules",
    "checkpoint",
    "checkpoint_history",
    "fault_hint",
    "faultless_shown",
    "known_told",
    "quick_look",
    "rate_shown",
    "gate",
    "measured",
    "more_deals_shown",
    "next_rung_shown",
    "overruns_told",
    "performance",
    "rules_finding",
    "took_shown",
    "verdict_state",
    "verdict_told",
]


def rules_finding(
    assignment: Assignment,
    functions: Functions,
    deals: int = 4,
    update: Callable[[int], None] = lambda done: None,
) -> Finding:
    """Whether the functions keep the rules, against themselves and against the weakest opponent."""
    return _by_rules(assignment, _games(assignment, functions, deals, update))


def _games(
    assignment: Assignment, functions: Functions, deals: int, update: Callable[[int], None]
) -> Sequence[GameRecord]:
    rules = assignment.rules()
    you = paced(functions, rules, assignment)
    weakest = opponent(rules, weakest_at(rules))
    tables: list[Table] = []
    for number in range(deals):
        state = rules.deal(deal_rng("public", "rules", number))
        tables += [Table(state, (you, you)), *rotations(rules, state, (you, weakest))]
    return apart(lambda told: play_games(rules, tables, "forfeit", on_round=told), update)


def _by_rules(assignment: Assignment, records: Sequence[GameRecord]) -> Finding:
    found = first_fault(records)
    moves = sum(record.players[move.seat].startswith("you") for record in records for move in record.moves)
    if found is None:
        return Finding(
            "Rules", State.RIGHT, f"{moves} moves in {len(records)} games, and none against the rules."
        )
    fault = found[1].as_error()
    if "NotImplementedError" in fault.reason:
        reason = fault.reason.removeprefix("NotImplementedError: ")
        said = f"The player comes to a part that is not written yet: {reason}."
        return Finding("Rules", State.UNWRITTEN, said)
    faulty = sum(bool(record.faults) for record in records)
    where = f"A fault in {faulty} of {len(records)} games."
    if isinstance(fault, TimeError):
        where = "Your player took too long over a move, and was not asked any more."
    elif isinstance(fault, ProtocolError):
        where = "Your player's answer has the wrong shape, so it was not asked any more."
    return Finding(
        "Rules",
        State.WRONG,
        f"{where} {fault.rule}: {fault.reason}.",
        detail="\n\n".join(part for part in (fault.position, fault.detail) if part),
        hint=fault_hint(fault, assignment),
    )


def fault_hint(fault: PlayError, assignment: Assignment) -> str:
    """What to do about a fault, beside the limits for a move that took too long."""
    if isinstance(fault, PlayerCrash):
        return raised_hint(fault.reason, fault.detail)
    if not isinstance(fault, TimeError):
        return fault.hint
    return f"{fault.hint} {overrun_told(assignment)}"


def checked_rules(
    assignment: Assignment,
    functions: Functions,
    deals: int = 4,
    advice: Callable[[Sequence[GameRecord]], Finding | None] = lambda records: None,
) -> Shown:
    """`rules_finding`, to look at, with a progress bar where it takes long; whether the functions answer the same
    when they are asked again, which is the gate `purity`; and the game's `advice` on games without fault."""
    with kept_quiet() as printed, late_progress(3 * deals * assignment.moves_a_deal, "Moves") as update:
        records = _games(assignment, functions, deals, update)
        finding = _by_rules(assignment, records)
        if finding.state is State.RIGHT:
            you = paced(functions, assignment.rules(), assignment)
            finding = (
                apart(lambda told: impure_finding(you, functions, records)) or advice(records) or finding
            )
    return stacked(finding_shown(finding), printed_shown(printed))


def checkpoint(assignment: Assignment, functions: Functions, tier: str, deals: int = 10) -> Shown:
    """How the functions do against an opponent on public deals: the rate of winning with its interval, and the
    game that went worst."""
    if validating():
        return note(SKIPPED)
    began = monotonic()
    with kept_quiet() as printed, progress(2 * deals, f"Games against {tier}") as update:
        result, took = measured(assignment, functions, tier, deals, update)
    shown = _result_shown(assignment, functions, result)
    more = more_deals_shown(assignment, result, monotonic() - began)
    rung = next_rung_shown(assignment, result)
    return stacked(
        shown,
        took_shown(assignment, result, took),
        more,
        rung,
        checkpoint_history(functions, result),
        printed_shown(printed),
    )


def more_deals_shown(assignment: Assignment, result: Measurement, seconds: float) -> Shown | None:
    """What to do where these deals, which took so long by the clock, do not decide; `None` after a fault."""
    told = deals_told(rate_interval(result), result.threshold, assignment.deals, seconds)
    return note(told) if told and not result.forfeits else None


def took_shown(assignment: Assignment, result: Measurement, took: Took) -> Shown | None:
    """The time of the moves beside its limits; `None` after a fault."""
    told = took.told(assignment)
    return note(told) if told and not result.forfeits else None


def next_rung_shown(assignment: Assignment, result: Measurement, more: str = "") -> Shown | None:
    """Which rung to try next, by these games, and `more`; `None` after a fault, or where there is nothing to say: where
    the opponent is on no measured scale, or the deals are too few and there is no `more`."""
    if result.forfeits:
        return None
    few = f"{_deals(result.win_rate.deals)} are too few for a rating." if more else ""
    told = next_rung_measured(assignment, result.tier, result.win_rate) or few
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
        advantages={result.tier: result.advantages},
        scored=scored(result.game),
    )


def performance(assignment: Assignment, functions: Functions, tier: str, deals: int = 4) -> Points:
    """A quick look at one graded cell, on few public deals: full points or none.

    The mark itself comes from other deals, many more of them, outside this notebook.
    """
    with kept_quiet(), late_progress(2 * deals, f"Games against {tier}") as update:
        result, _ = measured(assignment, functions, tier, deals, update)
    return quick_look(assignment, functions, result, _result_shown(assignment, functions, result))


def quick_look(assignment: Assignment, functions: Functions, result: Measurement, shown: Shown) -> Points:
    """The points of a graded cell that `shown` tells of: by a checkpoint of the same player on more deals, where the
    history has one."""
    full, here = assignment.opponent(result.tier).points, rate_interval(result)
    known = longest(functions, f"beats-{result.tier}", here.count)
    rate = known.interval if known else here
    points = full * (rate.mean >= result.threshold and not result.forfeits)
    open_ = rate.low < result.threshold < rate.high
    before = f" {known_told(known, result)}" if known and not result.forfeits else ""
    how = "which does not decide it yet" if open_ else "if it stays so"
    said = (
        f"A quick look on {_deals(here.count)}.{before} That would be {points:g} of {full:g} points, {how}. Your mark "
        f"comes from {assignment.deals} other deals, which nobody has seen."
    )
    return Points.of(points, stacked(shown, note(said)))


def known_told(entry: Entry, result: Measurement) -> str:
    """What a checkpoint of the same player found on more deals."""
    rate = entry.interval
    found = f"it won {rate.mean:.0%} ({rate.between('{:.0%} to {:.0%}')}) of {result.game.win.won}"
    return f"The checkpoint of {entry.when} played {_deals(rate.count)} with exactly this player: {found}."


def gate(assignment: Assignment, functions: Functions) -> Points:
    """The rules cell: its points if a few games are without fault. While Validate runs, a fault raises."""
    with kept_quiet():
        finding = rules_finding(assignment, functions, deals=1)
    right = finding.state is State.RIGHT
    if validating() and not right:
        raise RulesNotPassed(finding.said)
    return Points.of(assignment.points.get("rules", 0.0) * right, finding_shown(finding))


def measured(
    assignment: Assignment,
    functions: Functions,
    tier: str,
    deals: int,
    update: Callable[..., None] = lambda *done: None,
) -> tuple[Measurement, Took]:
    """The student's live functions against an opponent on public deals, each from both seats, and what they took."""
    number_given(deals, "deals")
    opponent_given(assignment.rules(), tier)
    you = paced(functions, assignment.rules(), assignment, overruns=assignment.forfeits)

    def played(told: Callable[..., None]) -> tuple[Measurement, Took]:
        return measure(always(you), tier, assignment, deals=deals, on_progress=told), you.took

    return apart(played, update)


def _result_shown(assignment: Assignment, functions: Functions, result: Measurement) -> Shown:
    if result.forfeits:
        return stacked(_fault_shown(assignment, functions, result), faultless_shown(result, _in_words))
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


def _fault_shown(assignment: Assignment, functions: Functions, result: Measurement) -> Shown:
    found = first_fault(result.records)
    fault = None if found is None else found[1].as_error()
    if not isinstance(fault, TimeError):
        return finding_shown(rules_finding(assignment, functions, deals=1))
    said = overruns_told(assignment, result, result.game.played)
    return finding_shown(Finding("Checkpoint", State.WRONG, said, detail=fault.detail, hint=fault.hint))


def overruns_told(assignment: Assignment, result: Measurement, played: str) -> str:
    """In how many games a move took too long, and what that costs in marking."""
    reasons = [record.faults[0].reason for record in result.records if record.faults]
    asked = sum(NOT_ASKED not in reason for reason in reasons)
    more = ", and then your player was not asked any more" if asked < len(reasons) else ""
    return f"A move took too long in {asked} of {len(result.records)} {played}s{more}. {overrun_told(assignment)}"


def faultless_shown(result: Measurement, words: Callable[[Measurement, Interval], str]) -> Shown | None:
    """The deals without a fault, told in the game's `words`; `None` where there are none."""
    rest = result.faultless
    return note(f"Without the deals that had a fault: {words(rest, rate_interval(rest))}") if rest else None


def _in_words(result: Measurement, rate: Interval) -> str:
    scored = result.game.unit
    counts = f"{result.game.win.won} count, not {result.game.scored}"
    more = f"; {result.difference} {scored} over {result.tier} ({counts})" if scored else ""
    return f"{verdict_told(result, rate)} {_deals(rate.count)} from both sides{more}."


def _deals(number: int) -> str:
    return f"{number} deal{'s' * (number != 1)}"


def verdict_state(result: Measurement, rate: Interval) -> State:
    """Undecided where the interval holds the threshold: a few deals are luck."""
    if rate.low < result.threshold < rate.high:
        return State.PARTLY
    return State.RIGHT if result.beats else State.WRONG


def verdict_told(result: Measurement, rate: Interval) -> str:
    """Whether the player beats the opponent, as far as these deals tell."""
    wins = f"it wins {rate.mean:.0%} of {result.game.win.won}, and {result.threshold:.0%} are needed."
    on = f"on {'this deal' if rate.count == 1 else f'these {rate.count} deals'}"
    match verdict_state(result, rate):
        case State.PARTLY if _level(result):
            return f"Exactly level: each deal ends as if {result.tier} played against itself. So far {wins}"
        case State.PARTLY:
            reach = f" The rate may be anything from {rate.low:.0%} to {rate.high:.0%}."
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
