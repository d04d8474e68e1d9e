"""The moves of BlackJack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, overload

__all__ = ["PLAIN", "Bet", "Double", "Hit", "Move", "Options", "Plain", "Stand"]


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
