"""Contests: players of any kind meet, and the standings say how sure they are.

entrants   players by name → who takes part, each tried first
names      what they are called
formats    pairing schedules, from each game's contest format
play       fixtures → outcomes, in processes side by side
standings  outcomes → rows with intervals, records and ratings
ratings    outcomes → one number each
table      rows → text
store      what is kept on disk, so that a contest can be stopped and gone on with
run        all of it together
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playfunc.lazy import lazily

if TYPE_CHECKING:
    from playfunc_arena.formats import Fixture, Outcome, contest_format, contest_names
    from playfunc_arena.run import Contest, run_contest
    from playfunc_arena.standings import Row, standings
    from playfunc_arena.store import ContestError, kept_header
    from playfunc_arena.table import standings_text
else:
    __getattr__ = lazily(
        __name__,
        {
            name: f"{__name__}.{module}"
            for module, names in {
                "formats": ("Fixture", "Outcome", "contest_format", "contest_names"),
                "run": ("Contest", "run_contest"),
                "standings": ("Row", "standings"),
                "store": ("ContestError", "kept_header"),
                "table": ("standings_text",),
            }.items()
            for name in names
        },
    )

__all__ = [
    "Contest",
    "ContestError",
    "Fixture",
    "Outcome",
    "Row",
    "contest_format",
    "contest_names",
    "kept_header",
    "run_contest",
    "standings",
    "standings_text",
]
