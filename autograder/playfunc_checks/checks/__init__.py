"""The checks in the order they run, with what each depends on."""

from __future__ import annotations

from functools import partial

from playfunc_checks.assignment import BEATS, Assignment, percent
from playfunc_checks.checks import gates, memory, unexploitable  # noqa: F401, which registers them
from playfunc_checks.checks.beats import check_beats
from playfunc_checks.checks.context import CHECKS, Check, Context
from playfunc_checks.checks.win_rate import is_here
from playfunc_checks.results import CheckResult, Verdict

__all__ = ["CHECKS", "Check", "Context", "checks_for"]


def checks_for(assignment: Assignment) -> tuple[Check, ...]:
    """The checks that the assignment lists, then those of its opponents, which need its gates."""
    listed = (CHECKS[check.name] for check in assignment.checks)
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
