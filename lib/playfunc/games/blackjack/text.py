"""BlackJack in words: a position, a whole run."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from playfunc.games.blackjack.state import (
    BlackJackState,
    BlackJackView,
    Double,
    Finished,
    Move,
    hand_score,
    settled,
    total,
)

__all__ = ["BlackJackText", "place"]


class BlackJackText:
    """The storyteller of BlackJack (see `playfunc.rules.Storyteller`)."""

    def describe(self, rules: Any, view: BlackJackView, names: Sequence[str] = ()) -> str:
        lines = [
            f"  hand:  {' '.join(view.hand) or '(sits out)'} ({total(view.hand)})",
            f"  table: dealer {' '.join(view.visible[:2])}, then {' '.join(view.visible[2:])}",
            f"  stake: {view.stake}, chips: {view.chips}",
        ]
        if view.turn:
            doubles = ", Double" if Double in rules.legal(view) else ""
            bets = f", Bet(1) … Bet({view.chips})" if view.chips else ""
            lines.append(f"  legal: Stand, Hit{doubles}{bets}")
        return "\n".join(lines)

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[BlackJackState], moves: Sequence[str] = ()
    ) -> str:
        lines: list[str] = []
        done: list[str] = []
        for before, after in pairwise(states):
            if before == after:
                continue
            done.append(f"{names[before.queue[0]]} {_move_between(before, after)}")
            for hand in after.history[len(before.history) :]:
                lines += [place(rules, before.number), "   " + ", ".join(done)]
                lines += _outcome(names, hand)
                done = []
        if done:
            lines += [place(rules, states[-1].number), "   " + ", ".join(done)]
        if rules.to_act(states[-1]):
            lines.append("(not finished)")
        chips = ", ".join(f"{name} {c}" for name, c in zip(names, states[-1].chips, strict=True))
        return "\n".join([*lines, f"Chips: {chips}"])

    def move(self, move: Move) -> str:
        return repr(move)


def place(rules: Any, number: int) -> str:
    """Where in the run the hand of this number is, for a reader."""
    return f"Round {number // rules.hands + 1}, hand {number % rules.hands + 1}"


def _move_between(before: BlackJackState, after: BlackJackState) -> str:
    """The move that led from one state to the next, with the card it drew."""
    seat = before.queue[0]
    hand, stakes = after.hands[seat], after.stakes
    if len(after.history) > len(before.history):
        hand, stakes = after.history[-1].hands[seat], after.history[-1].stakes
    drawn = hand[len(before.hands[seat]) :]
    raised = stakes[seat] - before.stakes[seat]
    if raised and drawn:
        return f"D ({drawn})"
    return f"B {raised}" if raised else f"H ({drawn})" if drawn else "S"


def _outcome(names: Sequence[str], hand: Finished) -> list[str]:
    lines = [f"   dealer {hand.dealer} {_total_text(hand.dealer)}"]
    for name, cards, stake, chips in zip(names, hand.hands, hand.stakes, hand.chips, strict=True):
        if cards:
            gain = settled(stake, cards, hand.dealer) - stake
            lines.append(f"   {name} {cards} {_total_text(cards)}: {gain:+d}, {chips} chips")
        else:
            lines.append(f"   {name} sits out with {chips} chips")
    return lines


def _total_text(cards: str) -> str:
    return str(hand_score(cards) or "bust")
