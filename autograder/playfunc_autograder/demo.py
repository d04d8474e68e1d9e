"""The demo course: the real assignment, released, with a class of sixteen handed in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from playfunc_autograder.demo_class import demo_folder, hand_in_class
from playfunc_autograder.nbgrader_bridge import Course, GradebookError

__all__ = ["make_demo_course", "write_feedback"]

SETTINGS = """# The demo plays few deals, so that it is soon done; a real course plays 200.
[hearts]
deals = {deals}
rules_deals = 3
"""

SECRET = "the demo class has no secrets"
"""Fixed, so that the demo shows the same marks everywhere."""

ASSIGNMENT = "hearts"


def make_demo_course(folder: Path, deals: int) -> Course:
    """Write the demo course into `folder`, or go on with the one that is there.

    Raises `FileNotFoundError` outside a clone, and `ValueError` when the folder holds something else.
    """
    source = demo_folder().parent
    if folder.exists() and any(folder.iterdir()) and not (folder / ".playfunc-demo").exists():
        raise ValueError(f"{folder} is not empty and not a demo course; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".playfunc-demo").touch()
    for name in ("nbgrader_config.py", "comments.md", "policy.md"):
        shutil.copyfile(source / name, folder / name)
    shutil.copytree(source / "source", folder / "source", dirs_exist_ok=True)
    (folder / "playfunc.toml").write_text(SETTINGS.format(deals=deals), encoding="utf-8")
    (folder / ".playfunc-secret").write_text(SECRET, encoding="utf-8")
    course = Course.open(folder)
    course.release(ASSIGNMENT)
    released = folder / "release" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    hand_in_class(released, folder / "submitted", ASSIGNMENT)
    return course


def write_feedback(course: Course, assignment: str) -> Iterator[str]:
    """Write the feedback pages, telling of each student."""
    for student in course.students(assignment):
        try:
            course.feedback(assignment, student)
        except GradebookError as failure:
            raise ValueError(f"no feedback for {student}: {failure.log.strip()[-300:]}") from failure
        yield student
