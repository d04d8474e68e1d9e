"""The checks in the order they run, with what each depends on. A check's docstring is what a student reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from playfunc_checks.assignment import Assignment
from playfunc_checks.checks.beats import check_beats
from playfunc_checks.checks.context import Context
from playfunc_checks.checks.loads import check_loads
from playfunc_checks.checks.memory import check_memory
from playfunc_checks.checks.purity import check_purity
from playfunc_checks.checks.rules import check_rules
from playfunc_checks.checks.unexploitable import check_unexploitable
from playfunc_checks.results import CheckResult

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
    `playfunc_checks.closed` alone."""


def checks_for(assignment: Assignment) -> tuple[Check, ...]:
    """Every check of the assignment. `rules` and `purity` are gates for the win checks; `memory` never is."""
    gates = (
        Check("loads", (), _about(check_loads), check_loads),
        Check("rules", ("loads",), _about(check_rules), check_rules),
        Check("purity", ("rules",), _about(check_purity), check_purity),
    )
    memory = (Check("memory", ("rules",), _about(check_memory), check_memory),)
    wins = tuple(
        Check(
            f"beats-{tier}",
            ("rules", "purity"),
            _about(check_beats).replace("this opponent", tier),
            partial(check_beats, tier=tier),
            hidden=True,
        )
        for tier in assignment.opponents
    )
    mixtures = (Check("unexploitable", ("loads",), _about(check_unexploitable), check_unexploitable),)
    return gates + memory * assignment.remembers + wins + mixtures * assignment.mixture


def _about(check: Callable[..., CheckResult]) -> str:
    return (check.__doc__ or "").strip()
