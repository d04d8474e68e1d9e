"""Kuhn poker, the smallest game of bluffing: H. W. Kuhn, "A simplified two-person poker", in Contributions to
the Theory of Games I (1950), pages 97–103.

Each of two players puts 1 chip into the pot and gets one of three cards. The first player checks or bets 1 chip.
After a bet the other player calls or folds; after two checks, or a call, the higher card wins the pot.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from playfunc.defaults import PlainProjection
from playfunc.errors import IllegalMoveError
from playfunc.rules import Seat

from kuhn_poker.text import KuhnText

__all__ = ["CARDS", "Action", "BettingError", "Kuhn", "KuhnState", "KuhnView", "legal_actions"]

CARDS = ("J", "Q", "K")
"""The deck, the lowest card first."""

Action = Literal["check", "bet", "call", "fold"]


class BettingError(IllegalMoveError):
    """A call or a fold without a bet, or a check or a bet after one."""

    rule = "Betting"


def legal_actions(actions: Sequence[Action]) -> tuple[Action, ...]:
    """What may follow these actions; nothing after the end."""
    if not actions:
        return "check", "bet"
    if actions[-1] == "bet":
        return "fold", "call"
    return ("check", "bet") if len(actions) == 1 else ()


@dataclass(frozen=True, slots=True)
class KuhnState:
    """`cards[seat]`, and all actions so far, seat 0 first. `luck` differs from hand to hand."""

    cards: tuple[str, str]
    actions: tuple[Action, ...] = ()
    luck: int = 0
    forfeited: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class KuhnView:
    """What one seat knows. With `luck` in it, a player that draws at random draws anew in every hand."""

    seat: Seat
    card: str
    actions: tuple[Action, ...]
    luck: int
    over: bool


@dataclass(frozen=True, slots=True)
class Kuhn:
    """The rules (see `playfunc.rules.Rules`). Players define `play(view: KuhnView, memory)`."""

    name, seats, functions = "kuhn", 2, ("play",)
    projection: ClassVar = PlainProjection(KuhnView, Action)
    storyteller: ClassVar = KuhnText()

    def state_type(self) -> type[KuhnState]:
        return KuhnState

    def deal(self, rng: random.Random) -> KuhnState:
        first, second = rng.sample(CARDS, 2)
        return KuhnState((first, second), luck=rng.getrandbits(32))

    def to_act(self, state: KuhnState) -> tuple[Seat, ...]:
        over = state.forfeited or not legal_actions(state.actions)
        return () if over else (len(state.actions) % 2,)

    def expected_moves(self, state: KuhnState) -> int:
        return max(2 - len(state.actions), 1) if self.to_act(state) else 0

    def view(self, state: KuhnState, seat: Seat) -> KuhnView:
        return KuhnView(seat, state.cards[seat], state.actions, state.luck, not self.to_act(state))

    def legal(self, view: KuhnView) -> tuple[Action, ...]:
        return () if view.over else legal_actions(view.actions)

    def check(self, view: KuhnView, move: Action) -> None:
        """Raise `BettingError` for an action that does not fit the ones before it."""
        if move not in self.legal(view):
            after = " ".join(view.actions) or "the deal"
            fits = " or ".join(self.legal(view)) or "nothing, the hand is over"
            position = self.storyteller.describe(self, view)
            raise BettingError(f"you cannot {move} after {after}; legal: {fits}", position=position)

    def play(self, state: KuhnState, moves: Mapping[Seat, Action]) -> KuhnState:
        (seat,) = self.to_act(state)
        self.check(self.view(state, seat), moves[seat])
        return replace(state, actions=(*state.actions, moves[seat]))

    def forfeit(self, state: KuhnState, offenders: Sequence[Seat]) -> KuhnState:
        """The offender loses 2 chips, as by a bet that is called."""
        return replace(state, forfeited=tuple(offenders))

    def scores(self, state: KuhnState) -> tuple[float, float]:
        """The chips that each seat has won."""
        won = 2 if state.forfeited or "call" in state.actions else 1
        return (won, -won) if _winner(state) == 0 else (-won, won)


def _winner(state: KuhnState) -> Seat:
    if state.forfeited:
        return 1 - state.forfeited[0]
    if state.actions[-1] == "fold":
        return len(state.actions) % 2
    return int(CARDS.index(state.cards[1]) > CARDS.index(state.cards[0]))
