"""Contests: players of any kind meet, and the standings say how sure they are.

entrants   players by name → who takes part, each tried first
trials     whether a player can play, what a game takes it, whether it keeps something from game to game
names      what they are called
outcomes   a game to be played, and what came of it
schedules  pairings and seating
formats    contests, from each game's contest format
plan       how long a contest takes, and how many deals a budget pays for
chunks     fixtures → what each process of a player sees
play       fixtures → outcomes, in processes side by side
matches    games between the same players, who remember
costs      what a game took each player, and its owner's alone
standings  outcomes → rows with intervals, records and ratings
ratings    outcomes → one number each
versus     outcomes → by how much each player did better than each other
marks      what the house players are rated, so that ratings of different runs compare
table      rows → text
published  a finished contest → one object of JSON
store      what is kept on disk, so that a contest can be stopped and gone on with
run        all of it together
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playfunc.references import lazily

if TYPE_CHECKING:
    from playfunc_arena.formats import contest_format, contest_names, ladder_format
    from playfunc_arena.outcomes import Fixture, Outcome
    from playfunc_arena.run import Contest, Finished, run_contest
    from playfunc_arena.standings import Row
    from playfunc_arena.store import ContestError, kept_header
    from playfunc_arena.table import standings_text
else:
    __getattr__ = lazily(
        __name__,
        {
            name: f"{__name__}.{module}"
            for module, names in {
                "formats": ("contest_format", "contest_names", "ladder_format"),
                "outcomes": ("Fixture", "Outcome"),
                "run": ("Contest", "Finished", "run_contest"),
                "standings": ("Row",),
                "store": ("ContestError", "kept_header"),
                "table": ("standings_text",),
            }.items()
            for name in names
        },
    )

__all__ = [
    "Contest",
    "ContestError",
    "Finished",
    "Fixture",
    "Outcome",
    "Row",
    "contest_format",
    "contest_names",
    "kept_header",
    "ladder_format",
    "run_contest",
    "standings_text",
]
