"""SkullWhist: two players bid how many of thirteen tricks they will win, then play them; spades are trump.

Each holds 13 cards; the other 26 are thrown away unseen. 1 is the lowest value. The first leader is
drawn at random, and nobody knows it before both have bid. Bids are taken in seat order, each hidden until both
are in, so that the other's bid is on record if one player makes a fault.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from playfunc.cards import WhistCard, following
from playfunc.errors import BidError, IllegalMoveError, InvalidCardError, RenegError
from playfunc.games.skullwhist.call import SkullWhistCall, SkullWhistText
from playfunc.games.skullwhist.state import (
    DECK,
    HAND,
    Move,
    SkullWhistState,
    SkullWhistView,
    legal_cards,
    row,
    score,
    trick_winner,
)
from playfunc.rules import Seat


@dataclass(frozen=True, slots=True)
class SkullWhist:
    """The rules of SkullWhist (see `playfunc.rules.Rules`)."""

    projection: ClassVar[SkullWhistCall] = SkullWhistCall()
    storyteller: ClassVar[SkullWhistText] = SkullWhistText()

    @property
    def name(self) -> str:
        return "skullwhist"

    @property
    def seats(self) -> int:
        return 2

    @property
    def functions(self) -> tuple[str, ...]:
        return ("bid", "play")

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
