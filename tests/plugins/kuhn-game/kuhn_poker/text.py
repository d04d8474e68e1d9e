"""Kuhn poker in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kuhn_poker.state import KuhnState, KuhnView

__all__ = ["KuhnText"]


class KuhnText:
    """The storyteller of Kuhn poker (see `playfunc.rules.Storyteller`)."""

    def describe(self, rules: Any, view: KuhnView, names: Sequence[str] = ()) -> str:
        return f"  card: {view.card}\n  actions: {' '.join(view.actions) or 'none'}"

    def transcript(self, rules: Any, names: Sequence[str], states: Sequence[KuhnState]) -> str:
        first, last = states[0], states[-1]
        lines = [f"{name} gets {card}." for name, card in zip(names, first.cards, strict=True)]
        lines += [f"{names[place % 2]}: {action}" for place, action in enumerate(last.actions)]
        if rules.to_act(last):
            return "\n".join([*lines, "(not finished)"])
        won = rules.scores(last)
        return "\n".join([*lines, f"{names[won[1] > 0]} wins {max(won)}."])

    def move(self, move: str) -> str:
        return move
