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

from playfunc_arena.formats import Fixture, Outcome, contest_format, contest_names
from playfunc_arena.run import Contest, run_contest
from playfunc_arena.standings import Row, standings
from playfunc_arena.store import ContestError, kept_header
from playfunc_arena.table import standings_text

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
