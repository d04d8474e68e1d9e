"""Pictures of Hearts: a replay to step through, a position, a table to sit down at.

`replay` and `position` are what any game's pictures have (see `playfunc.show.pictures`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from playfunc.games.hearts.rules import Hearts
from playfunc.games.hearts.show.replay import Replay
from playfunc.games.hearts.state import HeartsState
from playfunc.lazy import lazily
from playfunc.record import GameRecord
from playfunc.rules import Seat
from playfunc.show.position import Position

if TYPE_CHECKING:
    from playfunc.games.hearts.show.table import HandTable
else:
    __getattr__ = lazily(__name__, {"HandTable": f"{__name__}.table"})  # it needs widgets

__all__ = ["HandTable", "Replay", "position", "replay"]


def replay(record: GameRecord, start: int, seat: Seat | None, notes: Mapping[int, str]) -> Replay:
    """The hand, to step through."""
    return Replay(record, start, seat, notes)


def position(rules: Hearts, state: HeartsState, seat: Seat, names: Sequence[str]) -> Position:
    """The hand and the trick that `seat` sees, with the trick before in words."""
    before = state.history[-1] if state.history else ()
    told = ", ".join(f"{card} by {names[seat]}" for card, seat in before)
    return Position(
        state.hands[seat],
        tuple((card, names[owner]) for card, owner in state.trick),
        rules.legal(rules.view(state, seat)),
        title=f"Trick {len(state.history) + 1}",
        message=f"The trick before: {told}." if told else "This is the first trick.",
    )
