"""A sheet for an oral exam about a student's own player: positions that it played, and what decided there.

The games are played for the sheet, on deals of their own, so that a student who sees it learns nothing about
the deals that marks come from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from markupsafe import Markup
from playfunc.costs import CostlyMove
from playfunc.measure import always, deal_rng, play_rotations
from playfunc.record import GameRecord, calls
from playfunc.show import position_before
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.tracing import Trace, trace
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks import Context
from playfunc_checks.checks.win_rate import player_key
from playfunc_checks.results import CheckResult, Verdict
from playfunc_checks.structure import source_lines
from playfunc_opponents import opponent
from playfunc_opponents.reviews import costliest

from playfunc_classroom.marks import Mark
from playfunc_classroom.pages.report import render

DEALS = 10
"""Deals played for a sheet, each from both seats."""
QUESTIONS = 3
BETTER = 3
"""Moves that cost nothing and are named beside each that did."""
LINES = 10
"""Lines of code that are printed for an answer, so that all three fit on a page."""


@dataclass(frozen=True, slots=True)
class Question:
    """One costly move, and how the player comes to it."""

    decision: CostlyMove
    trace: Trace | None


def oral_exam_games(source: str, assignment: Assignment, secret: str, tier: str) -> tuple[GameRecord, ...]:
    """The student's own games for the sheet: the same for the same source, secret and epoch."""
    rules = assignment.rules()
    other = opponent(rules, tier, key=player_key(f"{secret}oral_exam"))
    make = partial(Context(source, assignment, secret, WorkerAsker()).player, f"{secret}oral_exam")
    states = [rules.deal(deal_rng(secret, assignment.epoch, "oral_exam", number)) for number in range(DEALS)]
    return tuple(record for pair in play_rotations(rules, states, (make, always(other))) for record in pair)


def oral_exam_questions(source: str, assignment: Assignment, records: Sequence[GameRecord]) -> list[Question]:
    """The costliest decisions of these games, each asked again to see which lines decide it."""
    return [Question(d, trace(source, assignment, d)) for d in costliest(records, QUESTIONS)]


def oral_exam_page(mark: Mark, assignment: Assignment, tier: str, questions: Sequence[Question]) -> str:
    """Two printed pages, the second for the examiner; one document that needs no network."""
    return render(
        "oral_exam.html",
        mark=mark,
        assignment=assignment,
        tier=tier,
        questions=[_as_row(question) for question in questions],
        answers=[_answered(question, mark.source) for question in questions],
    )


def _as_row(question: Question) -> dict[str, Any]:
    """What the student sees: exactly what the player received."""
    decision = question.decision
    call = [call for _, call, _ in calls(decision.record)][decision.at]
    return {"picture": picture_of(decision), "memory": call.memory, "number": decision.at + 1}


def picture_of(decision: CostlyMove, called: str = "you") -> Markup:
    """The position without what was played; as text for a game that has no picture. `called` is what the player
    is named in it."""
    names = [called if seat == decision.seat else name for seat, name in enumerate(decision.record.players)]
    return Markup(position_before(decision.record, decision.at, decision.seat, names)._repr_html_())


def _answered(question: Question, source: str) -> dict[str, Any]:
    decision, found = question.decision, question.trace
    lines = source_lines(source)
    own = [(n, lines[n - 1]) for n in sorted(found.lines) if 0 < n <= len(lines)] if found else []
    return {
        "move": decision.shown(decision.move),
        "decision": decision,
        "better": [decision.shown(move) for move in decision.best[:BETTER]],
        "lines": own[:LINES],
        "more": max(0, len(own) - LINES),
        "called": found.called[:8] if found else (),
        "function": found.function if found else "",
        "other": found.move if found and found.move != decision.move else "",
    }


MOST = 10
_NO_GAME = "No game was played: this was found before."


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault: how many submissions have it, and one of them with what was wrong and where."""

    kind: str
    count: int
    student: str
    reason: str
    position: str
    """Text: hand and table, or why there is none."""


def faults(marks: Sequence[Mark]) -> tuple[Fault, ...]:
    """The most frequent kinds, at most ten. A submission counts once for each kind; the example is one with a position,
    where there is one."""
    found: dict[str, dict[str, Fault]] = {}
    for mark in marks:
        for fault in _of(mark):
            first = found.setdefault(fault.kind, {}).setdefault(mark.student, fault)
            if first.position == _NO_GAME != fault.position:
                found[fault.kind][mark.student] = fault
    kinds = sorted(found.values(), key=len, reverse=True)[:MOST]
    shown = (min(each.values(), key=lambda fault: fault.position == _NO_GAME) for each in kinds)
    return tuple(replace(fault, count=len(each)) for fault, each in zip(shown, kinds, strict=True))


def _of(mark: Mark) -> Iterator[Fault]:
    for result in mark.results:
        games = [*_games(result)]
        for game in games:
            for fault in game.faults[:1]:
                yield Fault(fault.error, 1, mark.student, fault.reason, fault.position or _NO_GAME)
        hidden = result.told.fault if result.told else None
        if hidden is not None and not any(game.faults for game in games):
            yield Fault(hidden.kind, 1, mark.student, f"In a game of {result.check}.", _NO_GAME)
        if result.verdict is Verdict.FAILED and result.check not in mark.points and not games:
            told = (result.got or result.reason).strip().splitlines()
            if told:
                yield Fault(f"{result.check}: {told[0][:80]}", 1, mark.student, result.reason, _NO_GAME)


def _games(result: CheckResult) -> Iterator[GameRecord]:
    """Games with a fault that a check keeps: a hidden one for the instructor, a public one beside it."""
    if result.replay is not None:
        yield result.replay
    if result.told is not None and result.told.fault is not None and result.told.fault.public is not None:
        yield result.told.fault.public
