"""minmax: expects the worst of the other card, and puts a chip at risk with the king alone."""

from __future__ import annotations

from kuhn_poker import KuhnView, legal_actions

__all__ = ["play"]


def play(view: KuhnView, memory: None) -> tuple[str, None]:
    safe, bold = legal_actions(view.actions)
    return (bold if view.card == "K" else safe), None
