"""Test how well this machine can confine a worker."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType

from playfunc_autograder.sandbox.bubblewrap import Launcher, bubblewrapped, locked, plain
from playfunc_autograder.sandbox.canary import why_not


class Tier(Enum):
    """In A and B a player can neither read nor change anything outside, use a network, or start processes."""

    A = "A"
    """Bubblewrap, which hides all other files, and the lock inside it."""
    B = "B"
    """The lock alone: the same guarantees, but names and sizes of files are visible."""
    C = "C"
    """Limits and time-outs only: enough for your own code, not for other people's."""

    @property
    def confined(self) -> bool:
        return self is not Tier.C


LAUNCHERS: Mapping[Tier, Launcher] = MappingProxyType({Tier.A: bubblewrapped, Tier.B: locked, Tier.C: plain})


@dataclass(frozen=True)
class Probe:
    """The best tier of this machine, and why each better one is unavailable."""

    tier: Tier
    refusals: Mapping[Tier, str]


@cache
def available_tier() -> Probe:
    """Found once per process, by a canary that tries to get out of each tier; takes up to a second."""
    return probe(LAUNCHERS)


def probe(launchers: Mapping[Tier, Launcher]) -> Probe:
    """The best tier that confines workers on this machine."""
    return best_tier(lambda tier: why_not(launchers[tier]))


def best_tier(refusal: Callable[[Tier], str]) -> Probe:
    """The first tier for which `refusal` returns no reason, else C, which is always available."""
    refusals: dict[Tier, str] = {}
    for tier in (Tier.A, Tier.B):
        reason = refusal(tier) if sys.platform == "linux" else _elsewhere()
        if not reason:
            return Probe(tier, MappingProxyType(refusals))
        refusals[tier] = reason
    return Probe(Tier.C, MappingProxyType(refusals))


def _elsewhere() -> str:
    return f"this is {platform.system() or sys.platform}, and confinement needs Linux"
