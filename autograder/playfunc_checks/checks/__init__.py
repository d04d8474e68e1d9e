"""The checks in the order they run, with what each depends on. A check's docstring is what a student reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from playfunc_checks.assignment import BEATS, NEEDS, Assignment, percent
from playfunc_checks.checks.beats import check_beats
from playfunc_checks.checks.context import Context
from playfunc_checks.checks.gates import check_loads, check_rules
from playfunc_checks.checks.measurement import is_here
from playfunc_checks.checks.memory import check_memory
from playfunc_checks.checks.purity import check_purity
from playfunc_checks.checks.unexploitable import check_unexploitable
from playfunc_checks.results import CheckResult, Verdict

__all__ = ["Check", "Context", "checks_for"]


@dataclass(frozen=True, slots=True)
class Check:
    """A check's name, what it depends on, what students read about it, and how to run it."""

    name: str
    needs: tuple[str, ...]
    about: str
    run: Callable[[Context], CheckResult]
    hidden: bool = False
    """Whether it plays hidden deals: while these are closed, students get its result through
    `playfunc_checks.report` alone."""


_RUN: Mapping[str, Callable[[Context], CheckResult]] = {
    "loads": check_loads,
    "rules": check_rules,
    "purity": check_purity,
    "memory": check_memory,
    "unexploitable": check_unexploitable,
}
"""The checks that an assignment may list (`playfunc_checks.assignment.NEEDS`)."""


def checks_for(assignment: Assignment) -> tuple[Check, ...]:
    """The checks that the assignment lists, then those of its opponents, which need its gates."""
    listed = (
        Check(check.name, NEEDS[check.name], _about(_RUN[check.name]), _RUN[check.name])
        for check in assignment.checks
    )
    wins = (
        Check(
            f"{BEATS}{tier}",
            assignment.gates,
            f"Your player beats {tier}: it wins at least {percent(assignment.threshold_of(tier))}.",
            partial(check_beats if is_here(assignment, tier) else _not_here, tier=tier),
            hidden=True,
        )
        for tier in assignment.tiers
    )
    return (*listed, *wins)


def _not_here(context: Context, tier: str) -> CheckResult:
    return CheckResult(
        f"{BEATS}{tier}",
        Verdict.SKIPPED,
        reason=f"Not run: your course does not publish {tier}. Your player meets it when it is marked.",
    )


def _about(check: Callable[..., CheckResult]) -> str:
    return (check.__doc__ or "").strip()
