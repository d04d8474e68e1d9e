"""House players as fixed marks on the scale of ratings, so that ratings of different runs can be compared.

What each opponent of a game is rated in each contest is measured once, in a contest among them, and kept as data.
`playfunc_arena.calibration` has the command that measures them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from playfunc.codec import decode
from playfunc_autograder.players import NamedPlayer

STORE = Path(__file__).with_name("marks.json")
"""The measured contests that come with this version."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A contest among the opponents of a game alone: what each is rated, from the weakest at `ANCHOR` of
    `playfunc_arena.calibration`, and half of the 95% interval that its distance from their average has."""

    deals: int
    seed: int
    ratings: Mapping[str, float]
    half_widths: Mapping[str, float]


def marks_of(contest: str, players: Sequence[NamedPlayer]) -> dict[int, float]:
    """The ratings that are known of the players of a contest, by their places: those of opponents that were measured.

    There are none in a contest among such opponents alone, which is there to measure them.
    """
    known = measured_contests().get(contest)
    found = {} if known is None else known.ratings
    marks = {
        place: found[player.name]
        for place, player in enumerate(players)
        if player.source is None and player.name in found
    }
    return marks if len(marks) < len(players) else {}


@cache
def measured_contests() -> Mapping[str, Measured]:
    """All contests whose opponents have been measured, by name."""
    contests = json.loads(STORE.read_text(encoding="utf-8"))["contests"]
    return {name: decode(json.dumps(each), Measured) for name, each in contests.items()}
