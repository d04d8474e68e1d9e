"""A course that an earlier version of playfunc wrote, brought up to date where this version needs it.

Only two things are touched: the import in `nbgrader_config.py`, and the `assignment.toml` beside a notebook where there
is none. Marks, decisions, submissions and times stay as they are.
"""

from __future__ import annotations

from pathlib import Path

from playfunc.files import write_whole
from playfunc_checks.course import ASSIGNMENT_FILE

from playfunc_classroom.archive import instructor_folder

__all__ = ["upgrade"]

_IMPORT = "from playfunc_autograder.nbgrader_bridge import configure"
_IMPORT_NOW = "from playfunc_classroom.nbgrader_bridge import configure"


def upgrade(course: Path) -> str:
    """Bring the course up to date; a sentence that says what was done, or nothing.

    Settings of an assignment come from the instructor's folder, which may not be at hand: an assignment that needs
    them is then left as it is, and whoever uses it is told what is missing.
    """
    done = [*_config(course), *_settings(course)]
    return f"An earlier version of playfunc wrote this course: {', '.join(done)}." if done else ""


def _config(course: Path) -> list[str]:
    path = course / "nbgrader_config.py"
    text = path.read_text(encoding="utf-8")
    if _IMPORT not in text:
        return []
    write_whole(path, text.replace(_IMPORT, _IMPORT_NOW))
    return ["nbgrader_config.py now imports from playfunc_classroom"]


def _settings(course: Path) -> list[str]:
    bare = [
        notebook.parent
        for notebook in sorted(course.glob("source/*/*.ipynb"))
        if notebook.stem == notebook.parent.name and not (notebook.parent / ASSIGNMENT_FILE).exists()
    ]
    if not bare:
        return []
    try:
        ours = instructor_folder() / "course" / "source"
    except FileNotFoundError:
        return []
    found = [folder for folder in bare if (ours / folder.name / ASSIGNMENT_FILE).is_file()]
    for folder in found:
        write_whole(folder / ASSIGNMENT_FILE, (ours / folder.name / ASSIGNMENT_FILE).read_bytes())
    names = ", ".join(folder.name for folder in found)
    return [f"{ASSIGNMENT_FILE} was added to {names}"] if found else []
