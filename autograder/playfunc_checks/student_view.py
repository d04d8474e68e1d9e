"""What students see of results (`closed`) while the deals of an epoch are closed.

Of a check that plays hidden games nothing is passed on but what `Told` holds, in our own words: no text, no number,
no name and no memory that the player produced in them. The one line of source that is quoted is taken from what was
handed in.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from playfunc.errors import TimeError, fault_kind
from playfunc.games import game
from playfunc.record import GameRecord

from playfunc_checks.assignment import BEATS, Assignment, percent
from playfunc_checks.checks import checks_for
from playfunc_checks.checks.hidden import describe_limits, too_slow
from playfunc_checks.checks.repeated_questions import PATIENCE, STATE
from playfunc_checks.results import CheckResult, Pace, Told, Verdict
from playfunc_checks.structure import source_lines

LINE_LIMIT = 160
"""Characters of the quoted line."""

CLOSED = (
    "The hands stay closed until your instructor opens them, because others may still play these deals. "
    "At home, `playfunc check NOTEBOOK --wins` plays the same check on public deals."
)

CRASH = "Your code raised an exception, or its process ended. On public deals you see the traceback."

_SLOW = ("too slow", "too slow afresh")
_OUTCOMES = {"too slow afresh": "too slow when asked afresh"}

AFRESH = (
    "Questions from the hidden games were asked again, each in a fresh process. One was not answered there within "
    f"{PATIENCE} times the limit of a move. Bound the work of a single move, or do it when your code is loaded."
)
IMPURE = (
    "Some questions from these games were asked again in another process, and not all were answered the same. A win "
    "counts only for a player that depends on its arguments alone."
)

_PACES: dict[Pace, str] = {"slow": "near", "over": "over"}


def closed(results: Sequence[CheckResult], assignment: Assignment, source: str) -> tuple[CheckResult, ...]:
    """The results of one submission with `source` as its player. Only the first fault of all is told with its line
    and a public game, so that the others add no choice of either."""
    hidden = {check.name for check in checks_for(assignment) if check.hidden}
    first = next((r.check for r in results if r.check in hidden and r.told and r.told.fault), None)
    return tuple(
        _closed(result, assignment, source, result.check == first) if result.check in hidden else result
        for result in results
    )


def _closed(result: CheckResult, assignment: Assignment, source: str, first: bool) -> CheckResult:
    bare = CheckResult(result.check, result.verdict)
    if result.verdict in (Verdict.BROKEN, Verdict.SKIPPED):
        return dataclasses.replace(bare, reason=result.reason)
    if result.told is None:
        return bare
    told, won = result.told, game(assignment.game).win.won
    line = _line(told.fault.line, source) if told.fault and first else ""
    public = told.fault.public if told.fault and first else None
    return dataclasses.replace(
        bare,
        expected=f"at least {percent(assignment.threshold_of(result.check.removeprefix(BEATS)))} of {won} won",
        got=f"{told.percent}% of {won} won"
        if told.outcome == "played"
        else _OUTCOMES.get(told.outcome, told.outcome),
        reason="\n".join(filter(None, (*_reasons(told, result.ok, assignment), line))),
        hint=" ".join(filter(None, _hints(told, public is not None))),
        replay=_without_words(public) if public else None,
    )


def _reasons(told: Told, passed: bool, assignment: Assignment) -> Iterator[str]:
    match told.outcome:
        case "too slow":
            yield too_slow(assignment)
        case "asleep":
            yield (
                f"Your player slept for over {assignment.limits.asleep_seconds:g} s in total, and slept again when it "
                "was asked once more, alone in a fresh process. Remove every call that waits."
            )
        case "too slow afresh":
            yield AFRESH
        case "impure":
            yield IMPURE
        case "forfeited":
            yield f"{assignment.forfeits} forfeited playings end this check."
        case "played" if not passed:
            yield "Your player does not win often enough yet."
    if told.pace != "quick" and told.outcome not in (*_SLOW, "asleep"):
        yield f"Watch the time: your player is {_PACES[told.pace]} the limits, {describe_limits(assignment)}."
    if told.fault:
        played = game(assignment.game).played
        more = " or more" * (told.fault.playings >= assignment.forfeits)
        many = f"{played.capitalize()}s with a fault: {told.fault.playings}{more}."
        yield f"{many} The first: {_named(told.fault.kind)}"


def _line(number: int | None, source: str) -> str:
    """The line of the source that was handed in, quoted."""
    lines = source_lines(source)
    if number is None or number > len(lines):
        return ""
    return f"Line {number} of your source: {lines[number - 1].strip()[:LINE_LIMIT]}"


def _named(kind: str) -> str:
    """The fault in our words; `kind` is looked up and never shown."""
    error = fault_kind(kind)
    return f"{error.rule} ({error.__name__}). {_explained(kind)}"


def _explained(kind: str) -> str:
    return CRASH if kind == "PlayerCrash" else (fault_kind(kind).__doc__ or "").strip()


def _hints(told: Told, public: bool) -> Iterator[str]:
    if told.outcome == "impure":
        yield STATE
    if told.outcome in _SLOW:
        yield TimeError.hint
    if told.fault:
        yield "" if told.fault.kind == "PlayerCrash" else fault_kind(told.fault.kind).hint
    if public:
        yield "The game below is played on public deals, and has the same fault."
    yield CLOSED


def _without_words(record: GameRecord) -> GameRecord:
    """A public game without the memories and the texts of the player, which may be long."""
    return dataclasses.replace(
        record,
        moves=tuple(dataclasses.replace(move, memory=None) for move in record.moves),
        faults=tuple(
            dataclasses.replace(fault, reason=_explained(fault.error), detail="") for fault in record.faults
        ),
        memories=None,
    )
