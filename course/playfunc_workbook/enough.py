"""How much more has to be played until a measurement decides something, in deals and in time."""

from __future__ import annotations

from math import ceil, inf

from playfunc.statistics import Interval

__all__ = ["about", "deals_told", "deals_wanted", "seconds_for"]

FARTHER = 5
"""A few deals tell little about how many are needed: no advice goes farther than this many times as many."""


STEPS = (10, 20, 40, 100)
"""Numbers of deals that are advised, beside as many as marking plays."""


def deals_told(rate: Interval, threshold: float, most: int, seconds: float) -> str:
    """What to do about a win rate whose interval includes the threshold; empty where it does not.

    `most` is how many deals marking plays, `seconds` what these deals took by the clock.
    """
    if not rate.low < threshold < rate.high:
        return ""
    wanted = deals_wanted(rate, threshold, most)
    if wanted is None:
        return (
            f"It is too close to {threshold:.0%} for more deals to decide it soon. Make your player stronger."
        )
    deals, word = wanted
    return f"`deals={deals}` would {word} it, and take {about(seconds * deals / max(rate.count, 1))}."


def deals_wanted(rate: Interval, threshold: float, most: int) -> tuple[int, str] | None:
    """How many deals to play next, and what they would do; `None` where as many as marking plays would hardly decide.

    The numbers are few (`STEPS`), so that the advice does not change with every estimate of the rate.
    """
    gap = abs(rate.mean - threshold)
    needed = rate.count * (rate.half_width / gap) ** 2 if gap else inf
    if needed > most and rate.count > most / FARTHER:
        return None
    reach = min(FARTHER * rate.count, most)
    steps = [step for step in (*STEPS, most) if rate.count < step <= reach] or [reach]
    deals = next((step for step in steps if step >= 1.2 * needed), steps[-1])
    return deals, "probably decide" if needed <= deals else "tell more about"


def seconds_for(half_width: float, wanted: float, seconds: float) -> int:
    """How long an interval takes that is no wider than `wanted`, going by one that took `seconds`: whole minutes."""
    return 60 * ceil(1.1 * seconds * (half_width / wanted) ** 2 / 60)


def about(seconds: float) -> str:
    """A time for a reader, rounded up: "a few seconds", "about 20 s", "about 3 min"."""
    if seconds <= 5:
        return "a few seconds"
    return f"about {10 * ceil(seconds / 10)} s" if seconds <= 60 else f"about {ceil(seconds / 60)} min"
