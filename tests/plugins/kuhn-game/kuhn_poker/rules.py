"""Kuhn poker, the smallest game of bluffing: H. W. Kuhn, "A simplified two-person poker", in Contributions to
the Theory of Games I (1950), pages 97–103.

Each of two players puts 1 chip into the pot and gets one of three cards. The first player checks or bets 1 chip.
After a bet the other player calls or folds; after two checks, or a call, the higher card wins the pot.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from playfunc.errors import IllegalMoveError, NotationError, ProtocolError, shown
from playfunc.rules import Call, Seat

__all__ = ["ACTIONS", "CARDS", "BettingError", "Kuhn", "KuhnState", "KuhnView", "legal_actions"]

CARDS = ("J", "Q", "K")
"""The deck, the lowest card first."""

ACTIONS = ("check", "bet", "call", "fold")

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
class KuhnState:
    """`cards[seat]`, and what was done so far, seat 0 first. Players draw their chances from `luck`, unseen."""

    cards: tuple[str, str]
    actions: tuple[str, ...] = ()
    luck: int = 0
    forfeited: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class KuhnView:
    """What one seat knows: its card and everybody's actions. `over` after the end; `luck` as in the state."""

    seat: Seat
    card: str
    actions: tuple[str, ...]
    over: bool
    luck: int


@dataclass(frozen=True, slots=True)
class Kuhn:
    """The rules of Kuhn poker (see `playfunc.rules.Rules`)."""

    name, seats, better, functions = "kuhn", 2, "high", ("play",)

    def call(self, view: KuhnView, names: Sequence[str], memory: str | None) -> Call:
        """`play(player_id, card, actions, previous)`. `previous` is `None` at a player's first action, else the
        pair (its first action, its memory)."""
        previous = [view.actions[0], None] if len(view.actions) > 1 else None
        arguments = (names[view.seat], view.card, list(view.actions), previous)
        return Call(
            "play",
            arguments,
            None if previous is None else memory,
            luck=f"{view.luck} {view.seat} {view.actions}",
        )

    def arguments(self, call: Call, memory: object) -> tuple[Any, ...]:
        player, card, actions, previous = call.arguments
        return player, card, tuple(actions), None if previous is None else (previous[0], memory)

    def move_text(self, move: str) -> str:
        return move

    def parse_move(self, text: str) -> str:
        if text not in ACTIONS:
            raise NotationError(f"expected {', '.join(ACTIONS)}, got {shown(text)}")
        return text

    def read_reply(self, value: object) -> str:
        if type(value) is not str or value not in ACTIONS:
            raise ProtocolError(
                f"expected one of {', '.join(map(repr, ACTIONS))}, got {type(value).__name__} {shown(value)}"
            )
        return value

    def describe(self, view: KuhnView, names: Sequence[str] = ()) -> str:
        return f"  card: {view.card}\n  actions: {' '.join(view.actions) or 'none'}"

    def transcript(self, names: Sequence[str], states: Sequence[KuhnState]) -> str:
        first, last = states[0], states[-1]
        lines = [f"{name} gets {card}." for name, card in zip(names, first.cards, strict=True)]
        lines += [f"{names[place % 2]}: {action}" for place, action in enumerate(last.actions)]
        if self.to_act(last):
            return "\n".join([*lines, "(not finished)"])
        won = self.scores(last)
        return "\n".join([*lines, f"{names[won[1] > 0]} wins {max(won)}."])

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
                position=self.describe(view),
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
