"""SkullWhist: the ladder, and both hands played perfectly when they are known."""

from __future__ import annotations

from playfunc_opponents.ladder import Baseline, Ladder

__all__ = ["LADDER"]

LADDER = Ladder(
    game="skullwhist",
    baselines=(
        Baseline("basic", "playfunc_opponents.skullwhist.basic", about="It bids and plays at random."),
        Baseline(
            "minmax",
            "playfunc_opponents.skullwhist.minmax",
            about="It bids what its cards are worth on average, and looks two tricks ahead.",
        ),
        Baseline(
            "advanced",
            "playfunc_opponents.skullwhist.advanced",
            about="It imagines many hands of its opponent, and plays what is best on average against them.",
        ),
    ),
    references=("four", "counts_winners", "remembers"),
    reviewer="playfunc_opponents.skullwhist.reviewer:REVIEWER",
)
