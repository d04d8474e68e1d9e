"""FootSteps in words: a position, a whole game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from playfunc.games.footsteps.state import FootStepsState, FootStepsView

__all__ = ["FootStepsText"]

PICTURE = 41
"""The longest strip that is drawn cell by cell."""


class FootStepsText:
    """The storyteller of FootSteps (see `playfunc.rules.Storyteller`)."""

    def describe(self, rules: Any, view: FootStepsView, names: Sequence[str] = ()) -> str:
        legal = rules.legal(view)
        bids = "none" if not legal else f"{legal[0]} … {legal[-1]}" if len(legal) > 1 else f"{legal[0]}"
        last = "none yet" if view.last is None else f"own {view.last[0]}, other's {view.last[1]}"
        return (
            f"  strip: {_strip(rules, view.position)} (own goal on the right)\n"
            f"  points: own {view.my_points}, other's {view.their_points}; last bids: {last}\n"
            f"  legal: {bids}"
        )

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[FootStepsState], moves: Sequence[str] = ()
    ) -> str:
        left, right = names[1], names[0]
        first, last = states[0], states[-1]
        lines = [
            f"Goals: {right} on the right end, {left} on the left; {first.points[0]} and "
            f"{first.points[1]} points.",
            f"     {_strip(rules, first.token)}",
        ]
        for before, after in pairwise(states):
            if after.last is not None and after.turns > before.turns:
                lines.append(
                    f"{after.turns:>3}. {_strip(rules, after.token)}  {right} {after.last[0]}  {left} {after.last[1]}"
                    f"  → {after.points[0]} and {after.points[1]} left"
                )
        if last.forfeited:
            lines.append("Forfeited by " + " and ".join(names[seat] for seat in last.forfeited) + ".")
        if rules.to_act(last):
            lines.append("(not finished)")
        elif rules.scores(last)[0] == 0.5:
            lines.append("A draw.")
        else:
            lines.append(f"The winner: {right if rules.scores(last)[0] == 1 else left}.")
        return "\n".join(lines)

    def move(self, move: int) -> str:
        return f"Bid {move}"


def _strip(rules: Any, position: int) -> str:
    """The strip with its token; a long one in words."""
    if rules.cells > PICTURE:
        return f"[cell {position:+d} of -{rules.goal} … +{rules.goal}]"
    cells = ["·"] * rules.cells
    cells[position + rules.goal] = "●"
    return f"[{''.join(cells)}]"
