"""Hearts for two and four players: no passing, all 52 cards dealt, the lowest score wins.

Rules beyond the common ones: the holder of C2 opens with it; no points on the first trick while the hand
has anything else; a heart may be led only after a heart was played *in an earlier trick*, or from a hand
of nothing but hearts. The queen of spades does not break hearts.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from playfunc.cards import Card, Suit, following
from playfunc.errors import (
    BleedError,
    BrokenError,
    IllegalMoveError,
    InvalidCardError,
    LeadError,
    RenegError,
)
from playfunc.games.hearts.call import HeartsCall, HeartsText
from playfunc.games.hearts.state import (
    DECK,
    MOON,
    OPENING,
    HeartsState,
    HeartsView,
    SeatPlay,
    legal_cards,
    points,
    row,
    trick_points,
    trick_winner,
)
from playfunc.rules import Seat


def _complete_trick(
    state: HeartsState, hands: tuple[tuple[Card, ...], ...], trick: tuple[SeatPlay, ...]
) -> HeartsState:
    return HeartsState(
        hands=hands,
        turn=trick_winner(trick),
        history=(*state.history, trick),
        broken=state.broken or any(card.suit is Suit.HEARTS for card, _ in trick),
    )


@dataclass(frozen=True, slots=True)
class Hearts:
    """The rules of Hearts for `seats` players, 2 or 4 (see `playfunc.rules.Rules`)."""

    seats: int = 2
    projection: ClassVar[HeartsCall] = HeartsCall()
    storyteller: ClassVar[HeartsText] = HeartsText()

    def __post_init__(self) -> None:
        if self.seats not in (2, 4):
            raise ValueError(f"Hearts is played by 2 or 4, not {self.seats!r}")

    @property
    def name(self) -> str:
        return "hearts"

    @property
    def functions(self) -> tuple[str, ...]:
        return ("play",)

    def state_type(self) -> type[HeartsState]:
        return HeartsState

    def deal(self, rng: random.Random) -> HeartsState:
        """All 52 cards, equally many to each; the holder of C2 to move."""
        cards = list(DECK)
        rng.shuffle(cards)
        size = len(cards) // self.seats
        return self.from_hands([cards[size * seat : size * (seat + 1)] for seat in range(self.seats)])

    def from_hands(self, hands: Sequence[Sequence[Card]]) -> HeartsState:
        """A hand about to be opened from the given cards; the holder of C2, else seat 0, to move.

        Any number of cards will do, so that small deals can be studied; where nobody holds C2, the first
        trick may be opened with whatever the other rules allow.
        """
        dealt = tuple(tuple(sorted(hand)) for hand in hands)
        opener = next((seat for seat, hand in enumerate(dealt) if OPENING in hand), 0)
        return HeartsState(hands=dealt, turn=opener)

    def to_act(self, state: HeartsState) -> tuple[Seat, ...]:
        return (state.turn,) if state.hands[state.turn] and not state.forfeited else ()

    def expected_moves(self, state: HeartsState) -> int:
        return sum(map(len, state.hands)) if self.to_act(state) else 0

    def view(self, state: HeartsState, seat: Seat) -> HeartsView:
        return HeartsView(seat, self.seats, state.hands[seat], state.trick, state.history, state.broken)

    def legal(self, view: HeartsView) -> list[Card]:
        return legal_cards(view.hand, view.trick, first_trick=view.first_trick, hearts_broken=view.broken)

    def check(self, view: HeartsView, move: Card) -> None:
        """Raise the first of InvalidCard, Lead, Bleed, Broken, Reneg that `move` deserves."""
        error = _violation(view, move)
        if error is not None:
            error.position = self.storyteller.describe(self, view)
            raise error

    def play(self, state: HeartsState, moves: Mapping[Seat, Card]) -> HeartsState:
        seat = state.turn
        card = moves[seat]
        self.check(self.view(state, seat), card)
        hands = tuple(
            tuple(held for held in hand if held is not card) if owner == seat else hand
            for owner, hand in enumerate(state.hands)
        )
        trick = (*state.trick, (card, seat))
        if len(trick) == self.seats:
            return _complete_trick(state, hands, trick)
        return HeartsState(hands, (seat + 1) % self.seats, trick, state.history, state.broken)

    def forfeit(self, state: HeartsState, offenders: Sequence[Seat]) -> HeartsState:
        """The hand ends at once: 26 points to each offender, 0 to the others."""
        return HeartsState(
            state.hands, state.turn, state.trick, state.history, state.broken, tuple(offenders)
        )

    def points_taken(self, state: HeartsState) -> tuple[int, ...]:
        """The points in the tricks each seat has won so far, before any moon."""
        taken = [0] * self.seats
        for trick in state.history:
            taken[trick_winner(trick)] += trick_points(trick)
        return tuple(taken)

    def scores(self, state: HeartsState) -> tuple[int, ...]:
        """Points per seat; who took all 26 scores 0 and every other 26 (shooting the moon)."""
        if state.forfeited:
            return tuple(MOON if seat in state.forfeited else 0 for seat in range(self.seats))
        taken = self.points_taken(state)
        return tuple(MOON - won for won in taken) if MOON in taken else taken


def _violation(view: HeartsView, card: Card) -> IllegalMoveError | None:
    """The error that playing `card` deserves, in the contract's order of precedence."""
    hand, lead = view.hand, view.trick[0][0] if view.trick else None
    if card not in hand:
        return InvalidCardError(f"{card} is not in your hand")
    if view.first_trick and lead is None and OPENING in hand and card is not OPENING:
        return LeadError(f"You led {card}, but the first trick must open with {OPENING}")
    able = following(hand, lead) if lead else hand
    if view.first_trick and points(card) and not all(map(points, able or hand)):
        return BleedError(f"{card} is a point card, and point cards must not be played on the first trick")
    only_hearts = all(held.suit is Suit.HEARTS for held in hand)
    if lead is None and card.suit is Suit.HEARTS and not view.broken and not only_hearts:
        return BrokenError(f"You led {card}, but no heart was played in an earlier trick")
    if lead is not None and card.suit is not lead.suit and following(hand, lead):
        return RenegError(f"{card} does not follow {lead}, and your hand holds {row(following(hand, lead))}")
    return None
