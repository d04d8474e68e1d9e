"""Kuhn poker in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["KuhnText"]


class KuhnText:
    """A view and a whole hand as text (see `playfunc.rules.Storyteller`)."""

    def describe(self, rules: Any, view: Any, names: Sequence[str] = ()) -> str:
        return f"  card: {view.card}\n  actions: {' '.join(view.actions) or 'none'}"

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[Any], moves: Sequence[str] = ()
    ) -> str:
        lines = [f"{name} gets {card}." for name, card in zip(names, states[-1].cards, strict=True)]
        lines += [f"{names[place % 2]}: {action}" for place, action in enumerate(states[-1].actions)]
        if rules.to_act(states[-1]):
            return "\n".join([*lines, "(not finished)"])
        won = max(scores := rules.scores(states[-1]))
        return "\n".join([*lines, f"{names[scores[1] > 0]} wins {won} chip{'s' * (won > 1)}."])

    def move(self, move: Any) -> str:
        return str(move)
