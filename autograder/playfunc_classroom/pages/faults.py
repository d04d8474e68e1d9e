"""The commonest faults of a class, each with a position in which it happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playfunc.record import GameRecord, RecordedFault
from playfunc_checks.results import CheckResult, Verdict

from playfunc_classroom.marks.store import Mark

__all__ = ["Fault", "faults"]

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
    return tuple(_example([*each.values()]) for each in kinds)


def _example(same: Sequence[Fault]) -> Fault:
    shown = min(same, key=lambda fault: fault.position == _NO_GAME)
    return Fault(shown.kind, len(same), shown.student, shown.reason, shown.position)


def _of(mark: Mark) -> Iterator[Fault]:
    for result in mark.results:
        games = [*_games(result)]
        for game in games:
            for fault in game.faults[:1]:
                yield Fault(fault.error, 1, mark.student, fault.reason, _position(fault))
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


def _position(fault: RecordedFault) -> str:
    return fault.position or _NO_GAME
