"""minmax: expects the worst of the other card, and puts chips at risk with the king alone."""

from __future__ import annotations

from kuhn_poker import legal_actions

__all__ = ["play"]


def play(player_id: str, card: str, actions: tuple[str, ...], previous: object) -> tuple[str, None]:
    legal = legal_actions(actions)
    safe, bold = ("fold", "call") if "call" in legal else ("check", "bet")
    return (bold if card == "K" else safe), None
