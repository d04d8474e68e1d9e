"""What the API sends. Times are seconds since 1970, UTC. Players are known by `code`; `name` is what others may see."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict

MOST = 2**31 - 1

LadderName = Annotated[
    str, Path(pattern="^[a-z0-9-]{1,40}$", description="The name of a ladder, as in its address.")
]
Code = Annotated[str, Path(pattern="^[A-Za-z0-9]{1,12}$", description="The code of a player on one ladder.")]
Number = Annotated[int, Path(ge=1, le=MOST, description="Counted from 1.")]
PageNumber = Annotated[int, Query(ge=1, le=MOST, description="Which page, counted from 1.")]


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True)


class Problem(_Shape):
    """An error, by RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    instance: str


class Interval(_Shape):
    """An estimate with its 95% interval; without ends where there was too little to measure."""

    value: float
    low: float | None
    high: float | None


class LadderShape(_Shape):
    name: str
    title: str
    contest: str
    game: str
    seats: int
    """The least number of players at a table."""
    parameters: dict[str, int]
    """Parameters of the game's rules that differ from the usual ones."""
    unit: str
    """What a score counts, such as points."""
    state: str
    """open, frozen or final"""
    opens: float | None
    freezes: float | None
    players: int
    """Players with an active version."""
    last_run: int | None
    """The number of the last complete run."""


class RunShape(_Shape):
    ladder: str
    number: int
    kind: str
    """nightly, button or final"""
    state: str
    """planned, playing, complete or stopped"""
    planned: float
    started: float | None
    finished: float | None
    seed: str | None
    """What decided pairings and cards; told once the run is complete."""
    digest: str
    players: int


class Standing(_Shape):
    rank: int | None
    code: str
    name: str
    kind: str
    """player, staff or house"""
    language: str
    version: int
    digest: str
    """The SHA-256 of the version's source."""
    deals: int
    games: int
    wins: int
    ties: int
    losses: int
    faults: int
    score: Interval | None
    """The mean score a deal."""
    rating: Interval | None
    moved: int | None
    """Ranks gained since the run before; null where the intervals do not exclude that nothing changed."""


class _Page(_Shape):
    page: int
    pages: int
    total: int


class RunPage(_Page):
    rows: list[RunShape]


class StandingPage(_Page):
    ladder: str
    run: int
    rows: list[Standing]


class SeatShape(_Shape):
    code: str
    score: float
    place: int
    """1 for the best score of the game."""
    fault: str
    """The kind of the fault alone; empty for none."""


class GameShape(_Shape):
    number: int
    deal: int
    seats: list[SeatShape]


class GamePage(_Page):
    ladder: str
    run: int
    rows: list[GameShape]


class PlayerResult(_Shape):
    """A player's row in one complete run."""

    run: int
    finished: float | None
    version: int
    rank: int | None
    score: Interval | None
    rating: Interval | None
    deals: int
    faults: int


class PlayerShape(_Shape):
    code: str
    name: str
    kind: str
    ladder: str
    active_version: int | None
    results: list[PlayerResult]
    """The newest run first."""


class VersusShape(_Shape):
    ladder: str
    run: int
    code: str
    against: str
    deals: int
    mean: float
    """The mean difference a deal, seen by `code`."""
    half_width: float | None
    """Half of the mean's 95% interval."""


class Finding(_Shape):
    check: str
    verdict: str
    sentence: str


class ProvisionalShape(_Shape):
    """Games of a version against one rung; `rung` is empty for all together."""

    rung: str
    deals: int
    mean: float | None
    half_width: float | None
    rating: Interval | None


class Receipt(_Shape):
    """What an upload gets at once, and can be held against what was marked."""

    ladder: str
    code: str
    number: int
    digest: str
    """The SHA-256 of what was uploaded."""
    filename: str
    uploaded: float
    state: str
    status: str
    """The path at which the version's status is asked for."""


class ReceiptPage(_Page):
    rows: list[Receipt]


class StatusShape(Receipt):
    """What became of one's own version."""

    place: int | None
    """The place in the queue, 1 for the next; null once it is being checked."""
    expected_seconds: float | None
    """Until the verdict; null once there is one."""
    verdict: str
    findings: list[Finding]
    provisional: list[ProvisionalShape]
    active: bool
    """Whether it is the version that plays."""
