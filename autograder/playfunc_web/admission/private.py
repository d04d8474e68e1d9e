"""What only the owner sees of a check: the position drawn, the traceback, what was printed. All of it comes from a
stranger's code, so it is cut to size and made fit for any database."""

from __future__ import annotations

from typing import Any

from playfunc.errors import printable
from playfunc.record import GameRecord, rules_of, steps
from playfunc.show.face import face_of
from playfunc_checks.results import CheckResult

__all__ = ["clean", "drawn_position", "private_of"]

LONGEST = 20_000
"""Characters of a text that are kept."""


def clean(text: str) -> str:
    """The text without what a database or a page cannot take: NULs, lone surrogates, other controls, endless length."""
    kept = "".join(letter for letter in printable(text) if letter in "\n\t" or ord(letter) >= 32)
    return kept if len(kept) <= LONGEST else f"{kept[:LONGEST]}\n… (cut here)"


def private_of(failed: CheckResult | None, printed: str) -> dict[str, Any]:
    """By name, what there is: `position` (HTML), `position_text`, `traceback`, `hint` and `printed`."""
    found: dict[str, Any] = {"printed": clean(printed)}
    if failed is not None:
        found["hint"] = clean(failed.hint)
        found["traceback"] = clean(failed.reason)
        if failed.replay is not None and failed.replay.faults:
            fault = failed.replay.faults[0]
            found["traceback"] = clean(fault.detail)
            found["position_text"] = clean(fault.position)
            found["position"] = drawn_position(failed.replay)
    return {name: text for name, text in found.items() if text}


def drawn_position(record: GameRecord) -> str:
    """What the player at fault saw when it was to move, as HTML with a style of its own and no script."""
    fault = record.faults[0]
    made = 0
    for step in steps(record):
        if fault.seat in step.forfeits or made >= fault.at:
            break
        made += len(step.moves)
    shown = face_of(record.game).position(rules_of(record), step.state, fault.seat, record.players)
    return printable(shown._repr_html_())
