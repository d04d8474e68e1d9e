"""What a player of Hearts is asked, and how its reply is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playfunc.cards import Card
from playfunc.errors import ProtocolError, shown
from playfunc.games.hearts.state import DECK, HeartsView, SeatPlay, Trick
from playfunc.rules import Call

__all__ = ["HeartsCall"]


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
