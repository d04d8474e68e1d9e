"""Feedback: the head of nbgrader's page, and other forms of it: what a student's own file becomes for a system that
hands back files under the names under which they were handed in, and a few lines for a column of comments.

    head        HTML: the mark, each opponent, what went wrong, the next step, and who gave which points
    notebook    the cells of the page, with points and comments in cells of their own
    Python      the same as comments
    comments    HTML: the points of each part, who gave them, and what people wrote
"""

from __future__ import annotations

import copy
import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from markupsafe import Markup
from nbconvert.exporters import HTMLExporter
from nbgrader.preprocessors import NbGraderPreprocessor
from playfunc.games import game
from playfunc.statistics import rate_interval
from playfunc_checks.assignment import BEATS, Assignment, percent
from playfunc_checks.checks.hidden import describe_fresh_processes
from playfunc_checks.report import next_baseline_html, results_html
from playfunc_checks.results import CheckResult, Verdict
from playfunc_checks.student_view import closed

from playfunc_classroom.groups import read_groups
from playfunc_classroom.intake.received import attempt_of, attempts
from playfunc_classroom.marks import Mark, read_mark
from playfunc_classroom.nbgrader_bridge.course import GATE, Course, hold_cells, late_points, loaded
from playfunc_classroom.pages.report import render
from playfunc_classroom.policy.late import describe_lateness, read_late
from playfunc_classroom.policy.overrides import Override, describe_override, overrides_by_cell, read_overrides

# A feedback page as values: how each opponent was met, what to do next, and which cells of the handout are folded.


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


def _is_told_by_its_bar(result: CheckResult, assignment: Assignment) -> bool:
    """Whether a bar's sentence says all of a win check: the games were played, quickly and without a fault, or not."""
    told = result.told
    played = told is not None and (told.outcome, told.pace, told.fault) == ("played", "quick", None)
    whole = (played or result.verdict is Verdict.SKIPPED) and not describe_fresh_processes(
        assignment, result.cost
    )
    return whole and result.check.startswith(BEATS)


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


@dataclass(frozen=True, slots=True)
class Part:
    """One graded cell: its points, the most there are, and who gave them."""

    name: str
    points: float
    most: float
    given_by: str
    marked: bool = True


class TellTheScore(NbGraderPreprocessor):  # type: ignore[misc]
    """Puts an answer before the notebook: the mark, a bar for each opponent, failed checks, the next step, and every
    part with its points and who gave them, what lateness takes off and by which rule, whose submission counted for a
    group. What the graded cells said of it stands there alone. Parts that nobody has marked lose nbgrader's score
    of 0."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        course, about = Course.of(self), resources["nbgrader"]
        assignment, student = about["assignment"], about["student"]
        decisions = overrides_by_cell(read_overrides(course.root, assignment), student)
        with course.gradebook() as gradebook:
            hold_cells(gradebook, assignment)
            submission = gradebook.find_submission(assignment, student)
            parts = parts_of(submission, decisions)
            off = float(submission.late_submission_penalty or 0.0)
            late = _lateness(course, submission)
            person = submission.student
            name = " ".join(filter(None, (person.first_name, person.last_name))) or str(person.id)
        settings = course.settings_for(assignment, student)
        mark = _mark_in(nb, read_mark(course.root, assignment, student))
        steps = fold_handout(nb.cells, settings)
        html = render(
            "score.html",
            title=settings.title or assignment,
            name=name,
            parts=_in_order(parts, nb),
            tasks=settings.task_cells,
            off=off,
            late=late,
            student=student,
            attempt=attempt_of(course.root, assignment, student),
            attempts=len(attempts(course.root, assignment, student)),
            group=read_groups(course.root, assignment).get(student, ()),
            **(_found(nb, mark, settings, steps) if mark else {}),
        )
        if mark:
            _clear(nb, settings)
        _open(nb, {part.name for part in parts if not part.marked})
        cell = nbformat.v4.new_code_cell("# score breakdown, written by playfunc")
        cell.metadata["transient"] = {"remove_source": True}
        cell.outputs = [nbformat.v4.new_output("display_data", {"text/html": html})]
        nb.cells.insert(0, cell)
        return nb, resources


def _mark_in(nb: Any, stored: Mark | None) -> Mark | None:
    """The stored mark, if it is the one that the notebook was written with; a newer one is not in the gradebook yet."""
    written = nb.metadata.get("playfunc", {})
    same = stored is not None and dataclasses.asdict(stored.stamp).items() <= written.items()
    return stored if same else None


def _found(nb: Any, mark: Mark, assignment: Assignment, steps: Mapping[str, str]) -> dict[str, Any]:
    """What the computer found, as the student may see it: as in the graded cells, and no deals that are closed now."""
    shown = bool(nb.metadata["playfunc"].get("deals_shown")) and assignment.deals_are_open(datetime.now(UTC))
    results = results_for_student(mark, assignment, deals_shown=shown)
    step = next_step(results, assignment)
    told = {r.check for r in mark.results if _is_told_by_its_bar(r, assignment)}
    lost = [r for r in results if r.check in told and r.verdict is Verdict.FAILED and not r.replay]
    checks = results_html(results, assignment, points=False, shown_above=told, heading=2)
    return {
        "bars": opponent_bars(mark, assignment, deals_shown=shown),
        "hints": list(dict.fromkeys(result.hint for result in lost if result.hint)),
        "checks": Markup(checks),
        "baseline": Markup(next_baseline_html(mark.results, assignment)),
        "notes": mark.notes,
        "step": step,
        "place": steps.get(step[0], "") if step else "",
    }


def _clear(nb: Any, assignment: Assignment) -> None:
    """Take out of the graded cells what stands above."""
    for cell in nb.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if cell.cell_type == "code" and (name == GATE or name in assignment.points):
            cell.outputs = []


def parts_of(submission: Any, decisions: Mapping[str, Override]) -> list[Part]:
    """The graded cells of a submission that are worth something; `decisions` by cell."""
    return [
        _part(grade, decisions.get(grade.name))
        for notebook in submission.notebooks
        for grade in notebook.grades
        if grade.cell.max_score or grade.score
    ]


def _part(grade: Any, decision: Override | None) -> Part:
    if grade.needs_manual_grade:
        return Part(grade.name, 0.0, float(grade.cell.max_score), "not marked yet", marked=False)
    if decision is not None:
        who = f"by hand: {describe_override(decision)}"
    else:
        who = "a marker" if grade.manual_score is not None else "the computer"
    extra = f" ({grade.extra_credit:g} of them extra)" if grade.extra_credit else ""
    return Part(grade.name, float(grade.score), float(grade.cell.max_score), who + extra)


def _open(nb: Any, names: Collection[str]) -> None:
    for cell in nb.cells:
        about = cell.metadata.get("nbgrader", {})
        if about.get("grade_id") in names:
            about["score"] = None


def _in_order(parts: list[Part], nb: Any) -> list[Part]:
    """As the cells stand in the notebook."""
    ids = [cell.metadata.get("nbgrader", {}).get("grade_id", "") for cell in nb.cells]
    return sorted(parts, key=lambda part: ids.index(part.name) if part.name in ids else len(ids))


def _lateness(course: Course, submission: Any) -> str:
    rule = read_late(course.root, submission.assignment.name)
    if rule.due is None or submission.timestamp is None:
        return ""
    until = rule.due + submission.extension if submission.extension else rule.due
    return describe_lateness(rule, submission.timestamp.replace(tzinfo=UTC), until, course.settings.zone)


NOTEBOOK = "feedback.ipynb"
"""The notebook's name in a feedback folder."""

_BOLD = re.compile(r"\*\*(\S(?:.*?\S)?)\*\*")


class _CompiledTemplates(BytecodeCache):
    """Templates of this process by their text's checksum: each page has an environment of its own."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self._known.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


_TEMPLATES = _CompiledTemplates()


class FeedbackExporter(HTMLExporter):  # type: ignore[misc]
    """nbgrader's feedback page by our template, which only adds to its own."""

    @property
    def environment(self) -> Environment:
        environment: Environment = super().environment
        environment.bytecode_cache = _TEMPLATES
        return environment


class KeepNotebook(NbGraderPreprocessor):  # type: ignore[misc]
    """Keeps what the page is made of as a notebook beside it."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        about = resources["nbgrader"]
        folder = Course.of(self).feedback_folder(about["assignment"], about["student"])
        folder.mkdir(parents=True, exist_ok=True)
        nbformat.write(with_comment_cells(nb), folder / NOTEBOOK)
        return nb, resources


def with_comment_cells(nb: Any) -> Any:
    """A copy in which points and comments are cells, and nothing of nbgrader's is left."""
    kept = copy.deepcopy(nb)
    kept.cells = [each for cell in kept.cells for each in _with_comments(cell)]
    for name in ("playfunc", "nbgrader"):
        kept.metadata.pop(name, None)
    return kept


def _with_comments(cell: Any) -> Iterator[Any]:
    about = cell.metadata.pop("nbgrader", {})
    yield cell
    lines = []
    if about.get("points") and "score" in about:
        points = "not marked yet," if about["score"] is None else f"{about['score']:g}"
        lines.append(f"**{about.get('grade_id', '')}: {points} of {about['points']:g} points**")
    if about.get("comment"):
        lines.append("\n".join(f"> {line}" for line in str(about["comment"]).splitlines()))
    if lines:
        yield nbformat.v4.new_markdown_cell("\n\n".join(lines))


def as_program(notebook: Path) -> str:
    """The points and comments of such a notebook as comments of a Python program."""
    cells = nbformat.read(notebook, as_version=4).cells
    told = [cell.source for cell in cells if cell.source.startswith(("**", "> "))]
    text = "\n\n".join(told).replace("**", "").replace("> ", "")
    return "".join(f"# {line}".rstrip() + "\n" for line in ("Feedback", "", *text.splitlines()))


def comments_for(course: Course, assignment: str, students: Collection[str]) -> dict[str, str]:
    """Student → their points and what people wrote, as HTML for a learning system's column of comments."""
    grouped = read_groups(course.root, assignment)
    with course.gradebook() as gradebook:
        submissions = {each.student_id: each for each in loaded(gradebook, assignment)}
        counting = {
            student: course.counting_member(assignment, student) if student in grouped else student
            for student in students
        }  # what was copied to the others of a group waits for nobody, so it does not say what is unmarked
        decisions = read_overrides(course.root, assignment)
        return {
            student: _comment(submissions[by], overrides_by_cell(decisions, by))
            for student, by in counting.items()
            if by in submissions
        }


def _comment(submission: Any, decisions: Mapping[str, Override]) -> str:
    parts = parts_of(submission, decisions)
    told = [
        f"{escape(part.name)}: {f'{part.points:g}' if part.marked else 'not marked yet,'} of {part.most:g}"
        for part in parts
    ]
    off = late_points(submission)
    lines = ["; ".join(told + [f"late: −{off:g}"] * bool(off)) + "."]
    lines += [
        escape(part.given_by[:1].upper() + part.given_by[1:])
        for part in parts
        if part.marked and part.name in decisions
    ]
    for notebook in submission.notebooks:
        lines += [
            f"<b>{escape(comment.name)}</b>: {_shown(comment.manual_comment)}"
            for comment in notebook.comments
            if comment.manual_comment
        ]
    return "<br>".join(lines)


def _shown(comment: str) -> str:
    """HTML of the Markdown that panels write: bold and line breaks; everything else is text."""
    return _BOLD.sub(r"<strong>\1</strong>", escape(comment)).replace("\n", "<br>")
