"""What a check finds, as data. Rendering it is somebody else's work (`playfunc_autograder.report`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from playfunc.record import GameRecord

__all__ = ["CheckResult", "DearMove", "Regret", "Verdict", "broken", "failed", "passed", "skipped"]


class Verdict(Enum):
    """Never a bare zero: whose fault it is stands in the verdict."""

    PASSED = "passed"
    FAILED = "failed"
    """The student's code is wrong."""
    BROKEN = "broken"
    """Ours is. It never costs a mark, and the run ends with a non-zero exit code."""
    SKIPPED = "skipped"
    """An earlier check that this one depends on did not pass."""


@dataclass(frozen=True, slots=True)
class DearMove:
    """A move that gave so much away (`lost`), after `at` moves of `record`: `where` that was, and in a `sentence`
    what. `story` tells what came of it, `notes` the sentences of all moves of the record, by the number of moves
    before."""

    record: GameRecord
    at: int
    seat: int
    where: str
    sentence: str
    lost: float
    story: str
    notes: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Regret:
    """What a player gave away per hand, in so many `hands` on public deals. `unit`, `against` and `scope` are the
    reviewer's (`playfunc_opponents.costs`); `dearest` are the moves that cost most."""

    per_hand: float
    hands: int
    unit: str
    against: str
    scope: str
    dearest: tuple[DearMove, ...]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check's verdict: what was expected, what came, why, what to do, and a game that shows it.

    `facts` holds numbers and words for reports and bands (JSON values only). `cost` holds measured times,
    the only part that differs from run to run; `regret` reaches further
    back where numba is installed. `detail` is for the instructor alone: the traceback of a
    check that broke.
    """

    check: str
    verdict: Verdict
    expected: str = ""
    got: str = ""
    reason: str = ""
    hint: str = ""
    replay: GameRecord | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    cost: Mapping[str, float] = field(default_factory=dict, compare=False)
    detail: str = ""
    regret: Regret | None = field(default=None, compare=False)

    @property
    def ok(self) -> bool:
        return self.verdict is Verdict.PASSED


def passed(check: str, **parts: Any) -> CheckResult:
    """The student's code does what the check asks."""
    return CheckResult(check, Verdict.PASSED, **parts)


def failed(check: str, **parts: Any) -> CheckResult:
    """The student's code is wrong; `expected`, `got` and `hint` say how."""
    return CheckResult(check, Verdict.FAILED, **parts)


def broken(check: str, detail: str) -> CheckResult:
    """The check itself failed; `detail` is its traceback."""
    return CheckResult(
        check,
        Verdict.BROKEN,
        reason="Something of ours broke during this check. It costs you nothing; your instructor was told.",
        detail=detail,
    )


def skipped(check: str, because: str) -> CheckResult:
    """Not run, because the check `because` did not pass."""
    return CheckResult(check, Verdict.SKIPPED, reason=f"Not run: {because} comes first.")
