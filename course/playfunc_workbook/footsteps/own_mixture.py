"""What bids cost against the mixture that the opponent plays, where the opponent hands it over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from playfunc.costs import Review, total_of
from playfunc.show import progress
from playfunc_opponents.footsteps import advanced, minmax

from playfunc_workbook.costs import Reviewed, after

if TYPE_CHECKING:
    from playfunc_opponents.footsteps.worth import Mixture

__all__ = ["MIXTURES", "against_mixture"]

MIXTURES: Mapping[str, Mixture] = {"minmax": minmax.mix, "advanced": advanced.mix}
"""The mixtures of the opponents that have one."""


def against_mixture(found: Reviewed, mixture: Mixture) -> str:
    """What the student's bids gave away against the best answers to the opponent's own mixture, in a sentence."""
    from playfunc_opponents.footsteps.reviewer import reviewer_against  # compiled by numba

    reviews: list[tuple[Review, int]] = []
    moves = sum(len(review.costs) for review, _ in found.mine)
    with progress(moves, f"Bids priced against {found.tier}'s own") as update:
        for review, seat in found.mine:
            before = sum(len(done.costs) for done, _ in reviews)
            reviewer = reviewer_against({1 - seat: mixture})
            again = reviewer.review(review.record, on_progress=after(before, update))
            reviews.append((again, seat))
    lost = total_of(cost for review, seat in reviews for cost in review.of_seat(seat)).per(len(reviews))
    return f"Compared with the best answers to the bids that {found.tier} really makes, yours gave away {lost} a game."
