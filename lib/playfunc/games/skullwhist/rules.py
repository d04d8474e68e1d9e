"""SkullWhist: two players bid how many of thirteen tricks they will win, then play them; spades are trump.

Each holds 13 cards; the other 26 are thrown away unseen. 1 is the lowest value. The first leader is
drawn at random, and nobody knows it before both have bid. Bids are taken in seat order, each hidden until both
are in, so that the other's bid is on record if one player makes a fault.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeAlias

from playfunc.cards import Suit, WhistCard, following, named, row
from playfunc.errors import BidError, IllegalMoveError, InvalidCardError, ProtocolError, RenegError, shown
from playfunc.game import number_of, read_number
from playfunc.rules import Call, Seat

DECK = WhistCard.deck()
HAND = 13
"""Cards in a hand, and the highest bid."""

Move: TypeAlias = int | WhistCard
"""A bid, or a card."""

Play = tuple[WhistCard, str]
Trick = tuple[Play, ...]
"""The plays of a trick, the lead first; empty for the leader."""

SeatPlay = tuple[WhistCard, Seat]


def legal_cards(hand: Sequence[WhistCard], trick: Sequence[tuple[WhistCard, Any]]) -> list[WhistCard]:
    """The cards of `hand` that may be played now, in hand order: the suit led, else any."""
    return list((following(hand, trick[0][0]) if trick else ()) or hand)


def trick_winner(trick: Sequence[tuple[WhistCard, Any]]) -> Any:
    """The winner of a trick of two pairs `(card, who)`.

    In one suit the higher value wins; otherwise the second card wins if it is a spade, and the first if not.
    """
    (first, leader), (second, follower) = trick
    if first.suit is second.suit:
        return leader if first.value > second.value else follower
    return follower if second.suit is Suit.SPADES else leader


def score(bid: int, tricks: int) -> int:
    """10 for each trick bid if the bid was reached, and 1 for each extra trick; otherwise -10 for each trick bid."""
    return 10 * bid + (tricks - bid) if tricks >= bid else -10 * bid


@dataclass(frozen=True, slots=True)
class SkullWhistState:
    """A game being bid or played.

    `hands[seat]` is sorted; `unseen` are the cards thrown away; `bids[seat]` is `None` until made; `turn` is
    the seat to play once both have bid (until then the seat that will lead); `trick` holds the lead of an
    unfinished trick; `history` the complete tricks; `forfeited` the seats that lost the game by a fault.
    """

    hands: tuple[tuple[WhistCard, ...], ...]
    unseen: tuple[WhistCard, ...]
    turn: Seat
    bids: tuple[int | None, ...] = (None, None)
    trick: tuple[SeatPlay, ...] = ()
    history: tuple[tuple[SeatPlay, ...], ...] = ()
    forfeited: tuple[Seat, ...] = ()

    def tricks(self) -> tuple[int, int]:
        """How many tricks each seat has won so far."""
        won = [trick_winner(trick) for trick in self.history]
        return won.count(0), won.count(1)


@dataclass(frozen=True, slots=True)
class SkullWhistView:
    """What one seat may know. Until both have bid, `bids` shows only its own bid."""

    seat: Seat
    hand: tuple[WhistCard, ...]
    bids: tuple[int | None, ...]
    trick: tuple[SeatPlay, ...]
    history: tuple[tuple[SeatPlay, ...], ...]

    @property
    def bidding(self) -> bool:
        return None in self.bids


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

    move_names: ClassVar[Mapping[str, str]] = {"bid": "int", "play": "WhistCard"}

    def call(self, view: SkullWhistView, names: Sequence[str], memory: str | None) -> Call:
        """`bid(player_id, opponent_id, hand)` and `play(player_id, hand, trick, bids, previous)`.

        `previous` is never `None`: on the first trick it is an empty trick and the memory that `bid` returned.
        """
        me, other = names[view.seat], names[1 - view.seat]
        hand = [card.text for card in view.hand]
        if view.bidding:
            return Call("bid", (me, other, hand))
        bids = dict(zip(names, view.bids, strict=True))
        last = named(view.history[-1], names) if view.history else []
        return Call("play", (me, hand, named(view.trick, names), bids, [last, None]), memory)

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


@dataclass(frozen=True, slots=True)
class SkullWhist:
    """The rules of SkullWhist (see `playfunc.rules.Rules`)."""

    name: ClassVar[str] = "skullwhist"
    functions: ClassVar[tuple[str, ...]] = ("bid", "play")
    seats: ClassVar[int] = 2
    projection: ClassVar[SkullWhistCall] = SkullWhistCall()
    storyteller: ClassVar[SkullWhistText] = SkullWhistText()

    def state_type(self) -> type[SkullWhistState]:
        return SkullWhistState

    def deal(self, rng: random.Random) -> SkullWhistState:
        """Thirteen random cards each, and a random leader."""
        cards = list(DECK)
        rng.shuffle(cards)
        return self.from_hands([cards[:HAND], cards[HAND : 2 * HAND]], leader=rng.randrange(2))

    def from_hands(
        self, hands: Sequence[Sequence[WhistCard]], leader: Seat, bids: tuple[int | None, ...] = (None, None)
    ) -> SkullWhistState:
        """A game from the given hands (any number of cards, the same for both), so that endings can be studied."""
        held = {card for hand in hands for card in hand}
        unseen = tuple(card for card in DECK if card not in held)
        return SkullWhistState(tuple(tuple(sorted(hand)) for hand in hands), unseen, leader, bids)

    def to_act(self, state: SkullWhistState) -> tuple[Seat, ...]:
        if state.forfeited:
            return ()
        if None in state.bids:
            return (state.bids.index(None),)
        return (state.turn,) if state.hands[state.turn] else ()

    def expected_moves(self, state: SkullWhistState) -> int:
        if not self.to_act(state):
            return 0
        return state.bids.count(None) + sum(map(len, state.hands))

    def view(self, state: SkullWhistState, seat: Seat) -> SkullWhistView:
        bids = state.bids
        if None in bids:
            bids = tuple(bid if owner == seat else None for owner, bid in enumerate(bids))
        return SkullWhistView(seat, state.hands[seat], bids, state.trick, state.history)

    def legal(self, view: SkullWhistView) -> Sequence[Move]:
        if not view.bidding:
            return legal_cards(view.hand, view.trick)
        return range(1, HAND + 1) if view.bids[view.seat] is None else ()

    def check(self, view: SkullWhistView, move: Move) -> None:
        """Raise the first of BidError, InvalidCardError, RenegError that `move` deserves."""
        error = _violation(view, move)
        if error is not None:
            error.position = self.storyteller.describe(self, view)
            raise error

    def play(self, state: SkullWhistState, moves: Mapping[Seat, Move]) -> SkullWhistState:
        (seat,) = moves
        move = moves[seat]
        self.check(self.view(state, seat), move)
        if isinstance(move, int):
            return replace(
                state, bids=tuple(move if owner == seat else bid for owner, bid in enumerate(state.bids))
            )
        hands = tuple(
            tuple(card for card in hand if card is not move) if owner == seat else hand
            for owner, hand in enumerate(state.hands)
        )
        trick = (*state.trick, (move, seat))
        if len(trick) == 1:
            return replace(state, hands=hands, trick=trick, turn=1 - seat)
        return replace(
            state, hands=hands, trick=(), turn=trick_winner(trick), history=(*state.history, trick)
        )

    def forfeit(self, state: SkullWhistState, offenders: Sequence[Seat]) -> SkullWhistState:
        """The game ends: each offender loses 10 times its bid (130 before it has bid), the other gets 10
        times its own. A player that has not been asked for a bid when the other forfeits gets 0."""
        return replace(state, forfeited=tuple(offenders))

    def scores(self, state: SkullWhistState) -> tuple[int, ...]:
        if state.forfeited:
            return tuple(
                -10 * (HAND if bid is None else bid) if seat in state.forfeited else 10 * (bid or 0)
                for seat, bid in enumerate(state.bids)
            )
        return tuple(score(bid or 0, won) for bid, won in zip(state.bids, state.tricks(), strict=True))


def _violation(view: SkullWhistView, move: Move) -> IllegalMoveError | None:
    if view.bidding or isinstance(move, int):
        return _broken_bid(view, move)
    if move not in view.hand:
        return InvalidCardError(f"{move} is not in your hand")
    if move not in legal_cards(view.hand, view.trick):
        lead = view.trick[0][0]
        return RenegError(
            f"{move} does not follow {lead}, and your hand holds {row(following(view.hand, lead))}"
        )
    return None


def _broken_bid(view: SkullWhistView, move: Move) -> BidError | None:
    if not isinstance(move, int):
        return BidError(f"{move} played before both have bid")
    if view.bids[view.seat] is not None:
        return BidError(
            f"{move} bid after bidding {view.bids[view.seat]} already: a card is to be played now"
        )
    if not 1 <= move <= HAND:
        return BidError(f"{move} bid, but a bid is 1 … {HAND}")
    return None
