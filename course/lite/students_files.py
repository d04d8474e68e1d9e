"""What students get, made by the course's own release: the notebook of each assignment with its settings and policy."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.release import release_assignment

__all__ = ["Opened", "release_all"]

FROM_COURSE = ("nbgrader_config.py", "playfunc.toml", "policy.md")

NOT_HERE = ("README.md", "*.whl")
"""How to install, and what is installed: here nothing is."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An assignment on the start page: its title, and its notebook's path."""

    title: str
    notebook: str


def release_all(course: Path, scratch: Path, into: Path) -> list[Opened]:
    """Release every assignment of the course in a copy of it without the secret, and copy what students get into a
    folder for each."""
    for name in FROM_COURSE:
        shutil.copyfile(course / name, scratch / name)
    shutil.copytree(course / "source", scratch / "source")
    copy = Course.open(scratch)
    for name, assignment in copy.settings.assignments.items():
        release_assignment(copy, name, try_solution=False)
        shutil.copytree(scratch / "release" / name, into / name, ignore=shutil.ignore_patterns(*NOT_HERE))
    return [
        Opened(assignment.title, f"{name}/{assignment.notebook}.ipynb")
        for name, assignment in copy.settings.assignments.items()
    ]
