"""Hearts for two and four players: no passing, all 52 cards dealt, the lowest score wins.

Rules beyond the common ones: the holder of C2 opens with it; no points on the first trick while the hand
has anything else; a heart may be led only after a heart was played *in an earlier trick*, or from a hand
of nothing but hearts. The queen of spades does not break hearts.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from playfunc.cards import Card, Suit, following, highest_of_suit, named, row
from playfunc.errors import (
    BleedError,
    BrokenError,
    IllegalMoveError,
    InvalidCardError,
    LeadError,
    ProtocolError,
    RenegError,
    shown,
)
from playfunc.rules import Call, Seat

DECK = Card.deck()
OPENING = Card("C2")
QUEEN = Card("SQ")
MOON = 26
"""All the points of a deck: thirteen hearts and the queen of spades."""

Play = tuple[Card, str]
"""A card and the id of who played it, as players see it."""

Trick = tuple[Play, ...]
"""The plays of a trick in the order played; the first is the lead."""

SeatPlay = tuple[Card, Seat]


def points(card: Card) -> int:
    """What the card costs the player that wins it: a heart 1, the queen of spades 13, any other 0."""
    if card.suit is Suit.HEARTS:
        return 1
    return 13 if card is QUEEN else 0


def trick_points(trick: Sequence[tuple[Card, Any]]) -> int:
    """The points in a trick of pairs `(card, who)`."""
    return sum(points(card) for card, _ in trick)


def trick_winner(trick: Sequence[tuple[Card, Any]]) -> Any:
    """The winner of a complete trick of pairs `(card, who)`: the highest card of the suit led."""
    return trick[highest_of_suit([card for card, _ in trick])][1]


def legal_cards(
    hand: Sequence[Card],
    trick: Sequence[tuple[Card, Any]],
    *,
    first_trick: bool,
    hearts_broken: bool,
) -> list[Card]:
    """The cards of `hand` that may be played now, in hand order.

    `trick` holds the pairs `(card, who)` played so far, `hearts_broken` says whether a heart was played in
    an earlier trick. Rules: Leading, Reneging, Bleeding, Breaking.
    """
    if trick:
        allowed = list(following(hand, trick[0][0]) or hand)
    elif first_trick and OPENING in hand:
        return [OPENING]
    else:
        allowed = list(hand)
        if not hearts_broken:
            allowed = [card for card in hand if card.suit is not Suit.HEARTS] or allowed
    if first_trick:
        return [card for card in allowed if not points(card)] or allowed
    return allowed


@dataclass(frozen=True, slots=True)
class HeartsState:
    """A hand being played.

    `hands[seat]` is sorted; `trick` holds the current trick's plays; `history` the complete tricks;
    `turn` is the seat to move; `broken` whether a heart was played in an earlier trick; `forfeited` who
    lost the hand by a fault (nobody, in a hand played to its end).
    """

    hands: tuple[tuple[Card, ...], ...]
    turn: Seat
    trick: tuple[SeatPlay, ...] = ()
    history: tuple[tuple[SeatPlay, ...], ...] = ()
    broken: bool = False
    forfeited: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class HeartsView:
    """What one seat may know: its own hand and everything played so far."""

    seat: Seat
    seats: int
    hand: tuple[Card, ...]
    trick: tuple[SeatPlay, ...]
    history: tuple[tuple[SeatPlay, ...], ...]
    broken: bool

    @property
    def first_trick(self) -> bool:
        return not self.history


@dataclass(frozen=True, slots=True)
class Known:
    """What the seat to move knows. Seats are counted from it: 0 is me, 1 plays after me, and so on.

    `trick`: its cards in the order played; `gone`: the cards of the complete tricks; `taken[seat]`: points
    won in them, all 0 if nobody counts them; `voids[seat]`: the suits the seat has shown not to have.
    """

    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    gone: tuple[Card, ...]
    taken: tuple[int, ...]
    voids: tuple[frozenset[Suit], ...]

    @property
    def seats(self) -> int:
        return len(self.taken)

    @property
    def unseen(self) -> list[Card]:
        """The cards in the other hands together."""
        seen = {*self.hand, *self.trick, *self.gone}
        return [card for card in DECK if card not in seen]


class HeartsCall:
    """The projection of Hearts (see `playfunc.rules.Projection`)."""

    move_names: ClassVar[Mapping[str, str]] = {"play": "Card"}

    def call(self, view: HeartsView, names: Sequence[str], memory: str | None) -> Call:
        """`play(player_id, hand, trick, previous)`; `previous` is None on the first trick."""
        previous = None if view.first_trick else [named(view.history[-1], names), None]
        return Call(
            "play",
            (names[view.seat], [card.text for card in view.hand], named(view.trick, names), previous),
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
    name: ClassVar[str] = "hearts"
    functions: ClassVar[tuple[str, ...]] = ("play",)
    projection: ClassVar[HeartsCall] = HeartsCall()
    storyteller: ClassVar[HeartsText] = HeartsText()

    def __post_init__(self) -> None:
        if self.seats not in (2, 4):
            raise ValueError(f"Hearts is played by 2 or 4, not {self.seats!r}")

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
