"""Positions of BlackJack: the whole state, and what one seat may know of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, overload

from playfunc.rules import Seat


@dataclass(frozen=True, slots=True)
class Finished:
    """A hand played out: the dealer's cards, the players' (empty for a player that sat out) and stakes, the chips
    after it."""

    dealer: str
    hands: tuple[str, ...]
    stakes: tuple[int, ...]
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BlackJackState:
    """A run being played; cards are one letter each, in text.

    `shoes[round]` holds all decks of a round in the order they are opened, of which `drawn` cards are drawn from
    the current one. `hands[seat]` is empty and `stakes[seat]` 0 for a player that sits out. `table` lists the players'
    cards in the order dealt; `queue` the seats still to move, next first; `moved` those that have moved in
    this hand. `number` counts hands of the run from 0; `before` holds all cards of the hand before this one
    in the round, in the order of `visible`.
    """

    shoes: tuple[str, ...]
    chips: tuple[int, ...]
    stakes: tuple[int, ...]
    hands: tuple[str, ...]
    dealer: str = ""
    table: str = ""
    queue: tuple[Seat, ...] = ()
    moved: tuple[Seat, ...] = ()
    number: int = 0
    drawn: int = 0
    before: str = ""
    history: tuple[Finished, ...] = ()


@dataclass(frozen=True, slots=True)
class BlackJackView:
    """What one seat may know: what lies on the table, its own stake and chips, and the hand before.

    `visible` has the dealer's two cards first, the second as `#`. `turn` says whether the seat is to move,
    `first` whether it has not moved in this hand, `opening` whether this is the round's first hand.
    """

    seat: Seat
    hand: str
    visible: str
    stake: int
    chips: int
    before: str
    turn: bool
    first: bool
    opening: bool


FACES = "A23456789TJQK"
VALUES = {face: min(value, 10) for value, face in enumerate(FACES, 1)}
HIDDEN = "#"
"""How the dealer's second card is shown while it lies face down."""

BUY_IN = 10
CHIPS = 200
"""The defaults of a run."""
RUN = 5
"""Rounds in a run."""

STANDS = 17
"""The dealer draws while its total is below this."""

BEST = 21
MOST_HANDS = 6
"""Hands in a round for which `DECKS` decks are enough."""

DECKS = 3
"""Decks shuffled for a round. Nobody draws beyond 31 pips (aces as 1), so four players and the dealer take at
most 155 a hand, and three decks have 1020."""


def total(cards: Sequence[str]) -> int:
    """What the cards count: an ace 11, or 1 where 11 would put the hand over 21, each by itself."""
    low = sum(VALUES[face] for face in cards)
    return low + 10 if "A" in cards and low + 10 <= BEST else low


def hand_score(cards: Sequence[str]) -> int:
    """The score of a hand: its total, or 0 when bust."""
    points = total(cards)
    return points if points <= BEST else 0


def settled(stake: int, cards: Sequence[str], dealer: Sequence[str]) -> int:
    """What the table pays back for a stake: twice the stake to a score above the dealer's, else nothing."""
    return 2 * stake if hand_score(cards) > hand_score(dealer) else 0


@dataclass(frozen=True, slots=True)
class Plain:
    """A move without a number: `Hit`, `Stand` or `Double`."""

    letter: str

    def __str__(self) -> str:
        return self.letter

    def __repr__(self) -> str:
        return {"H": "Hit", "S": "Stand", "D": "Double"}.get(self.letter, f"Plain({self.letter!r})")


@dataclass(frozen=True, slots=True)
class Bet:
    """Raise the stake by `chips`; the sign is ignored: `Bet(-5)` is `Bet(5)`."""

    chips: int

    def __post_init__(self) -> None:
        if type(self.chips) is int:
            object.__setattr__(self, "chips", abs(self.chips))

    def __str__(self) -> str:
        return f"B {self.chips}"

    def __repr__(self) -> str:
        return f"Bet({self.chips!r})"


Move: TypeAlias = Plain | Bet

Hit, Stand, Double = Plain("H"), Plain("S"), Plain("D")
PLAIN = {move.letter: move for move in (Hit, Stand, Double)}


class Options(Sequence[Move]):
    """The legal moves: stand, hit, double, then every bet. Not a list: chips may go into the millions."""

    def __init__(self, plain: tuple[Move, ...], chips: int) -> None:
        self._plain, self._chips = plain, chips

    def __len__(self) -> int:
        return len(self._plain) + self._chips

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Move]: ...
    def __getitem__(self, place: int | slice) -> Move | Sequence[Move]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        index = range(len(self))[place]
        return self._plain[index] if index < len(self._plain) else Bet(index - len(self._plain) + 1)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Bet):
            return 1 <= move.chips <= self._chips
        return move in self._plain

    def __iter__(self) -> Iterator[Move]:
        return (self[i] for i in range(len(self)))
