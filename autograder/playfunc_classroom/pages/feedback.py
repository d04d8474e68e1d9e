"""A feedback page as values: how each opponent was met, what to do next, and which cells of the handout are folded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playfunc.games import game
from playfunc.statistics import rate_interval
from playfunc_checks.assignment import BEATS, Assignment, percent
from playfunc_checks.results import CheckResult, Verdict
from playfunc_checks.student_view import closed

from playfunc_classroom.marks import Mark


@dataclass(frozen=True, slots=True)
class Bar:
    """One opponent: the share of games won against it and its 95% interval, the share that is needed (all from 0 to 1;
    `None` where it is not known, or closed), and a sentence."""

    opponent: str
    needed: float
    beaten: bool
    sentence: str
    won: float | None = None
    interval: tuple[float, float] | None = None


def results_for_student(mark: Mark, assignment: Assignment, *, deals_shown: bool) -> tuple[CheckResult, ...]:
    """The results of a mark as its student gets them."""
    return tuple(mark.results) if deals_shown else closed(mark.results, assignment, mark.source)


def opponent_bars(mark: Mark, assignment: Assignment, *, deals_shown: bool) -> tuple[Bar, ...]:
    """A bar for each win check. While deals are closed it says whole per cent, as `closed` does."""
    shown = results_for_student(mark, assignment, deals_shown=deals_shown)
    return tuple(
        _bar(result, each.got or each.reason, assignment, deals_shown)
        for result, each in zip(mark.results, shown, strict=True)
        if result.check.startswith(BEATS)
    )


def _bar(result: CheckResult, reason: str, assignment: Assignment, deals_shown: bool) -> Bar:
    """`reason` stands in place of the share where the games were not played to their end."""
    tier, won = result.check.removeprefix(BEATS), game(assignment.game).win.won
    needed = assignment.threshold_of(tier)
    told = result.told
    if told is None or told.outcome != "played" or told.percent is None:
        return Bar(tier, needed, result.ok, reason)
    share, interval, between = told.percent / 100, None, ""
    if deals_shown:
        facts = result.facts
        share = facts["win_rate"]
        found = rate_interval(share, facts["standard_error"], facts["deals"])
        if not found.too_few:
            interval = max(0.0, found.low), min(1.0, found.high)
        between = f" ({found.between('95% interval {:.0%} to {:.0%}')})"
    verdict = "beaten" if result.ok else "not beaten yet"
    sentence = f"{share:.0%} of {won} won{between}; {percent(needed)} are needed: {verdict}."
    return Bar(tier, needed, result.ok, sentence, share, interval)


def next_step(results: Sequence[CheckResult], assignment: Assignment) -> tuple[str, CheckResult] | None:
    """The name of the notebook's step to go back to, and the check that says so: the first that failed; `None` where
    none did or no step is about it."""
    failed = next((r for r in results if r.verdict is Verdict.FAILED), None)
    if failed is None:
        return None
    step = next((s for s in assignment.steps if failed.check in s.checks), None)
    return (step.name, failed) if step else None


def fold_handout(cells: Sequence[Any], assignment: Assignment) -> dict[str, str]:
    """Mark runs of cells that a page folds, in their metadata: the first with `playfunc_fold` (`title` and `id`), the
    last with `playfunc_fold_end`. A run begins at a heading; tasks that people mark stand by themselves. Returns the id
    of the run that holds each step of the notebook, by the step's name."""
    runs: list[tuple[str, list[Any]]] = []
    alone = True
    for cell in cells:
        for key in ("playfunc_fold", "playfunc_fold_end"):  # as a student may have written it
            cell.metadata.pop(key, None)
        if cell.metadata.get("nbgrader", {}).get("task"):
            alone = True
            continue
        heading = _HEADING.match(cell.source) if cell.cell_type == "markdown" else None
        if heading or alone:
            runs.append((heading[2].strip() if heading else _title(cell), []))
        runs[-1][1].append(cell)
        alone = False
    places = {}
    for number, (title, run) in enumerate(runs):
        run[0].metadata["playfunc_fold"] = {"title": title.replace("`", ""), "id": f"part-{number}"}
        run[-1].metadata["playfunc_fold_end"] = True
        for cell in run:
            places[cell.metadata.get("nbgrader", {}).get("grade_id", "")] = f"part-{number}"
    return {
        step.name: places[step.cells[0]]
        for step in assignment.steps
        if step.cells and step.cells[0] in places
    }


_HEADING = re.compile(r"(#{1,2}) (.+)")


def _title(cell: Any) -> str:
    """Of a run that begins without a heading of its own."""
    heading = re.match(r"#+ (.+)", cell.source)
    return (
        heading[1] if heading and cell.cell_type == "markdown" else "What the computer tells about your code"
    )
