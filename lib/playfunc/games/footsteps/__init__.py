"""FootSteps: a token on a strip, two secret bids a turn, and the higher bidder moves it one cell."""

from __future__ import annotations

from playfunc.games.footsteps.rules import (
    FootSteps,
    FootStepsState,
    FootStepsView,
    legal_bids,
)

__all__ = [
    "FootSteps",
    "FootStepsState",
    "FootStepsView",
    "legal_bids",
]
