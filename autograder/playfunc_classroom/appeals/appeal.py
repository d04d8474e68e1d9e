"""An appeal in a course: the mark played again, and the decision written down and put into the gradebook."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from playfunc.codec import CodecError, decode
from playfunc.games import GAMES
from playfunc.record import GameRecord
from playfunc.rules import Seat
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.versions import differences, met, settings_told, versions
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks import Context
from playfunc_checks.course import read_secret
from playfunc_checks.extract import ExtractError, PlayerSource
from playfunc_checks.marking import mark_failure, points, run_checks
from playfunc_checks.program import Program
from playfunc_checks.results import CheckResult

from playfunc_classroom.intake.uploads import intake_for, read_submission
from playfunc_classroom.marks import Mark, make_stamp, mark_path, read_mark, require_confinement
from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.people.groups import require_submission
from playfunc_classroom.policy.overrides import Override, add_override, read_overrides

# A mark played again from its stamp: the same source, the settings of then, the same deals.
#
# It lists what has changed since, part by part, so that a new result is not mistaken for the old one.


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


def mark_of(course: Course, assignment: str, student: str) -> Mark:
    """A student's stored mark. Raises `ValueError` where there is none, or where another one's counts for the group."""
    mark = read_mark(course.root, assignment, student)
    if mark is None and mark_path(course.root, assignment, student).exists():
        raise ValueError(
            f"the mark of {student} for {assignment} cannot be read by this version of playfunc; run playfunc grade "
            "to compute it again, or install the version that wrote it"
        )
    if mark is None:
        course.require_counting(assignment, student)
        require_submission(student, course.students(assignment), assignment)
        raise ValueError(f"there is no mark of {student} for {assignment}; run playfunc grade first")
    return mark


def evidence_for(
    course: Course,
    assignment: str,
    student: str,
    on_progress: Callable[[str, int, int], None] = lambda check, done, total: None,
    allow_unconfined: bool = False,
) -> Evidence:
    """The student's stored mark, played again."""
    settings, mark = course.settings_for(assignment, student), mark_of(course, assignment, student)
    require_confinement(allow_unconfined, programs=settings.programs)
    player = _handed_in(course, assignment, student)
    same = player is not None and _digest_of(player, settings) == mark.stamp.source
    if mark.source and mark.facts is None and not same:
        raise ValueError(
            f"{student}'s player is a program, and what lies in submitted/ is not what was marked; put that back"
        )
    program = player.program if player is not None and same else None
    return play_again(mark, settings, read_secret(course.root), on_progress, program)


def handed_in_now(course: Course, assignment: str, student: str) -> str | None:
    """The digest of the player that lies in `submitted/` now; `None` where none can be read."""
    player = _handed_in(course, assignment, student)
    return None if player is None else _digest_of(player, course.assignment(assignment))


def _handed_in(course: Course, assignment: str, student: str) -> PlayerSource | None:
    settings = course.assignment(assignment)
    try:
        folder = course.submission(assignment, student)
        return read_submission(folder, settings, intake_for(course.root, settings, student))
    except (ExtractError, OSError):
        return None


def _digest_of(player: PlayerSource, settings: Assignment) -> str:
    return make_stamp(player.source, settings, "").source


def change_points(
    course: Course, assignment: str, student: str, cell: str, points: float | None, who: str, why: str
) -> Override:
    """Record a decision, put it into the gradebook, and return it; `points` of `None` withdraws earlier ones.

    Raises `ValueError`, which says what there is, for an unknown student or cell and for too many points, and for a
    member of a group whose marks are copies: they would be lost with the next copy.
    """
    course.require_counting(assignment, student)
    held = course.standing(assignment, student)
    if cell not in held:
        raise ValueError(f"there is no graded cell {cell!r}; there are {', '.join(held)}")
    if points is not None and points > held[cell].most:
        raise ValueError(f"{cell} is worth {held[cell].most:g} points, and {points:g} were given")
    standing = _standing(read_overrides(course.root, assignment), student, cell)
    if points is None and not standing:
        raise ValueError(f"there is nothing to withdraw: {cell} of {student} has no points given by hand")
    mark = read_mark(course.root, assignment, student)
    decision = Override(
        student,
        cell,
        points,
        held[cell].points,
        standing[0].by_hand_before if standing else held[cell].by_hand,
        who or getpass.getuser(),
        datetime.now(course.settings.zone).isoformat(timespec="seconds"),
        why,
        mark.stamp.source if mark else "",
    )
    add_override(course.root, assignment, decision)
    course.give(assignment, student, {cell: decision.by_hand_before if points is None else points})
    return decision


def _standing(decisions: Sequence[Override], student: str, cell: str) -> list[Override]:
    """The decisions about a cell since the last withdrawal."""
    standing: list[Override] = []
    for decision in decisions:
        if (decision.student, decision.cell) == (student, cell):
            standing = [] if decision.points is None else [*standing, decision]
    return standing
