"""What a player of SkullWhist is asked, and how its replies are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playfunc.cards import WhistCard
from playfunc.errors import ProtocolError, shown
from playfunc.games.numbers import number_of, read_number
from playfunc.games.skullwhist.state import DECK, Move, SeatPlay, SkullWhistView, Trick
from playfunc.rules import Call

__all__ = ["Bids", "SkullWhistCall"]


class Bids(Mapping[str, int]):
    """Both players' bids by their ids. It cannot be changed; `dict(bids)` can."""

    __slots__ = ("_bids",)

    def __init__(self, bids: Mapping[str, int]) -> None:
        self._bids = dict(bids)

    def __getitem__(self, player: str) -> int:
        return self._bids[player]

    def __iter__(self) -> Iterator[str]:
        return iter(self._bids)

    def __len__(self) -> int:
        return len(self._bids)

    def __hash__(self) -> int:
        return hash(frozenset(self._bids.items()))

    def __repr__(self) -> str:
        return repr(self._bids)


class SkullWhistCall:
    """The projection of SkullWhist (see `playfunc.rules.Projection`)."""

    @property
    def move_names(self) -> Mapping[str, str]:
        return {"bid": "int", "play": "WhistCard"}

    def call(self, view: SkullWhistView, names: Sequence[str], memory: str | None) -> Call:
        """`bid(player_id, opponent_id, hand)` and `play(player_id, hand, trick, bids, previous)`.

        `previous` is never `None`: on the first trick it is an empty trick and the memory that `bid` returned.
        """
        me, other = names[view.seat], names[1 - view.seat]
        hand = [card.text for card in view.hand]
        if view.bidding:
            return Call("bid", (me, other, hand))
        bids = dict(zip(names, view.bids, strict=True))
        last = _named(view.history[-1], names) if view.history else []
        return Call("play", (me, hand, _named(view.trick, names), bids, [last, None]), memory)

    def arguments(self, call: Call, memory: object) -> tuple[Any, ...]:
        if call.function == "bid":
            me, other, hand = call.arguments
            return me, other, _read_hand(hand)
        me, hand, trick, bids, previous = call.arguments
        return me, _read_hand(hand), _read_trick(trick), Bids(bids), (_read_trick(previous[0]), memory)

    def move_text(self, move: Move) -> str:
        return str(move)

    def parse_move(self, text: str) -> Move:
        return WhistCard(text) if text[:1].isalpha() else number_of(text)

    def read_reply(self, value: object) -> Move:
        if type(value) is WhistCard:
            return value
        if type(value) is int:
            return read_number(value, "your bid")
        hint = ""
        if type(value) is str and value in {card.text for card in DECK}:
            hint = f' (the name of a card is not a card: return WhistCard("{value}"))'
        raise ProtocolError(
            "the first part of the reply must be an int from bid and a WhistCard from play, "
            f"got {type(value).__name__} {shown(value)}{hint}"
        )


def _named(trick: Sequence[SeatPlay], names: Sequence[str]) -> list[list[str]]:
    return [[card.text, names[seat]] for card, seat in trick]


def _read_hand(texts: Sequence[str]) -> tuple[WhistCard, ...]:
    return tuple(map(WhistCard, texts))


def _read_trick(plays: Sequence[Sequence[str]]) -> Trick:
    return tuple((WhistCard(text), player) for text, player in plays)
