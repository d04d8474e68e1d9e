"""Results as HTML, the same in notebooks, feedback and reports.

Everything that comes from a student (names, messages, memory, printed text) is escaped by the templates.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from markupsafe import Markup, escape
from playfunc.costs import CostlyMove
from playfunc.record import GameRecord
from playfunc.show import replay
from playfunc_opponents import ladder

from playfunc_checks.assignment import Assignment
from playfunc_checks.checks import checks_for
from playfunc_checks.checks.hidden import describe_fresh_processes
from playfunc_checks.checks.win_rate import STUDENT
from playfunc_checks.next_baseline import next_baseline_of
from playfunc_checks.results import CheckResult

if TYPE_CHECKING:
    from jinja2 import Environment


class GivenByHand(Protocol):
    """Points that a person gave instead of the computed ones: how many, when (ISO), who and why."""

    @property
    def points(self) -> float | None: ...

    @property
    def when(self) -> str: ...

    @property
    def who(self) -> str: ...

    @property
    def why(self) -> str: ...


@lru_cache
def templates_of(package: str) -> Environment:
    """The templates of a package, which may include those of this one; every value that is no markup is escaped."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=ChoiceLoader([PackageLoader(name) for name in dict.fromkeys((package, "playfunc_checks"))]),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["code"] = _code
    environment.filters["replay"] = _replay
    environment.filters["costly_replay"] = _costly_replay
    return environment


def results_html(
    results: Sequence[CheckResult],
    assignment: Assignment,
    *,
    points: bool = True,
    overrides: Mapping[str, GivenByHand] = MappingProxyType({}),
    undecided: Collection[str] = (),
    shown_above: Collection[str] = (),
    heading: int = 3,
) -> str:
    """A table of verdicts with reasons, hints and replays, as a fragment of HTML with its own style.

    `overrides` are points given by hand, by grade id; the computed ones stay beside them. `undecided` are the
    checks that so few deals do not decide. Of those `shown_above`, in the page that this becomes part of, it shows
    replays alone. Its headings are of level `heading`. While deals are closed, students get the results through
    `playfunc_checks.student_view`.
    """
    about = {check.name: check.about for check in checks_for(assignment)}
    worth = assignment.points if points else {}
    template = templates_of("playfunc_checks").get_template("results.html")
    weakest = next(iter(ladder(assignment.game).tiers), "")
    return template.render(
        results=results,
        about=about,
        afresh={result.check: describe_fresh_processes(assignment, result.cost) for result in results},
        worth=worth,
        overrides=overrides,
        undecided=undecided,
        shown_above=shown_above,
        heading=heading,
        weakest=weakest,
        elsewhere={result.check: _name_at_fault(result) for result in results},
    )


def _name_at_fault(result: CheckResult) -> str:
    """What the replay calls the player at fault, where it plays every seat and is not called "you" in this one."""
    game = result.replay
    if game is None or not game.faults or not result.reason.startswith(f"{STUDENT}:"):
        return ""
    name = game.players[game.faults[0].seat]
    return name if name != STUDENT else ""


BASELINES = (
    "(A baseline is an opponent on the ladder; a player with 400 Elo points more wins about ten games in "
    "eleven.)"
)


def next_baseline_html(results: Sequence[CheckResult], assignment: Assignment) -> str:
    """Which baseline of the ladder is next for a player with these results, as a fragment of HTML; empty where that is
    not known. It says no more of closed deals than the results as `playfunc_checks.student_view` gives them."""
    told = next_baseline_of(assignment, results)
    return f'<p class="pf pf-baseline">{_code(told)} {BASELINES}</p>\n' if told else ""


def _code(text: str) -> Markup:
    """Escaped text, with what stands between backticks as code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def _replay(record: GameRecord, *, everybody: bool = False) -> Markup:
    """The game, opened where the first fault is, if there is one. Memories are shown of the players at fault, or for
    instructors of `everybody`."""
    start = record.faults[0].at if record.faults else 0
    owners = range(len(record.players)) if everybody else [fault.seat for fault in record.faults]
    return Markup(replay(record, start, owners=owners)._repr_html_())


def _costly_replay(move: CostlyMove) -> Markup:
    """The game, opened after a costly move, with what each move cost and the memory of the one who made it."""
    notes = dict(move.notes) or {move.at: str(move)}
    shown = replay(move.record, move.at + 1, move.seat, notes=notes, owners=[move.seat])
    return Markup(shown._repr_html_())
