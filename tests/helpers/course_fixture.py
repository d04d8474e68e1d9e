"""A small but real nbgrader course: the assignment's graded cells and one answer cell, few deals."""

import dataclasses
import json
import shutil
from pathlib import Path

import nbformat
from course_assignments import HEARTS
from made_once import made_once
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.public import public_text

CLONE = Path(__file__).parents[2]

SETTINGS = 'timezone = "UTC"\n[hearts]\ndeals = 2\nrules_deals = 1\n'

CAUTIOUS = '''
from playfunc import Card, legal_cards


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    """Lowest card when following, highest when void."""
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    void = bool(trick) and options[0].suit is not trick[0][0].suit
    return (max if void else min)(options, key=lambda card: (card.rank, card)), ""
'''

SOLVED = f"def play(*arguments): ...\n\n\n### BEGIN SOLUTION{CAUTIOUS}### END SOLUTION\n"

RENEGES = """
from playfunc import Card


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    return hand[0], None
"""


ASSIGNMENT = dataclasses.replace(HEARTS, top_cells=("player",), steps=())
"""The Hearts assignment, with one cell for the whole player."""


def cell(grade_id, source="", *, points=None, solution=False, task=False, tags=()):
    metadata = {
        "grade_id": grade_id,
        "grade": points is not None and not task,
        "solution": solution,
        "task": task,
        "locked": not solution,
        "schema_version": 3,
    }
    if points is not None:
        metadata["points"] = points
    make = new_markdown_cell if task else new_code_cell
    return make(source or f"'{grade_id}'", metadata={"nbgrader": metadata, "tags": list(tags)})


def notebook():
    cells = [
        new_markdown_cell("# Hearts"),
        cell("player", solution=True, tags=["player"], source=SOLVED),
        new_code_cell("print('shown to readers')"),
        cell("rules", "undefined_name", points=0, tags=["checkpoint"]),
        *(
            cell(f"beats-{tier}", "10.0", points=10, tags=["checkpoint"])
            for tier in ("basic", "minmax", "advanced")
        ),
        cell("comments", "## Comments: 30", points=30, task=True),
        cell("quality", "## Quality: 40", points=40, task=True),
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return new_notebook(cells=cells, metadata=kernel)


def make_course(folder: Path, release: bool = True, *, execute: bool = True) -> Course:
    """A course without submissions, released or not. Whether notebooks are executed for their readers, each in a kernel
    of its own."""
    if not release:
        return _unreleased(folder)
    released = made_once("released-course", lambda empty: _unreleased(empty).release("hearts"))
    shutil.copytree(released, folder, dirs_exist_ok=True)
    if not execute:
        with (folder / "nbgrader_config.py").open("a") as config:
            config.write("\nc.ExecuteForReaders.enabled = False\n")
    return Course.open(folder)


def _unreleased(folder: Path) -> Course:
    source = folder / "source" / "hearts"
    source.mkdir(parents=True)
    nbformat.write(notebook(), source / "hearts.ipynb")
    (source / "assignment.toml").write_text(public_text(ASSIGNMENT), encoding="utf-8")
    shutil.copy(CLONE / "course" / "nbgrader_config.py", folder)
    (folder / "playfunc.toml").write_text(SETTINGS)
    (folder / ".playfunc-secret").write_text("for tests")
    return Course.open(folder)


def hand_in(course: Course, student: str, source: str = CAUTIOUS, change=lambda nb: None) -> Path:
    """Hand in the released notebook with `source` as the player, changed by `change`."""
    released = nbformat.read(course.root / "release/hearts/hearts.ipynb", as_version=4)
    next(
        c for c in released.cells if c.metadata.get("nbgrader", {}).get("grade_id") == "player"
    ).source = source
    change(released)
    folder = course.root / "submitted" / student / "hearts"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "hearts.ipynb"
    path.write_text(json.dumps(released), encoding="utf-8")
    return path


def enter(course: Course, student: str) -> None:
    """Put a submission of the student into the gradebook, with nothing marked yet."""
    with course.gradebook() as gradebook:
        gradebook.update_or_create_student(student)
        gradebook.add_submission("hearts", student)
