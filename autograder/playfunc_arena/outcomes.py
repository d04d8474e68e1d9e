"""A game that is to be played, what came of it, what it took each player, and means with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playfunc.player import Player
from playfunc.record import GameRecord
from playfunc.rules import Seat
from playfunc.statistics import LEAST_DEALS, TOO_FEW_DEALS
from playfunc_autograder.sandbox.metered import Metered

LONGEST_FAULT = 300
"""Characters of a fault that are kept."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played. `players` are places in the list of contestants, by seat; games with the same
    `deal` are not independent of each other; `seed` names the cards; `chips` are what each brings along to a
    round of a run."""

    deal: int
    players: tuple[int, ...]
    seed: str
    chips: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a fixture: a score per seat, and the faults as (seat, reason)."""

    fixture: Fixture
    scores: tuple[float, ...]
    faults: tuple[tuple[int, str], ...] = ()


def fault_text(error: str, reason: str) -> str:
    """A fault in one short line: a player words its own exceptions, and must not write lines of the standings."""
    text = f"{error}: {' '.join(reason.split())}"
    return text if len(text) <= LONGEST_FAULT else text[: LONGEST_FAULT - 1] + "…"


def wins(outcome: Outcome, sign: int = 1) -> dict[int, float]:
    """1 for the best score, one half for two equal ones, by player; with the `sign` -1 low scores are good."""
    best = sign * max(sign * score for score in outcome.scores)
    shared = outcome.scores.count(best)
    return {
        player: (1 / shared if score == best else 0.0)
        for player, score in zip(outcome.fixture.players, outcome.scores, strict=True)
    }


def wins_alone(outcome: Outcome, sign: int = 1) -> dict[int, float]:
    """1 for a win; a draw counts nothing."""
    return {player: float(score == 1) for player, score in wins(outcome, sign).items()}


def points(outcome: Outcome) -> dict[int, float]:
    """The game's own scores, by player."""
    return dict(zip(outcome.fixture.players, outcome.scores, strict=True))


# What a game took each player, and what its owner alone may read: neither is in the record or the outcome.


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


# A mean with its interval, where these can be computed, and the reason where they cannot.


NO_GAME = "no game was played"

TOO_FEW = f"{TOO_FEW_DEALS} (at least {LEAST_DEALS} are needed)"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95% interval, from one value for each of `count` deals. What cannot be computed is `None`,
    and `reason` says why."""

    mean: float | None
    low: float | None
    high: float | None
    count: int
    reason: str = ""


def without_interval(values: Sequence[object]) -> str:
    """Why no interval can be computed from one value per deal; empty where one can."""
    if len(values) < LEAST_DEALS:
        return TOO_FEW
    if all(value == values[0] for value in values):
        return "every deal gave the same result, which leaves nothing to estimate an interval from"
    return ""
