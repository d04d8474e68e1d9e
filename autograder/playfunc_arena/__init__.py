"""Contests: players of any kind meet, and the standings say how sure they are.

entrants   players by name → who takes part, each tried first
formats    games to be played and their outcomes; contests: pairings, scores, the field of players
plan       how long a contest takes, and what each process of a player sees
play       fixtures → outcomes, in processes side by side
ratings    outcomes → one number each
standings  outcomes → rows with intervals, records and ratings; text; head to head
store      what is kept on disk, so that a contest can be stopped and gone on with
run        all of it together
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playfunc.registry import lazily

if TYPE_CHECKING:
    from playfunc_arena.formats import Fixture, Outcome, contest_format, contest_names, ladder_format
    from playfunc_arena.run import Contest, Finished, run_contest
    from playfunc_arena.standings import Row, standings_text
    from playfunc_arena.store import ContestError, stored_header
else:
    __getattr__ = lazily(
        __name__,
        {
            name: f"{__name__}.{module}"
            for module, names in {
                "formats": ("Fixture", "Outcome", "contest_format", "contest_names", "ladder_format"),
                "run": ("Contest", "Finished", "run_contest"),
                "standings": ("Row", "standings_text"),
                "store": ("ContestError", "stored_header"),
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
    "stored_header",
    "ladder_format",
    "run_contest",
    "standings_text",
]
