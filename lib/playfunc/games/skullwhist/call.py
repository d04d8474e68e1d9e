"""What a player of SkullWhist is asked, how its replies are read, and positions and whole games in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playfunc.cards import WhistCard
from playfunc.errors import ProtocolError, shown
from playfunc.game import number_of, read_number
from playfunc.games.skullwhist.state import (
    DECK,
    Move,
    SeatPlay,
    SkullWhistState,
    SkullWhistView,
    Trick,
    row,
    trick_winner,
)
from playfunc.rules import Call


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
