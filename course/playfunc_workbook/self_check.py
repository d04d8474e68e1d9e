"""The workbook's end: exactly what will be marked, the graders' own checks on public deals, facts on the code."""

from __future__ import annotations

import ast
import math
import sys
from collections.abc import Mapping
from importlib.metadata import entry_points
from pathlib import Path
from statistics import NormalDist
from time import monotonic
from typing import Any

from playfunc.show import progress
from playfunc.statistics import student_quantile
from playfunc_checks.submitted_player import Asker
from playfunc_checks.assignment import BEATS, Assignment
from playfunc_checks.checks import checks_for
from playfunc_checks.checks.hidden import describe_overrun
from playfunc_checks.checks.win_rate import is_open, result_rate
from playfunc_checks.extract import ExtractError, PlayerSource, find_notebook, read_player
from playfunc_checks.source_facts import describe_facts, source_facts
from playfunc_checks.find_assignment import given_player
from playfunc_checks.in_process import InProcessAsker
from playfunc_checks.marking import check_player
from playfunc_checks.next_baseline import RATED, next_baseline_of
from playfunc_checks.source_lines import by_cells, in_cells
from playfunc_checks.report import results_html
from playfunc_checks.results import CheckResult, Verdict
from playfunc_checks.structure import undefined

from playfunc_workbook.cell_warnings import definition, describe_missing
from playfunc_workbook.checkpoint import about, deals_wanted
from playfunc_workbook.finding import State
from playfunc_workbook.history import longest, recorded
from playfunc_workbook.players import require_number
from playfunc_workbook.view import Shown, note, source_shown, stacked, table

GROUP = "playfunc.asker"
"""The entry points of the askers that use processes: each is a function that makes an `Asker`."""


def find_asker() -> Asker:
    """The installed asker that works here, else the one without processes: a browser has no processes, and a
    confined kernel may not read the package that starts them."""
    if sys.platform == "emscripten":
        return InProcessAsker()
    for point in entry_points(group=GROUP):
        try:
            made: Asker = point.load()()
        except (ImportError, OSError):
            continue
        return made
    return InProcessAsker()


def show_marked_source(assignment: Assignment) -> Shown:
    """The Python text that would be marked if you submitted the notebook as it is saved now."""
    try:
        player = saved_player(assignment)
    except ExtractError as error:
        return unreadable(error)
    lines = len(player.source.splitlines())
    summary = f"What would be marked: {lines} lines from {player.origin}"
    return stacked(*_notes(player, assignment), source_shown(player.source, summary))


def _notes(player: PlayerSource, assignment: Assignment) -> tuple[Shown | None, ...]:
    """What to know of a saved player before it is marked."""
    return (
        _unsaved_note(player),
        _undefined_note(player),
        _talking_note(player),
        _docstring_note(player, assignment),
        *map(note, player.notes),
    )


def saved_player(assignment: Assignment) -> PlayerSource:
    """The player in the saved notebook next to the kernel. Raises `ExtractError`."""
    return read_player(find_notebook(Path.cwd(), assignment), assignment)


def unreadable(error: ExtractError) -> Shown:
    """What to do where there is no player."""
    said = f"There is no player to mark: {error}. Save the notebook first (Ctrl+S), and start Jupyter in its folder."
    return note(said, State.WRONG)


def _unsaved_note(player: PlayerSource) -> Shown | None:
    if not player.origin.endswith(".ipynb"):
        return None  # a file beside the notebook, whose cells are another player
    changed = unsaved(player.source, vars(sys.modules["__main__"]))
    if not changed:
        return None
    names = ", ".join(f"`{name}`" for name in changed)
    return note(
        f"Save the notebook first: {names} in the kernel is not what the file holds. What is saved is marked.",
        State.WRONG,
    )


def unsaved(source: str, live: Mapping[str, Any]) -> list[str]:
    """The functions and classes whose last definition in `source` differs from the live ones. What is not live, or
    has no source to be read, is left out."""
    tree = ast.parse(source)
    saved = {
        node.name: ast.dump(node) for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    return [name for name, text in saved.items() if (definition(live.get(name)) or text) != text]


def _docstring_note(player: PlayerSource, assignment: Assignment) -> Shown | None:
    """That the player's top says nothing about its strategy, where the notebook has a cell for it."""
    if not assignment.top_cells or ast.get_docstring(ast.parse(player.source)):
        return None
    return note(
        "Your player has no docstring at its top yet. Sum up your strategy there, as the first thing of your program: "
        "text between three quotation marks."
    )


TALKING = ("print", "input")
"""Functions that have nobody to talk to where a player is marked."""


def _talking_note(player: PlayerSource) -> Shown | None:
    """That the player prints or asks, and where."""
    found = [
        f"`{node.func.id}` (line {node.lineno}: `{ast.unparse(node)[:60]}`)"
        for node in ast.walk(ast.parse(player.source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TALKING
    ]
    if not found:
        return None
    said = (
        f"Your player calls {', '.join(found[:3])}. Nobody reads or types where it is marked: remove it, for printing "
        "takes time, and `input()` fails."
    )
    return note(in_cells(player.source)(said), State.WRONG)


def _undefined_note(player: PlayerSource) -> Shown | None:
    missing = undefined(player.source)
    return note(describe_missing(missing), State.WRONG) if missing else None


def self_check(deals: int, assignment: Assignment) -> Shown:
    """The graders' checks on the saved notebook: the same code, on public deals, and fewer of them. With `deals=200`
    it runs as long, and measures as well, as the marking itself."""
    require_number(deals, "deals")
    try:
        player = saved_player(assignment)
    except ExtractError as error:
        return unreadable(error)
    checks = [check.name for check in checks_for(assignment)]
    asker, began = find_asker(), monotonic()
    with progress(100, "The graders' checks, in percent") as update:
        results = check_player(
            player.source,
            assignment.at_home(),
            asker,
            deals=deals,
            on_progress=lambda name, done, total: update(
                round(100 * (checks.index(name) + done / max(total, 1)) / len(checks))
            ),
        )
    seconds = monotonic() - began
    functions = _live(player.source, assignment)
    results = tuple(_known(result, functions, assignment) for result in by_cells(results, player.source))
    return stacked(
        *_notes(player, assignment),
        _without_limits(asker, assignment),
        _results_shown(results, assignment),
        _points_shown(results, assignment),
        _deciding(results, assignment, seconds),
        _slow(results, assignment),
        _chances(results, assignment),
        _next_baseline(results, assignment),
        _by_people(assignment),
    )


def _without_limits(asker: Asker, assignment: Assignment) -> Shown | None:
    """That nothing stops a player where no processes are."""
    if not isinstance(asker, InProcessAsker):
        return None
    seconds = f"{assignment.published.move_seconds:g} s"
    return note(
        f"Not all limits hold here: a loop in Python is ended, and a move that takes over {seconds} is named, but "
        "nothing bounds memory or ends a loop in compiled code, such as `list(itertools.count())`. Marking has all limits."
    )


def _slow(results: tuple[CheckResult, ...], assignment: Assignment) -> Shown | None:
    """What an overrun costs, where there was one."""
    late = any("TimeError" in result.facts.get("kinds", ()) for result in results)
    return note(describe_overrun(assignment), State.DIFFERENT) if late else None


def _by_people(assignment: Assignment) -> Shown | None:
    """What people mark, with its points."""
    if not assignment.tasks:
        return None
    tasks = ", ".join(f"{task.cell} ({task.points:g} points)" for task in assignment.tasks)
    return note(f"Still to be done by you and marked by people: {tasks}.")


def _results_shown(results: tuple[CheckResult, ...], assignment: Assignment) -> Shown:
    open_ones = {result.check for result in results if is_open(result, assignment)}
    lines = [
        f"{r.check}: {'not decided' if r.check in open_ones else r.verdict.value}. {r.got or r.reason}"
        for r in results
    ]
    return Shown(results_html(results, assignment, points=False, undecided=open_ones), "\n".join(lines))


def _points_shown(results: tuple[CheckResult, ...], assignment: Assignment) -> Shown | None:
    """What passed carries, and what these deals do not decide."""
    worth = assignment.points
    if not worth:
        return None
    opened = [r.check for r in results if r.check in worth and is_open(r, assignment)]
    sure = sum(worth[r.check] for r in results if r.ok and r.check in worth and r.check not in opened)
    left = ", ".join(f"{check} ({worth[check]:g})" for check in opened)
    said = f"Points of the checks that passed: {sure:g} of {sum(worth.values()):g}."
    return note(f"{said} Not decided: {left}." if left else said)


def _live(source: str, assignment: Assignment) -> dict[str, Any]:
    """The player's functions in the notebook, by their names, where they are those of the file; else none."""
    live = vars(sys.modules["__main__"])
    names = assignment.rules().functions
    if unsaved(source, live) or not all(definition(live.get(name)) for name in names):
        return {}
    return {name: live[name] for name in names}


def _known(result: CheckResult, functions: Mapping[str, Any], assignment: Assignment) -> CheckResult:
    """The result, or one of the same player on more deals that the history holds; a result on enough deals is added to
    it."""
    played = "win_rate" in result.facts and not result.facts.get("forfeits")
    if not functions or not played or (result.told and result.told.outcome != "played"):
        return result
    entry = longest(functions, result.check, result.facts["deals"])
    if entry is None:
        if result.facts["deals"] >= RATED:
            recorded(functions, result.check, result_rate(result), marks={})
        return result
    rate = entry.interval
    beats = rate.mean >= assignment.threshold_of(result.check.removeprefix(BEATS))
    reach = student_quantile(0.975, entry.deals - 1)
    return CheckResult(
        result.check,
        Verdict.PASSED if beats else Verdict.FAILED,
        expected=result.expected,
        got=f"{rate.mean:.1%} ({rate.between('95% interval {:.0%} to {:.0%}')}) over {entry.deals} deals, as measured "
        f"on {entry.when} with this player",
        facts={
            **result.facts,
            "win_rate": rate.mean,
            "standard_error": rate.half_width / reach,
            "deals": entry.deals,
        },
        cost=result.cost,
        regret=result.regret,
    )


def _deciding(results: tuple[CheckResult, ...], assignment: Assignment, seconds: float) -> Shown | None:
    """How many deals to play for what is not decided, going by these checks, which took so long."""
    wanted, here = [], 1
    for result in results:
        if is_open(result, assignment):
            rate, here = result_rate(result), result.facts["deals"]
            threshold = assignment.threshold_of(result.check.removeprefix(BEATS))
            wanted.append(
                deals_wanted(rate, threshold, assignment.deals) or (assignment.deals, "tell more about")
            )
    if not wanted:
        return None
    deals, word = max(wanted)
    return note(
        f"`self_check(deals={deals})` would {word} what is not decided, and take {about(seconds * deals / here)} at most."
    )


def _chances(results: tuple[CheckResult, ...], assignment: Assignment) -> Shown | None:
    rows = [
        (
            result.check,
            f"{result.facts['win_rate']:.0%}",
            _describe_chance(result, assignment),
        )
        for result in results
        if "win_rate" in result.facts
    ]
    if not rows:
        return None
    caption = (
        f"How likely each check passes on the {assignment.deals} hidden deals, going by these; less, if you chose the best "
        "of many versions on these deals"
    )
    return table(("check", "win rate here", "chance of passing"), rows, caption)


def _describe_chance(result: CheckResult, assignment: Assignment) -> str:
    if result.facts["deals"] < RATED:
        return f"from {RATED} deals on: `self_check(deals={RATED})`"
    return f"{chance_of_passing(result, assignment):.0%}"


def _next_baseline(results: tuple[CheckResult, ...], assignment: Assignment) -> Shown | None:
    measured = [result for result in results if result.facts.get("deals", RATED) >= RATED]
    told = next_baseline_of(assignment, measured)
    return note(told) if told else None


def chance_of_passing(result: CheckResult, assignment: Assignment) -> float:
    """How likely a win check passes on the assignment's hidden deals, given its result on fewer others.

    Both measurements are uncertain; the hidden one's standard error is this one's, scaled by the number of
    deals. On few deals the standard error itself is rough (0 if all hands go one way), so it is taken to be
    at least that of a fair coin tossed once a hand.
    """
    rate, deals = float(result.facts["win_rate"]), int(result.facts["deals"])
    own = max(float(result.facts["standard_error"]), 0.5 / math.sqrt(2 * deals))
    spread = math.hypot(own, own * math.sqrt(deals / assignment.deals))
    return 1 - NormalDist(rate, spread).cdf(assignment.threshold_of(result.check.removeprefix(BEATS)))


def quality_facts(assignment: Assignment) -> Shown:
    """What a machine can say about the code that would be marked; the markers see the same."""
    try:
        player = saved_player(assignment)
        given = given_player(find_notebook(Path.cwd(), assignment))
        facts = source_facts(player.source, given)
    except ExtractError as error:
        return unreadable(error)
    named = in_cells(player.source)
    same = "The markers see the same."
    if not given:
        same = (
            "This file holds no copy of what was given to you, so that could not be left out here. The markers see the same "
            "facts without it."
        )
    return stacked(
        _unsaved_note(player),
        table(("what", "your player"), [(fact.what, named(str(fact))) for fact in describe_facts(facts)]),
        note(same),
    )
