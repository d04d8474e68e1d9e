"""Contests: players of any kind meet, and the standings say how sure they are.

formats    who meets whom, as each game's source has it
play       fixtures → outcomes, in processes side by side
standings  outcomes → rows with intervals, records and ratings
ratings    outcomes → one number each
run        all of it together, kept on disk, so that it can be stopped and gone on with
"""

from __future__ import annotations

from playfunc_autograder.contest.formats import FORMATS, Fixture, Outcome
from playfunc_autograder.contest.run import Contest, ContestError, run_contest
from playfunc_autograder.contest.standings import Row, standings

__all__ = [
    "FORMATS",
    "Contest",
    "ContestError",
    "Fixture",
    "Outcome",
    "Row",
    "run_contest",
    "standings",
]
