"""Measure what opponents are rated: a contest among them alone, for each contest of each game.

    python -m playfunc_arena.calibration [CONTEST…]

writes `marks.json` beside this file, or the contests named in it. It is the same on every machine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from statistics import fmean

from playfunc.files import write_whole
from playfunc_autograder.executors import Local
from playfunc_autograder.players import NamedPlayer
from playfunc_opponents import ladder

from playfunc_arena.entrants import names_of
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_arena.play import play_rounds
from playfunc_arena.ratings import MEAN, STORE, Measured, Rating, measured_contests
from playfunc_arena.standings import standings

ANCHOR = MEAN
"""The rating of the weakest opponent of every contest."""

SEED = 1

DEALS = {
    "blackjack": 500,
    "footsteps": 1000,
    "hearts": 200,
    "hearts-four": 80,
    "skullwhist": 1000,
    "footsteps-big": 60,
}
"""Deals that each plays: some minutes of CPU time for each contest."""

USUAL = 200


def measure(contest: str, deals: int, seed: int = SEED, jobs: int = 1) -> Measured:
    """The ratings of all opponents that can play the contest. They sit down in several copies where they are too few
    for a table, and then the mean over the copies counts. Fewer than `LEAST_DEALS` deals give no interval to state."""
    form = ladder_format(contest)
    baselines = ladder(form.game).landmarks(form.least)
    seated = baselines * -(-form.least // len(baselines))
    players = tuple(NamedPlayer(name) for name in seated)
    field = form.field(seed, names_of(seated), players)
    rounds = form.rounds(len(players), form.whole(deals), seed)
    outcomes = play_rounds(field, rounds, Local(jobs), lambda played, *_: [one.outcome for one in played])
    rows = {row.name: row.rating for row in standings(form, field.names, outcomes)}
    copies = {
        baseline: [rows[name] for name, player in zip(field.names, seated, strict=True) if player == baseline]
        for baseline in baselines
    }
    weakest = _mean(copies[baselines[0]])
    return Measured(
        form.whole(deals),
        seed,
        {baseline: round(_mean(some) - weakest + ANCHOR, 1) for baseline, some in copies.items()},
        {
            baseline: round(fmean(map(_half_width, some)) / len(some) ** 0.5, 1)
            for baseline, some in copies.items()
        },
    )


def _mean(copies: Sequence[Rating]) -> float:
    return fmean(rating.rating or 0.0 for rating in copies)


def _half_width(rating: Rating) -> float:
    assert rating.low is not None
    assert rating.high is not None
    return (rating.high - rating.low) / 2


def main(contests: Sequence[str]) -> None:
    """Measure these contests, or all, and keep what is known of others."""
    known = dict(measured_contests()) if STORE.exists() else {}
    for contest in contests or contest_names():
        known[contest] = measure(contest, DEALS.get(contest, USUAL))
        told = {
            "command": "python -m playfunc_arena.calibration",
            "contests": {name: asdict(known[name]) for name in sorted(known)},
        }
        write_whole(STORE, json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
