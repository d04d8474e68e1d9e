"""Hearts in words: a position, a whole hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playfunc.cards import Card
from playfunc.games.hearts.state import MOON, HeartsState, HeartsView, row, trick_points, trick_winner

__all__ = ["HeartsText"]


class HeartsText:
    """The storyteller of Hearts (see `playfunc.rules.Storyteller`)."""

    def describe(self, rules: Any, view: HeartsView, names: Sequence[str] = ()) -> str:
        who = names or [f"seat {seat}" for seat in range(rules.seats)]
        legal = rules.legal(view)
        return (
            f"  hand:  {row(view.hand)}\n"
            f"  trick: {', '.join(f'{card} by {who[seat]}' for card, seat in view.trick) or '(to lead)'}"
            f"{' — the first trick' if view.first_trick else ''}\n"
            f"  legal: {row(legal)}"
        )

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[HeartsState], moves: Sequence[str] = ()
    ) -> str:
        first, last = states[0], states[-1]
        lines = [f"{names[seat]}: {row(hand)}" for seat, hand in enumerate(first.hands)]
        for number, trick in enumerate(last.history, 1):
            plays = "  ".join(f"{names[seat]} {card.text:<3}" for card, seat in trick)
            cost = trick_points(trick)
            lines.append(
                f"{number:>2}. {plays}  → {names[trick_winner(trick)]}"
                + (f", {cost} point{'s' * (cost != 1)}" if cost else "")
            )
        if last.trick:
            plays = "  ".join(f"{names[seat]} {card.text:<3}" for card, seat in last.trick)
            lines.append(f"{len(last.history) + 1:>2}. {plays}  (not finished)")
        if last.forfeited:
            lines.append("Forfeited by " + ", ".join(names[seat] for seat in last.forfeited) + ".")
        elif rules.points_taken(last) != rules.scores(last):
            lines.append(f"{names[rules.points_taken(last).index(MOON)]} shot the moon.")
        lines.append("Points: " + ", ".join(f"{names[s]} {p}" for s, p in enumerate(rules.scores(last))))
        return "\n".join(lines)

    def move(self, move: Card) -> str:
        return f"{move} {move.suit.symbol}"
