"""The workbook's checks: pure functions from the student's functions to findings.

This package displays nothing (`playfunc_workbook.hearts` does that), and it gives no marks.
"""

from __future__ import annotations

from playfunc_workbook.finding import Finding, State
from playfunc_workbook.interrupted import Interrupted
from playfunc_workbook.hearts.exercises.first_steps import arguments_finding, card_finding
from playfunc_workbook.hearts.exercises.remember import remember_finding
from playfunc_workbook.hearts.exercises.rules_of_play import (
    fault_position,
    is_unwritten_legal,
    legal_finding,
    own_moves,
    rules_finding,
)
from playfunc_workbook.hearts.exercises.search import imagine_finding, look_ahead_finding
from playfunc_workbook.hearts.exercises.sensible import choose_finding, moon_finding
from playfunc_workbook.hearts.exercises.text_memory import gone_finding, lead_hearts_finding, twins

__all__ = [
    "Finding",
    "Interrupted",
    "State",
    "arguments_finding",
    "card_finding",
    "choose_finding",
    "fault_position",
    "gone_finding",
    "imagine_finding",
    "is_unwritten_legal",
    "lead_hearts_finding",
    "legal_finding",
    "look_ahead_finding",
    "moon_finding",
    "own_moves",
    "remember_finding",
    "rules_finding",
    "twins",
]
