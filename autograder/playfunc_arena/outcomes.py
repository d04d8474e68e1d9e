"""A game that is to be played, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

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
