"""What a check finds, as data. `playfunc_checks.report` renders it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, TypeAlias

from playfunc.costs import CostlyMove, Total
from playfunc.record import GameRecord


class Verdict(Enum):
    """Never a bare zero: whose fault it is stands in the verdict."""

    PASSED = "passed"
    FAILED = "failed"
    """The student's code is wrong."""
    BROKEN = "broken"
    """Ours is. It never costs a mark, and the run ends with a non-zero exit code."""
    SKIPPED = "skipped"
    """An earlier check that this one depends on did not pass."""
    OPEN = "open"
    """A person has to decide something first; until then no mark is given and none is lost."""


@dataclass(frozen=True, slots=True)
class Regret:
    """What a player gave away on average (`mean`) in each of so many `played` on public deals: `unit`s a `unit_played`,
    such as points a hand. These and `against` are the reviewer's (`playfunc_opponents.reviewer`)."""

    mean: float
    played: int
    unit: str
    unit_played: str
    against: str
    costliest: tuple[CostlyMove, ...]
    margin: float = 0.0
    exact: bool = True
    unmeasured: int = 0
    told: str = ""
    """Where most of it was given away, in a sentence."""

    @property
    def total(self) -> Total:
        """The mean, with how sure it is."""
        return Total(self.mean, self.unit, self.margin, self.exact, self.unmeasured)


Outcome: TypeAlias = Literal["played", "forfeited", "too slow", "too slow afresh", "asleep", "impure"]
"""How a check of hidden games ended: all were played, or what ended it or spoilt it."""

Pace: TypeAlias = Literal["quick", "slow", "over"]
"""A player's time in three bands: well within the published limits, near one of them, over one of them."""


@dataclass(frozen=True, slots=True)
class HiddenFault:
    """The first fault in a check's hidden games."""

    kind: str
    """One of `playfunc.errors.PLAY_ERRORS`."""
    playings: int
    """In how many playings there was a fault, counted up to the number that ends the check."""
    line: int | None
    """The number of the line of the player's source where it happened, if that is known."""
    public: GameRecord | None
    """A game on public deals with the same fault, where one was found."""


@dataclass(frozen=True, slots=True)
class Told:
    """All that a student is told of a check's hidden games while their deals are closed.

    A player chooses among the values of these fields and can send its author a message by them, so each has
    few values; SECURITY.md counts them.
    """

    outcome: Outcome
    pace: Pace
    percent: int | None = None
    """The win rate in whole per cent, where the games were played to the end."""
    fault: HiddenFault | None = None


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check's verdict: what was expected, what was found, why, what to do, and a game that shows it.

    `facts` holds numbers and words for reports and bands (JSON values only). `cost` holds measured times,
    the only part that differs from run to run; `regret` reaches further
    back where numba is installed. `detail` is for the instructor alone: the traceback of a
    check that broke. `told` is what students get instead of all this while deals are closed
    (`playfunc_checks.student_view`), for a check that plays hidden games.
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
    told: Told | None = field(default=None, compare=False)

    @property
    def ok(self) -> bool:
        return self.verdict is Verdict.PASSED


def passed(check: str, **parts: Any) -> CheckResult:
    """The student's code does what the check asks."""
    return CheckResult(check, Verdict.PASSED, **parts)


def failed(check: str, **parts: Any) -> CheckResult:
    """The student's code is wrong; `expected`, `got` and `hint` say how."""
    return CheckResult(check, Verdict.FAILED, **parts)


def unreadable(check: str, reason: str) -> CheckResult:
    """There is no player to ask in what was handed in."""
    return failed(
        check, expected="a player that can be read", got="no player that can be read", reason=reason
    )


def broken(check: str, detail: str) -> CheckResult:
    """The check itself failed; `detail` is its traceback."""
    return CheckResult(
        check,
        Verdict.BROKEN,
        reason="This check stopped on an error of ours. It costs you nothing; your instructor has been notified.",
        detail=detail,
    )


def skipped(check: str, because: str) -> CheckResult:
    """Not run, because the check `because` did not pass."""
    return CheckResult(check, Verdict.SKIPPED, reason=f"Not run: {because} comes first.")


def undecided(check: str, why: str) -> CheckResult:
    """Not run, because a person has to decide something first."""
    return CheckResult(
        check,
        Verdict.OPEN,
        expected="one player",
        got=why,
        reason="No mark is given until your instructor has decided what counts; nothing is lost by it.",
    )
