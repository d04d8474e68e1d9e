"""An appeal: the mark played again from its stamp (the same source, the settings of then, the same deals), the page of
`playfunc audit` about it, and the decision written down and put into the gradebook.

    python -m playfunc_classroom.appeals COURSE ASSIGNMENT STUDENT

prints what the command prints. Exit code 0 means the same results, 1 others, 2 that nothing was played; the reason is
then on stderr."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import fsum
from pathlib import Path
from typing import Any

from playfunc.files import write_whole
from playfunc.games import GAMES
from playfunc.record import GameRecord, write_records
from playfunc.rules import Seat
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.versions import describe_settings, differences, met, versions
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks import Context
from playfunc_checks.course_settings import read_secret
from playfunc_checks.extract import ExtractError, PlayerSource
from playfunc_checks.marking import mark_failure, points, run_checks
from playfunc_checks.results import CheckResult
from playfunc_checks.submitted_player import Program
from playfunc_opponents.reviews import describe_losses

from playfunc_classroom.groups import require_submission
from playfunc_classroom.intake.notebook_choice import intake_for, read_submission
from playfunc_classroom.marks import Mark, make_stamp, mark_path, read_mark, require_confinement
from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
from playfunc_classroom.pages.report import render
from playfunc_classroom.policy.overrides import Override, add_override, describe_override, read_overrides


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
        return self.points == self.mark.points and all(same for _, _, same in self.pairs())

    def pairs(self) -> list[tuple[CheckResult, CheckResult, bool]]:
        """Each check then and now, and whether it is the same."""
        return [
            (a, b, (a.verdict, a.got, a.facts) == (b.verdict, b.got, b.facts))
            for a, b in zip(self.mark.results, self.results, strict=True)
        ]


def play_again(
    mark: Mark,
    assignment: Assignment,
    secret: str,
    on_progress: Callable[[str, int, int], None] = lambda check, done, total: None,
    program: Program | None = None,
) -> Evidence:
    """Run the mark's checks again; `assignment` holds the course's settings of now, `program` the player where
    it is no Python. Where no player could be read then, nothing is played and the failure stands as it was."""
    then = mark.settings_then
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
        differences(describe_settings(settings.as_marked()), describe_settings(assignment.as_marked())),
        then is not None and stamp.settings != mark.stamp.settings,
        then is None,
    )


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
    Raises `ValueError`, which says what there is, for an unknown student or cell and for too many points, and
    for a member of a group whose marks are copies: they would be lost with the next copy."""
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


REPLAYS = 3
"""Hands replayed on the page for each opponent; all of them are in the file of records beside it."""


def audit_page(
    evidence: Evidence, decisions: Sequence[Override], handed_in: str | None, records: Mapping[str, str]
) -> str:
    """A whole page that needs no network. `handed_in` is the digest of what lies in `submitted/` now (`None`:
    nothing that can be read), `records` the names of the files of games by check."""
    mark = evidence.mark
    return render(
        "audit.html",
        mark=mark,
        evidence=evidence,
        pairs=evidence.pairs(),
        facts_then={result.check: dict(result.facts) for result in mark.results},
        checks=[_win_check(evidence, name) for name in evidence.games],
        decisions=[describe_override(decision, mark.stamp.source) for decision in decisions],
        other_submission=handed_in is not None and handed_in != mark.stamp.source,
        records=records,
    )


def _win_check(evidence: Evidence, name: str) -> dict[str, Any]:
    """What the page shows of one win check: the arithmetic, every deal, the costliest games."""
    games = evidence.games[name]
    deals = hands(games)
    result = next(result for result in evidence.results if result.check == name)
    total = fsum(deal.difference for deal in deals)
    return {
        "name": name,
        "result": result,
        "deals": deals,
        "game": GAMES[evidence.assignment.game],
        "mean": total / len(deals) if deals else 0.0,
        "won": sum(deal.difference > 0 for deal in deals),
        "losses": describe_losses(evidence.assignment.game, result.facts.get("losses", {})),
        "replays": _costliest(games, deals),
    }


def _costliest(games: Sequence[GameRecord], deals: Sequence[Hand]) -> list[tuple[str, GameRecord]]:
    """The games that were forfeited, else those that cost most, with a title for each."""
    order = sorted(
        range(len(games)), key=lambda place: (not games[place].faults, deals[place // 2].ahead(place % 2))
    )
    return [(_title(games, deals, place), games[place]) for place in order[:REPLAYS]]


def _title(games: Sequence[GameRecord], deals: Sequence[Hand], place: int) -> str:
    seat = "first" if place % 2 == 0 else "second"
    forfeited = ", forfeited" if games[place].faults else ""
    deal = deals[place // 2]
    mine, theirs = (deal.first, deal.second)[place % 2]
    return (
        f"Deal {place // 2 + 1}, {seat} seat: {mine:g} to the student, {theirs:g} to the opponent{forfeited}"
    )


NICE = 5
"""Whoever marks meanwhile goes first."""


@dataclass(frozen=True, slots=True)
class Audit:
    """Where the page is, whether all is as stored, and the parts that are not as they were."""

    page: Path
    same: bool
    changed: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        verdict = (
            "Same results as stored." if self.same else "Results differ from the stored ones; see the page."
        )
        return (verdict, f"Changed since it was marked: {', '.join(self.changed)}.")[: 1 + bool(self.changed)]


def audit_path(course: Path, assignment: str, student: str) -> Path:
    """Where the page of a mark is, once somebody has asked for it."""
    return course / "reports" / assignment / "audit" / student / "mark.html"


def audit_mark(
    course: Course,
    assignment: str,
    student: str,
    on_progress: Callable[[str, int, int], None] = lambda check, done, total: None,
    allow_unconfined: bool = False,
) -> Audit:
    """Play the mark again and write its page, with the records of all games beside it. Raises as `evidence_for`."""
    evidence = evidence_for(course, assignment, student, on_progress, allow_unconfined)
    page = audit_path(course.root, assignment, student)
    page.parent.mkdir(parents=True, exist_ok=True)
    records = {name: f"{name}.jsonl" for name in evidence.games}
    for name, file in records.items():
        write_records(page.parent / file, evidence.games[name])
    decisions = [d for d in read_overrides(course.root, assignment) if d.student == student]
    write_whole(page, audit_page(evidence, decisions, handed_in_now(course, assignment, student), records))
    changed = (*evidence.versions, *(("the secret",) if evidence.other_deals else ()))
    return Audit(page, evidence.same, changed)


def main(words: Sequence[str]) -> int:
    course, assignment, student = words
    os.nice(NICE)
    try:
        found = audit_mark(Course.open(Path(course)), assignment, student)
    except (ValueError, OSError, GradebookError) as error:
        print(error, file=sys.stderr)
        return 2
    print(*found.lines, sep="\n")
    return 0 if found.same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
