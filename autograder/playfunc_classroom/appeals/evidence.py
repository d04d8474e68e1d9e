"""A mark played again from its stamp: the same source, the settings of then, the same deals.

It lists what has changed since, part by part, so that a new result is not mistaken for the old one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playfunc.codec import CodecError, decode
from playfunc.games import GAMES
from playfunc.record import GameRecord
from playfunc.rules import Seat
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.versions import differences, met, settings_told, versions
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks import Context
from playfunc_checks.marking import mark_failure, points, run_checks
from playfunc_checks.program import Program
from playfunc_checks.results import CheckResult

from playfunc_classroom.marks.store import Mark, make_stamp

__all__ = ["Evidence", "Hand", "hands", "play_again"]


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal of a win check, from both seats: the player's score in each, and the opponent's. `sign` is 1 where high
    scores win, and -1 where low ones do."""

    number: int
    sign: int
    first: tuple[float, float]
    second: tuple[float, float]

    @property
    def difference(self) -> float:
        """What the player has over the opponent, a playing: above zero is good."""
        return (self.ahead(0) + self.ahead(1)) / 2

    def ahead(self, seat: Seat) -> float:
        """The same in the playing from one seat."""
        mine, theirs = (self.first, self.second)[seat]
        return self.sign * (mine - theirs)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The stored mark, the same checks run now, the games they rest on, and all that is not as it was."""

    mark: Mark
    assignment: Assignment
    """With the settings of then."""
    results: tuple[CheckResult, ...]
    points: Mapping[str, float | None]
    games: Mapping[str, tuple[GameRecord, ...]]
    """By the name of the win check."""
    versions: Mapping[str, tuple[str, str]]
    """What differs from then, as (then, now)."""
    settings: Mapping[str, tuple[str, str]]
    """What the course's settings say now and did not then; the replay keeps those of then."""
    other_deals: bool
    """The secret is another one, so that the deals of then cannot be dealt again."""
    unstamped: bool
    """The mark was stored by a version that did not write down its settings."""

    @property
    def same(self) -> bool:
        """Whether every verdict, every fact and every point is as stored."""
        pairs = zip(self.mark.results, self.results, strict=True)
        return self.points == self.mark.points and all(_same(then, now) for then, now in pairs)

    def pairs(self) -> list[tuple[CheckResult, CheckResult, bool]]:
        """Each check then and now, and whether it is the same."""
        return [(a, b, _same(a, b)) for a, b in zip(self.mark.results, self.results, strict=True)]


def _same(then: CheckResult, now: CheckResult) -> bool:
    return (then.verdict, then.got, then.facts) == (now.verdict, now.got, now.facts)


def play_again(
    mark: Mark,
    assignment: Assignment,
    secret: str,
    on_progress: Callable[[str, int, int], None] = lambda check, done, total: None,
    program: Program | None = None,
) -> Evidence:
    """Run the mark's checks again; `assignment` holds the course's settings of now, `program` the player where
    it is no Python.

    Where no player could be read then, nothing is played and the failure stands as it was.
    """
    then = _settings_then(mark)
    settings = then or assignment
    with Context(mark.source, settings, secret, WorkerAsker(), on_progress, program) as context:
        results = run_checks(context) if mark.source else mark_failure(settings, mark.notes[0])
    stamp = make_stamp(mark.source or repr(mark.notes), settings, secret)
    return Evidence(
        mark,
        settings,
        results,
        points(results, settings),
        context.played,
        differences(mark.versions, versions(settings.game, met(settings))) if mark.versions else {},
        differences(settings_told(settings.as_marked()), settings_told(assignment.as_marked())),
        then is not None and stamp.settings != mark.stamp.settings,
        then is None,
    )


def _settings_then(mark: Mark) -> Assignment | None:
    try:
        settings: Assignment = decode(mark.settings, Assignment)
    except CodecError:
        return None
    return settings


def hands(records: tuple[GameRecord, ...]) -> list[Hand]:
    """The deals of a win check in order."""
    return [
        Hand(number, GAMES[first.game].sign, _points(first, 0), _points(second, 1))
        for number, (first, second) in enumerate(zip(records[::2], records[1::2], strict=True), 1)
    ]


def _points(record: GameRecord, seat: int) -> tuple[float, float]:
    scores = record.scores or (0.0, 0.0)
    return scores[seat], scores[1 - seat]
