"""What students get of an assignment's settings: all of it, as a file and inside the notebook, and numbers in texts.

A text names a setting between two comments, which are not shown: `<!-- =points.comments -->30<!-- = -->`. The release
puts what is set now in their place, so that no number in a notebook differs from the one that marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import fsum

import tomli_w
from playfunc_checks.assignment import BEATS, Assignment, Opponent, percent
from playfunc_checks.checks.hidden import average_ms
from playfunc_checks.marking import describe_need
from playfunc_checks.settings import nearest, unstructured

_NUMBER = re.compile(r"<!-- =(?P<name>[\w.-]+) -->(?P<text>.*?)<!-- = -->", re.DOTALL)

_HEAD = "# The settings of this assignment, as it is marked. Changing them here changes no mark.\n\n"


def public_text(assignment: Assignment) -> str:
    """The settings as the text of `assignment.toml`."""
    return _HEAD + tomli_w.dumps(unstructured(assignment))


def numbers(assignment: Assignment) -> dict[str, str]:
    """Name → what a text shows, for everything of the settings that texts may name."""
    computed = assignment.points
    beaten = [each.points for each in assignment.opponents]
    tasks = {task.cell: task.points for task in assignment.tasks}
    points = computed | tasks
    limits = assignment.published
    return {
        "title": assignment.title,
        "points.table": points_table(assignment),
        **({"bands": bands_table(assignment)} if assignment.bands else {}),
        "deals": str(assignment.deals),
        "rules_deals": str(assignment.rules_deals),
        "least_deals": str(assignment.least_deals),
        "forfeits": str(assignment.forfeits),
        "threshold": percent(assignment.threshold),
        "modules": ", ".join(assignment.modules),
        "leniency": f"{assignment.leniency:g}",
        "limits.move_seconds": f"{limits.move_seconds:g}",
        "limits.allowed_move_seconds": f"{assignment.limits.move_seconds:g}",
        "limits.load_seconds": f"{limits.load_seconds:g}",
        "limits.total_minutes": f"{limits.total_seconds / 60:g}",
        "limits.average_ms": f"{average_ms(assignment):.0f}",
        "points": f"{fsum(points.values()):g}",
        "points.opponents": f"{fsum(beaten):g}",
        "points.computed": f"{fsum(computed.values()):g}",
        "points.tasks": f"{fsum(tasks.values()):g}",
        **{f"points.{name}": f"{value:g}" for name, value in points.items()},
        **{
            f"threshold.{each.name}": percent(assignment.threshold_of(each.name))
            for each in assignment.opponents
        },
        **{
            f"points.{task.cell}.{place}": f"{criterion.points:g}"
            for task in assignment.tasks
            for place, criterion in enumerate(task.criteria, 1)
        },
    }


def points_table(assignment: Assignment) -> str:
    """What points are given for, and by whom, as a table in Markdown; its rows add up to its last one."""
    steps = {check: step.name.partition(":")[0] for step in assignment.steps for check in step.checks}
    rows = [
        *((each.title or each.cell.capitalize(), each.points, "people") for each in assignment.tasks),
        *(
            (
                each.title or f"Your player {describe_need(each.name)}",
                each.points,
                _computer(each.name, steps),
            )
            for each in assignment.checks
        ),
        *(
            (_beating(each, assignment), each.points, _computer(f"{BEATS}{each.name}", steps))
            for each in assignment.opponents
        ),
    ]
    total = fsum(points for _, points, _ in rows)
    lines = [f"| {what} | {points:g} | {by} |" for what, points, by in rows if points]
    return "\n".join(
        ("| what | points | marked by |", "|---|---:|---|", *lines, f"| **Total** | **{total:g}** | |")
    )


def _beating(opponent: Opponent, assignment: Assignment) -> str:
    threshold = percent(assignment.threshold_of(opponent.name))
    return f"{opponent.title or f'Beating `{opponent.name}`'} (at least {threshold})"


def _computer(check: str, steps: Mapping[str, str]) -> str:
    """Who marks a check, and which step of the notebook shows how it stands."""
    return f"the computer ({steps[check].lower()})" if check in steps else "the computer"


def bands_table(assignment: Assignment) -> str:
    """What each band takes, as a table in Markdown."""
    rows = []
    for place, band in enumerate(assignment.bands):
        needs = ", ".join(describe_need(need) for need in band.needs)
        people = f"{band.people} (people judge this)" if band.people else ""
        words = "; ".join(filter(None, (needs, people)))
        told = f"Also: {words}" if place else words[:1].upper() + words[1:]
        rows.append(f"| {band.name} | {told}. |")
    return "\n".join(("| band | what it takes |", "|---|---|", *rows))


def filled(text: str, assignment: Assignment) -> str:
    """The text with the numbers of the settings, and without the comments around them."""
    told = numbers(assignment)

    def value(found: re.Match[str]) -> str:
        before = found["text"]
        now = told.get(found["name"], before.strip())
        return before.replace(before.strip(), now, 1) if before.strip() else now

    return _NUMBER.sub(value, text)


def unknown_numbers(text: str, assignment: Assignment) -> Iterator[str]:
    """A sentence for each name in the text that the settings do not have."""
    told = numbers(assignment)
    for found in _NUMBER.finditer(text):
        if found["name"] not in told:
            yield (
                f"its text shows {found['name']!r}, which the settings do not have; "
                f"{nearest(found['name'], told)}change the text or the settings"
            )


def missing_points(text: str, assignment: Assignment) -> Iterator[str]:
    """A sentence, where the text shows the total and some of its parts, but not all of them."""
    shown = {found["name"] for found in _NUMBER.finditer(text)}
    computed, tasks = set(assignment.points), {task.cell for task in assignment.tasks if task.points}
    parts = {
        "points.opponents": {name for name in computed if name.startswith(BEATS)},
        "points.computed": computed,
        "points.tasks": tasks,
        **{f"points.{name}": {name} for name in computed | tasks},
    }
    told = {name for part in shown & parts.keys() for name in parts[part]}
    if "points" in shown and told and (missing := sorted((computed | tasks) - told)):
        yield (
            f"its text shows the total of the points, and no points for {', '.join(map(repr, missing))}; add them, or "
            "show the whole table with <!-- =points.table --><!-- = -->"
        )
