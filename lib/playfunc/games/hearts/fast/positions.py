"""Positions of Hearts as arrays, with the names of `playfunc.games.hearts`.

The layout is drawn in `playfunc.games.hearts.fast`.

Unlike the readable rules, `play` changes the position that it is given; copy it first to keep it.
"""

from __future__ import annotations

from typing import Any

from playfunc.compiled.native import compiled, zeros
from playfunc.compiled.words import index_of, popcount
from playfunc.errors import BleedError, BrokenError, IllegalMoveError, InvalidCardError, LeadError, RenegError
from playfunc.games.hearts import HeartsState, trick_points, trick_winner
from playfunc.games.hearts.fast import bits
from playfunc.games.hearts.fast.bits import (
    BEST,
    C2,
    HANDS,
    HEARTS,
    HOLDER,
    LED,
    PLAYED,
    POINTS,
    SEATS,
    SIZE,
    SUIT,
    TABLE,
    TAKEN,
    TURN,
    bits_of,
)

legal, points = compiled(bits.legal), compiled(bits.points)

ERRORS: tuple[type[IllegalMoveError] | None, ...] = (
    None,
    InvalidCardError,
    LeadError,
    BleedError,
    BrokenError,
    RenegError,
)
"""What the numbers of `broken_rule` mean."""


def from_state(state: HeartsState) -> Any:
    """The position equal to the `state` of the readable rules, without a forfeit."""
    position = zeros(SIZE)
    seats = len(state.hands)
    position[SEATS], position[TURN] = seats, state.turn
    for seat, hand in enumerate(state.hands):
        position[HANDS + seat] = bits_of(hand)
    for trick in state.history:
        position[PLAYED] |= bits_of(card for card, _ in trick)
        position[TAKEN + trick_winner(trick)] += trick_points(trick)
    if state.trick:
        position[TABLE] = bits_of(card for card, _ in state.trick)
        position[LED] = suit_of(1 << state.trick[0][0].index)
        best = max((card.index, seat) for card, seat in state.trick if card.suit is state.trick[0][0].suit)
        position[BEST], position[HOLDER] = 1 << best[0], best[1]
    return position


@compiled
def suit_of(card: int) -> int:
    """All cards of the suit of `card`, a set of one."""
    return SUIT << index_of(card) // 13 * 13


@compiled
def to_act(position: Any) -> int:
    """The seat to move, -1 at the end."""
    turn = position[TURN]
    return turn if position[HANDS + turn] else -1


@compiled
def legal_cards(position: Any) -> int:
    """The cards that the seat to move may play."""
    played = position[PLAYED]
    return legal(position[HANDS + position[TURN]], position[LED], played == 0, played & HEARTS != 0)


@compiled
def broken_rule(position: Any, card: int) -> int:
    """The place in `ERRORS` of the error that playing `card` deserves, in the contract's order; 0 for none."""
    hand, led = position[HANDS + position[TURN]], position[LED]
    first, broken = position[PLAYED] == 0, position[PLAYED] & HEARTS != 0
    if not hand & card:
        return 1
    if first and not led and hand & C2 and card != C2:
        return 2
    able = hand & led if hand & led else hand
    if first and card & POINTS and able & ~POINTS:
        return 3
    if not led and card & HEARTS and not broken and hand & ~HEARTS:
        return 4
    if led and not card & led and hand & led:
        return 5
    return 0


@compiled
def play(position: Any, card: int) -> None:
    """Play a legal card, a set of one: the position becomes the next one."""
    turn, seats = position[TURN], position[SEATS]
    position[HANDS + turn] ^= card
    table = position[TABLE] | card
    if not position[LED]:
        position[LED] = suit_of(card)
    if card & position[LED] and card > position[BEST]:
        position[BEST] = card
        position[HOLDER] = turn
    if popcount(table) < seats:
        position[TABLE] = table
        position[TURN] = turn + 1 if turn + 1 < seats else 0
        return
    winner = position[HOLDER]
    position[TAKEN + winner] += points(table)
    position[PLAYED] |= table
    position[TURN] = winner
    position[TABLE] = position[LED] = position[BEST] = position[HOLDER] = 0


@compiled
def scores(position: Any, seat: int) -> int:
    """Points of `seat`; who took all 26 scores 0 and every other 26 (shooting the moon)."""
    for other in range(position[SEATS]):
        if position[TAKEN + other] == 26:
            return 0 if other == seat else 26
    return position[TAKEN + seat]
