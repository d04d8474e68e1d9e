"""What students get of an assignment's settings: all of it, as a file and inside the notebook, and numbers in texts.

A text names a setting between two comments, which are not shown: `<!-- =points.comments -->30<!-- = -->`. The release
puts what is set now in their place, so that no number in a notebook differs from the one that marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import fsum

import tomli_w
from playfunc_checks.assignment import Assignment, percent
from playfunc_checks.checks.pace import average_ms
from playfunc_checks.settings import nearest, unstructured

__all__ = ["filled", "numbers", "public_text", "unknown_numbers"]

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


def filled(text: str, assignment: Assignment) -> str:
    """The text with the numbers of the settings, and without the comments around them."""
    told = numbers(assignment)
    return _NUMBER.sub(lambda found: told.get(found["name"], found["text"]), text)


def unknown_numbers(text: str, assignment: Assignment) -> Iterator[str]:
    """A sentence for each name in the text that the settings do not have."""
    told = numbers(assignment)
    for found in _NUMBER.finditer(text):
        if found["name"] not in told:
            yield (
                f"its text shows {found['name']!r}, which the settings do not have; "
                f"{nearest(found['name'], told)}change the text or the settings"
            )
