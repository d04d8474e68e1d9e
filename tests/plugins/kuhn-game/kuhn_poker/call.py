"""What a player of Kuhn poker is asked, and how its reply is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playfunc.errors import NotationError, ProtocolError, shown
from playfunc.rules import Call

from kuhn_poker.state import ACTIONS, KuhnView

__all__ = ["KuhnCall"]


class KuhnCall:
    """The projection of Kuhn poker (see `playfunc.rules.Projection`)."""

    def call(self, view: KuhnView, names: Sequence[str], memory: str | None) -> Call:
        """`play(player_id, card, actions, previous)`. `previous` is `None` at a player's first action, else the
        pair (its first action, its memory)."""
        previous = [view.actions[0], None] if len(view.actions) > 1 else None
        arguments = (names[view.seat], view.card, list(view.actions), previous)
        return Call(
            "play",
            arguments,
            None if previous is None else memory,
            luck=f"{view.luck} {view.seat} {view.actions}",
        )

    def arguments(self, call: Call, memory: object) -> tuple[Any, ...]:
        player, card, actions, previous = call.arguments
        return player, card, tuple(actions), None if previous is None else (previous[0], memory)

    def move_text(self, move: str) -> str:
        return move

    def parse_move(self, text: str) -> str:
        if text not in ACTIONS:
            raise NotationError(f"expected {', '.join(ACTIONS)}, got {shown(text)}")
        return text

    def read_reply(self, value: object) -> str:
        if type(value) is not str or value not in ACTIONS:
            raise ProtocolError(
                f"expected one of {', '.join(map(repr, ACTIONS))}, got {type(value).__name__} {shown(value)}"
            )
        return value
