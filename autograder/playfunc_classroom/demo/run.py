"""The demo course: a real assignment or unit, released, with its demo class handed in."""

from __future__ import annotations

import shutil
from pathlib import Path

from playfunc_checks.course import read_course

from playfunc_classroom.demo.submissions import demo_folder, hand_in_class, read_class
from playfunc_classroom.nbgrader_bridge import Course

__all__ = ["make_demo_course"]

HEADING = "# The demo plays few deals, so that it is soon done; a real course plays 200.\n"
SETTINGS = """
[{name}]
deals = {deals}
"""
FEW_RULES_DEALS = "rules_deals = 3\n"
"""Where the rules check plays at larger tables too."""

SECRET = "the demo class has no secrets"
"""Fixed, so that the demo shows the same marks everywhere."""


def make_demo_course(folder: Path, deals: int, assignment: str) -> Course:
    """Write the demo course into `folder`, or go on with the one that is there; it may hold several assignments.

    Raises `FileNotFoundError` outside a clone or where the assignment has no demo class, and `ValueError` when
    the folder holds something else.
    """
    read_class(assignment)
    source = demo_folder().parent
    if folder.exists() and any(folder.iterdir()) and not (folder / ".playfunc-demo").exists():
        raise ValueError(f"{folder} is not empty and not a demo course; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".playfunc-demo").touch()
    for name in ("nbgrader_config.py", "comments.md", "policy.md"):
        shutil.copyfile(source / name, folder / name)
    shutil.copytree(source / "source", folder / "source", dirs_exist_ok=True)
    settings = HEADING + "".join(
        SETTINGS.format(name=name, deals=deals) + FEW_RULES_DEALS * (max(one.tables) > 2)
        for name, one in read_course(source).assignments.items()
    )
    (folder / "playfunc.toml").write_text(settings, encoding="utf-8")
    (folder / ".playfunc-secret").write_text(SECRET, encoding="utf-8")
    course = Course.open(folder)
    course.release(assignment)
    released = folder / "release" / assignment / f"{assignment}.ipynb"
    hand_in_class(released, folder / "submitted", assignment)
    return course
