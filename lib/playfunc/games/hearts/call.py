"""What a player of Hearts is asked, how its reply is read, and positions and whole hands in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playfunc.cards import Card
from playfunc.errors import ProtocolError, shown
from playfunc.games.hearts.state import (
    DECK,
    MOON,
    HeartsState,
    HeartsView,
    SeatPlay,
    Trick,
    row,
    trick_points,
    trick_winner,
)
from playfunc.rules import Call


class HeartsCall:
    """The projection of Hearts (see `playfunc.rules.Projection`)."""

    @property
    def move_names(self) -> Mapping[str, str]:
        return {"play": "Card"}

    def call(self, view: HeartsView, names: Sequence[str], memory: str | None) -> Call:
        """`play(player_id, hand, trick, previous)`; `previous` is None on the first trick."""
        previous = None if view.first_trick else [_named(view.history[-1], names), None]
        return Call(
            "play",
            (names[view.seat], [card.text for card in view.hand], _named(view.trick, names), previous),
            None if view.first_trick else memory,
        )

    def arguments(self, call: Call, memory: object) -> tuple[Any, ...]:
        player_id, hand, trick, previous = call.arguments
        return (
            player_id,
            tuple(Card(text) for text in hand),
            _read_trick(trick),
            None if previous is None else (_read_trick(previous[0]), memory),
        )

    def move_text(self, move: Card) -> str:
        return move.text

    def parse_move(self, text: str) -> Card:
        return Card(text)

    def read_reply(self, value: object) -> Card:
        if type(value) is Card:
            return value
        hint = ""
        if type(value) is str and value in {card.text for card in DECK}:
            hint = f' (the name of a card is not a card: return Card("{value}"))'
        raise ProtocolError(
            f"the first part of the reply must be a Card, got {type(value).__name__} {shown(value)}{hint}"
        )


def _named(trick: Sequence[SeatPlay], names: Sequence[str]) -> list[list[str]]:
    return [[card.text, names[seat]] for card, seat in trick]


def _read_trick(plays: Sequence[Sequence[str]]) -> Trick:
    return tuple((Card(text), player) for text, player in plays)


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
