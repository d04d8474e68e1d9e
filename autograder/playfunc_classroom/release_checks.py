"""Whether notebook, settings and solution of an assignment agree, before students get it.

Every sentence names the cell or the key, and what to change.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from playfunc_checks.assignment import BEATS, Assignment
from playfunc_checks.cells import grade_id, nbgrader_of, tags_of, text_of
from playfunc_checks.checks import checks_for
from playfunc_checks.course_settings import OPPONENTS_FOLDER
from playfunc_checks.extract import ExtractError, player_from_cells, read_cells
from playfunc_checks.results import CheckResult, Verdict
from playfunc_checks.settings import SettingsError, nearest
from playfunc_checks.structure import parsed, undefined

from playfunc_classroom.archive import missing_wheels
from playfunc_classroom.policy.late import check_late
from playfunc_classroom.policy.rubric import read_rubric
from playfunc_classroom.public import missing_points, unknown_numbers

TRIED = 2
"""Deals that the solution plays against each opponent; far too few to measure it, enough to see that it plays."""

HOPELESS = 3.0
"""A solution that is so many standard errors below an opponent's threshold will not reach it on more deals."""

Cell = Mapping[str, Any]


class ReleaseError(ValueError):
    """A release that cannot be made, or would show students what they must not see; nothing has been changed."""


def check_agreement(course: Path, assignment: Assignment) -> None:
    """Raise `ReleaseError` for all in which notebook, settings and lists of the course differ. Nothing is run."""
    name = f"source/{assignment.name}/{assignment.notebook}.ipynb"
    if not (course / name).is_file():
        raise ReleaseError(f"there is no {name} to release")
    faults = [*_list_faults(course, assignment), *missing_wheels(course, assignment)]
    try:
        faults += [
            f"in {name}, {sentence}" for sentence in disagreements(read_cells(course / name), assignment)
        ]
    except ExtractError as error:
        faults.append(str(error))
    if faults:
        told = faults[0] if len(faults) == 1 else "\n  ".join((f"{len(faults)} things disagree:", *faults))
        raise ReleaseError(f"{assignment.name} was not released: {told}")


def _list_faults(course: Path, assignment: Assignment) -> Iterator[str]:
    """What does not fit in the lists of the course: the rule for lateness, extensions, the rubric."""
    for read in (lambda: check_late(course, assignment.name), lambda: read_rubric(course, assignment)):
        try:
            read()
        except SettingsError as error:
            yield str(error)


def disagreements(cells: Sequence[Cell], assignment: Assignment) -> Iterator[str]:
    """Everything in which the notebook differs from the settings, a sentence each."""
    known = {grade_id(cell): cell for cell in cells if grade_id(cell)}
    for name, count in Counter(grade_id(cell) for cell in cells if grade_id(cell)).items():
        if count > 1:
            yield f"the cell {name!r} stands {count} times; give each cell a grade id of its own"
    found = [*_player(cells, known, assignment), *_tasks(known, assignment), *_computed(known, assignment)]
    yield from found
    yield from _texts(cells, assignment)
    yield from _opponents(cells, assignment)
    if not found:  # without a cell of its own, the solution has more faults that say the same
        yield from _solution(cells, assignment)


def _player(cells: Sequence[Cell], known: Mapping[str, Cell], assignment: Assignment) -> Iterator[str]:
    """The cells that make up the player."""
    steps = {cell: f"the step {step.name!r}" for step in assignment.steps for cell in step.cells}
    wanted = assignment.player_cells
    if not wanted:
        yield "no cell makes up the player: name them in the settings, in top_cells and as cells of the steps"
    for name in wanted:
        where = steps.get(name, "top_cells")
        if name not in known:
            near = nearest(name, known)
            yield f"there is no cell {name!r}, which {where} asks for; {near}add it, or take it out of the settings"
        elif known[name].get("cell_type") != "code":
            yield f"the cell {name!r}, which {where} asks for, is no code cell; a player is made of code"
        elif "player" not in tags_of(known[name]):
            yield f"the cell {name!r} lacks the tag 'player', with which students find it; add the tag"
        elif not _flag(known[name], "solution") or _flag(known[name], "grade"):
            yield f"the cell {name!r} must be an answer that is not graded itself (in nbgrader: Autograded answer)"
    for number, cell in enumerate(cells, 1):
        if "player" in tags_of(cell) and not grade_id(cell):
            yield f"cell {number} has the tag 'player' and no grade id; give it one, and name it in a step's cells"
        elif "player" in tags_of(cell) and grade_id(cell) not in wanted:
            yield (
                f"the cell {grade_id(cell)!r} has the tag 'player', and no step names it; name it in a step's cells, "
                "or take the tag away"
            )


def _computed(known: Mapping[str, Cell], assignment: Assignment) -> Iterator[str]:
    """The cells that the computer marks."""
    for name, points in assignment.points.items():
        if name not in known:
            yield f"there is no cell {name!r}, for which the settings give {points:g} points; add it, or set points = 0"
        elif not _flag(known[name], "grade") or _flag(known[name], "solution"):
            yield f"the cell {name!r} is not marked as autograder tests, and the settings give {points:g} points for it"
    checked = {check.name for check in assignment.checks} | {BEATS + tier for tier in assignment.tiers}
    tasks = set(assignment.task_cells)
    for name, cell in known.items():
        if _flag(cell, "grade") and not _flag(cell, "solution") and name not in checked | tasks:
            yield (
                f"the cell {name!r} is graded, and the settings have no check or opponent for it; "
                f"{nearest(name, sorted(checked))}list it, or delete the cell"
            )


def _tasks(known: Mapping[str, Cell], assignment: Assignment) -> Iterator[str]:
    """The cells that people mark."""
    for task in assignment.tasks:
        if task.cell not in known:
            yield f"there is no cell {task.cell!r} for the task of {task.points:g} points; add it, or delete the task"
        elif not _by_people(known[task.cell]):
            yield f"the cell {task.cell!r} is not marked by people; make it a manually graded task or answer"
    for name, cell in known.items():
        elsewhere = (*assignment.task_cells, *assignment.player_cells, *assignment.points)
        if _by_people(cell) and name not in elsewhere:
            yield f"the cell {name!r} is marked by people, and no task in the settings names it; add a task"


def _texts(cells: Sequence[Cell], assignment: Assignment) -> Iterator[str]:
    for number, cell in enumerate(cells, 1):
        if cell.get("cell_type") == "markdown":
            for find in (unknown_numbers, missing_points):
                for sentence in find(text_of(cell), assignment):
                    yield f"{_called(cell, number)}: {sentence}"


def _opponents(cells: Sequence[Cell], assignment: Assignment) -> Iterator[str]:
    """Opponents that code names and students do not have, or that another cell is marked for."""
    secret = {each.name for each in assignment.opponents if not each.published}
    for number, cell in enumerate(cells, 1):
        texts = _constants(cell) if cell.get("cell_type") == "code" else set()
        for name in sorted(texts & secret):
            yield (
                f"{_called(cell, number)} plays against {name!r}, which is not published: students have no file "
                f"{OPPONENTS_FOLDER}/{name}.py"
            )
        own = grade_id(cell).removeprefix(BEATS)
        others = texts & (set(assignment.tiers) - {own})
        if grade_id(cell).startswith(BEATS) and _flag(cell, "grade") and others:
            yield f"the cell {grade_id(cell)!r} plays against {min(others)!r}, and is marked for beating {own!r}"


def _solution(cells: Sequence[Cell], assignment: Assignment) -> Iterator[str]:
    """What the solution lacks to be a player."""
    try:
        player = player_from_cells(cells, assignment, f"{assignment.notebook}.ipynb")
    except ExtractError as error:
        yield f"the solution is no player: {error}"
        return
    for note in player.notes:
        yield f"the solution has a fault: {note}"
    for name in undefined(player.source):
        users = [
            grade_id(cell)
            for cell in cells
            if grade_id(cell) in assignment.player_cells and name in _used(cell)
        ]
        yield (
            f"the cell {(users or ['player'])[0]!r} uses {name!r}, which no cell of the player defines; was that in a "
            "step that was dropped?"
        )


def advice(course: Path, assignment: Assignment) -> Iterator[str]:
    """What students may not see as it was meant, a sentence each; nothing that has to stop a release."""
    cells = read_cells(course / "source" / assignment.name / f"{assignment.notebook}.ipynb")
    texts = [text_of(cell) for cell in cells if cell.get("cell_type") == "markdown"]
    for number, cell in enumerate(cells, 1):
        answer = cell.get("cell_type") == "markdown" and _flag(cell, "solution")
        if answer and "BEGIN SOLUTION" not in text_of(cell):
            yield (
                f"{_called(cell, number)} is an answer in Markdown: students get 'YOUR ANSWER HERE' in its place, "
                "without the question's text. Put the question into a cell before it, or make the cell a manually "
                "graded task, which keeps its text."
            )
    if assignment.bands and not any("<!-- =bands -->" in text for text in texts):
        yield (
            "No text of the notebook shows the bands that markers see. Write <!-- =bands --><!-- = --> where their "
            "table should stand."
        )


def check_solution(
    source: Path, assignment: Assignment, on_progress: Callable[[str, int, int], None]
) -> None:
    """Raise `ReleaseError` when the solution does not pass the checks, on public deals and few of them."""
    from playfunc_autograder.asker import WorkerAsker
    from playfunc_checks.marking import check_player

    cells = read_cells(source / f"{assignment.notebook}.ipynb")
    player = player_from_cells(cells, assignment, f"{assignment.notebook}.ipynb")
    only = {
        check.name
        for check in checks_for(assignment)
        if check.name in assignment.points or check.name.startswith(BEATS)
    }
    for result in check_player(
        player.source, assignment, WorkerAsker(), deals=TRIED, only=only, on_progress=on_progress
    ):
        if why := _failing(result, assignment):
            raise ReleaseError(
                f"{assignment.name} was not released: the solution does not pass {result.check!r}: {why}"
            )


def _failing(result: CheckResult, assignment: Assignment) -> str:
    """Why the solution's result is none that students should see as an example; empty where it will do."""
    if result.verdict is Verdict.PASSED:
        return ""
    told = f"{result.got}. {result.reason}".strip(" .").splitlines()[0]
    if result.verdict is Verdict.BROKEN:
        return result.detail.strip().splitlines()[-1]
    rate = result.facts.get("win_rate")
    if rate is None or result.told is None or result.told.outcome != "played":
        return told
    threshold = assignment.threshold_of(result.check.removeprefix(BEATS))
    reach = HOPELESS * max(float(result.facts["standard_error"]), 0.5 / (2 * TRIED) ** 0.5)
    return told if rate + reach < threshold else ""


def _flag(cell: Cell, name: str) -> bool:
    return bool(nbgrader_of(cell).get(name))


def _by_people(cell: Cell) -> bool:
    return _flag(cell, "task") or (_flag(cell, "grade") and _flag(cell, "solution"))


def _called(cell: Cell, number: int) -> str:
    return f"the cell {grade_id(cell)!r}" if grade_id(cell) else f"cell {number}"


def _nodes(cell: Cell) -> Iterator[ast.AST]:
    return ast.walk(parsed(text_of(cell)) or ast.Module([], []))


def _constants(cell: Cell) -> set[str]:
    """The texts that calls in the cell are given."""
    calls = (node for node in _nodes(cell) if isinstance(node, ast.Call))
    parts = (part for call in calls for part in (*call.args, *(word.value for word in call.keywords)))
    return {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def _used(cell: Cell) -> set[str]:
    return {node.id for node in _nodes(cell) if isinstance(node, ast.Name)}
