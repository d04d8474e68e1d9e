"""Cards, actions and positions of Kuhn poker."""

from __future__ import annotations

from dataclasses import dataclass

from playfunc.rules import Seat

__all__ = ["ACTIONS", "CARDS", "KuhnState", "KuhnView"]

CARDS = ("J", "Q", "K")
"""The deck, the lowest card first."""

ACTIONS = ("check", "bet", "call", "fold")


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
