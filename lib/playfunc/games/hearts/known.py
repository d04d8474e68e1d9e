"""What the seat to move knows of a hand."""

from __future__ import annotations

from dataclasses import dataclass

from playfunc.cards import Card, Suit
from playfunc.games.hearts import DECK

__all__ = ["Known"]


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
