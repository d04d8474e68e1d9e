"""What a game took each player, and what its owner alone may read: neither is in the record or the outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playfunc.player import Player
from playfunc.record import GameRecord
from playfunc.rules import Seat
from playfunc_autograder.sandbox.metered import Metered

LONGEST_TRACEBACK = 8 * 1024
"""Characters of a traceback that are kept."""


@dataclass(frozen=True, slots=True)
class Private:
    """One seat of a game. `move_seconds` are the CPU seconds of its answers in their order, as the trusted side
    measured them; none for a player of ours. `traceback` is that of its first fault. `printed` is what the player
    printed in the whole sitting; it comes with the first of the player's games there."""

    move_seconds: tuple[float, ...] = ()
    traceback: str = ""
    printed: str = ""

    @property
    def cpu_seconds(self) -> float:
        return sum(self.move_seconds)


class Clock:
    """Collects the seconds of each answer of a sitting, by game and seat."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[int, Seat], list[float]] = {}

    def note(self, player: Player, asked: Sequence[tuple[int, Seat]]) -> None:
        """The player has answered these questions, each of a game and a seat."""
        if isinstance(player, Metered):
            for place, seconds in zip(asked, player.last_seconds, strict=True):
                self._seconds.setdefault(place, []).append(seconds)

    def seconds(self, game: int, seat: Seat) -> tuple[float, ...]:
        return tuple(self._seconds.get((game, seat), ()))


def private(game: int, record: GameRecord, clock: Clock, printed: Mapping[Seat, str]) -> tuple[Private, ...]:
    """By seat. `game` is the number by which the clock knows it."""
    details = {fault.seat: fault.detail for fault in reversed(record.faults)}
    return tuple(
        Private(clock.seconds(game, seat), details.get(seat, "")[-LONGEST_TRACEBACK:], printed.get(seat, ""))
        for seat in range(len(record.players))
    )
