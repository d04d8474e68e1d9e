"""Kuhn poker, the smallest game of bluffing: H. W. Kuhn, "A simplified two-person poker", in Contributions to
the Theory of Games I (1950), pages 97–103.

Each of two players puts 1 chip into the pot and gets one of three cards. The first player checks or bets 1 chip.
After a bet the other player calls or folds; after two checks, or a call, the higher card wins the pot.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from playfunc.errors import IllegalMoveError
from playfunc.rules import Seat

from kuhn_poker.call import KuhnCall
from kuhn_poker.state import CARDS, KuhnState, KuhnView
from kuhn_poker.text import KuhnText

__all__ = ["BettingError", "Kuhn", "legal_actions"]

ENDS = (("check", "check"), ("bet", "call"), ("bet", "fold"))
"""How the last two actions of a hand can be."""


class BettingError(IllegalMoveError):
    """A call or a fold without a bet, or a check or a bet after one."""

    rule = "Betting"


def legal_actions(actions: Sequence[str]) -> tuple[str, ...]:
    """What may follow these actions; nothing after the end."""
    if tuple(actions[-2:]) in ENDS:
        return ()
    return ("call", "fold") if actions and actions[-1] == "bet" else ("check", "bet")


@dataclass(frozen=True, slots=True)
class Kuhn:
    """The rules of Kuhn poker (see `playfunc.rules.Rules`)."""

    name, seats, functions = "kuhn", 2, ("play",)
    projection, storyteller = KuhnCall(), KuhnText()

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
        return KuhnView(seat, state.cards[seat], state.actions, not self.to_act(state), state.luck)

    def legal(self, view: KuhnView) -> tuple[str, ...]:
        return () if view.over else legal_actions(view.actions)

    def check(self, view: KuhnView, move: str) -> None:
        """Raise `BettingError` for an action that does not fit the ones before it."""
        if move not in self.legal(view):
            fits = " or ".join(self.legal(view)) or "nothing: the hand is over"
            raise BettingError(
                f"{move} after {' '.join(view.actions) or 'the deal'}; legal: {fits}",
                position=self.storyteller.describe(self, view),
            )

    def play(self, state: KuhnState, moves: Mapping[Seat, str]) -> KuhnState:
        (seat,) = self.to_act(state)
        self.check(self.view(state, seat), moves[seat])
        return replace(state, actions=(*state.actions, moves[seat]))

    def forfeit(self, state: KuhnState, offenders: Sequence[Seat]) -> KuhnState:
        """Each offender loses 2 chips, as by a bet that is called."""
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
