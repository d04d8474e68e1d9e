"""SkullWhist in words: a position, a whole game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playfunc.games.skullwhist.state import Move, SeatPlay, SkullWhistState, SkullWhistView, row, trick_winner

__all__ = ["SkullWhistText"]


class SkullWhistText:
    """The storyteller of SkullWhist (see `playfunc.rules.Storyteller`)."""

    def describe(self, rules: Any, view: SkullWhistView, names: Sequence[str] = ()) -> str:
        who = names or ("seat 0", "seat 1")
        lines = [f"  hand:  {row(view.hand)}"]
        legal = rules.legal(view)
        if view.bidding:
            lines.append("  to bid: 1 … 13" if legal else f"  bid: {view.bids[view.seat]}")
        else:
            bids = ", ".join(f"{name} {bid}" for name, bid in zip(who, view.bids, strict=True))
            won = [trick_winner(trick) for trick in view.history]
            table = ", ".join(f"{card} by {who[seat]}" for card, seat in view.trick) or "(to lead)"
            lines.append(f"  bids:  {bids}; tricks won: {won.count(0)} and {won.count(1)}")
            lines += [f"  trick: {table}", f"  legal: {row(legal)}"]
        return "\n".join(lines)

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[SkullWhistState], moves: Sequence[str] = ()
    ) -> str:
        first, last = states[0], states[-1]
        lines = [f"{names[seat]}: {row(hand)}" for seat, hand in enumerate(first.hands)]
        bids = (f"{name} {bid}" for name, bid in zip(names, last.bids, strict=True) if bid is not None)
        lines.append("Bids: " + ", ".join(bids))
        for number, trick in enumerate(last.history, 1):
            lines.append(f"{number:>2}. {_plays(trick, names)}  → {names[trick_winner(trick)]}")
        if last.trick:
            lines.append(f"{len(last.history) + 1:>2}. {_plays(last.trick, names)}  (not finished)")
        if last.forfeited:
            lines.append("Forfeited by " + ", ".join(names[seat] for seat in last.forfeited) + ".")
        won = last.tricks()
        if rules.to_act(last):
            lines.append("(not finished)")
        else:
            parts = (f"{names[s]} {points} ({won[s]} tricks)" for s, points in enumerate(rules.scores(last)))
            lines.append("Points: " + ", ".join(parts))
        return "\n".join(lines)

    def move(self, move: Move) -> str:
        return f"Bid {move}" if isinstance(move, int) else f"{move} {move.suit.symbol}"


def _plays(trick: Sequence[SeatPlay], names: Sequence[str]) -> str:
    return "  ".join(f"{names[seat]} {card}" for card, seat in trick)
