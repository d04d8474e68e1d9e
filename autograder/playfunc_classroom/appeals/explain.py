"""The page of `playfunc explain`: how a mark was computed, for the instructor who answers an appeal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Any

from playfunc.files import write_whole
from playfunc.games import GAMES
from playfunc.record import GameRecord, write_records
from playfunc_opponents.reviews import losses_told

from playfunc_classroom.appeals.appeal import Evidence, Hand, evidence_for, handed_in_now, hands
from playfunc_classroom.nbgrader_bridge import Course, GradebookError
from playfunc_classroom.pages.report import render
from playfunc_classroom.policy.overrides import Override, read_overrides, told

REPLAYS = 3
"""Hands replayed on the page for each opponent; all of them are in the file of records beside it."""


def explain_page(
    evidence: Evidence, decisions: Sequence[Override], handed_in: str | None, records: Mapping[str, str]
) -> str:
    """A whole page that needs no network.

    `handed_in` is the digest of what lies in `submitted/` now (`None`: nothing that can be read), `records`
    the names of the files of games by check.
    """
    mark = evidence.mark
    return render(
        "explain.html",
        mark=mark,
        evidence=evidence,
        pairs=evidence.pairs(),
        facts_then={result.check: dict(result.facts) for result in mark.results},
        checks=[_win_check(evidence, name) for name in evidence.games],
        decisions=[told(decision, mark.stamp.source) for decision in decisions],
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
        "losses": losses_told(evidence.assignment.game, result.facts.get("losses", {})),
        "replays": [(title, game) for title, game in _costliest(games, deals)],
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


# A mark played again and its page written, by the command `playfunc explain` or in a process of its own:
#
#     python -m playfunc_classroom.appeals.explain COURSE ASSIGNMENT STUDENT
#
# The process prints what the command prints. Exit code 0 means the same results, 1 others, 2 that nothing was played;
# the reason is then on stderr.


NICE = 5
"""Whoever marks meanwhile goes first."""


@dataclass(frozen=True, slots=True)
class Explained:
    """Where the page is, whether all is as stored, and the parts that are not as they were."""

    page: Path
    same: bool
    changed: tuple[str, ...]

    @property
    def told(self) -> tuple[str, ...]:
        verdict = (
            "Same results as stored." if self.same else "Results differ from the stored ones; see the page."
        )
        return (verdict, f"Changed since it was marked: {', '.join(self.changed)}.")[: 1 + bool(self.changed)]


def explained_page(course: Path, assignment: str, student: str) -> Path:
    """Where the page of a mark is, once somebody has asked for it."""
    return course / "reports" / assignment / "explained" / student / "mark.html"


def explain_mark(
    course: Course,
    assignment: str,
    student: str,
    on_progress: Callable[[str, int, int], None] = lambda check, done, total: None,
    allow_unconfined: bool = False,
) -> Explained:
    """Play the mark again and write its page, with the records of all games beside it. Raises as `evidence_for`."""
    evidence = evidence_for(course, assignment, student, on_progress, allow_unconfined)
    page = explained_page(course.root, assignment, student)
    page.parent.mkdir(parents=True, exist_ok=True)
    records = {name: f"{name}.jsonl" for name in evidence.games}
    for name, file in records.items():
        write_records(page.parent / file, evidence.games[name])
    decisions = [d for d in read_overrides(course.root, assignment) if d.student == student]
    write_whole(page, explain_page(evidence, decisions, handed_in_now(course, assignment, student), records))
    changed = (*evidence.versions, *(("the secret",) if evidence.other_deals else ()))
    return Explained(page, evidence.same, changed)


def main(words: Sequence[str]) -> int:
    course, assignment, student = words
    os.nice(NICE)
    try:
        found = explain_mark(Course.open(Path(course)), assignment, student)
    except (ValueError, OSError, GradebookError) as error:
        print(error, file=sys.stderr)
        return 2
    print(*found.told, sep="\n")
    return 0 if found.same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
