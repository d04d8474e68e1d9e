"""A copy of a course to try things in: what the instructor decided, nothing of students, no way back to the course."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from playfunc_checks.course import SECRET_FILE

from playfunc_classroom.last_year import CARRIED, require_course
from playfunc_classroom.nbgrader_bridge import Course

__all__ = ["scratch_course", "size"]

COPIED = (*CARRIED, SECRET_FILE, "wheels")
FOLDERS = ("source", "release", "submitted", "autograded", "feedback")


@contextmanager
def scratch_course(course: Path, keep: Path | None = None) -> Iterator[Course]:
    """A copy of the course for the time of a `with` statement, or in the new folder `keep`, where it stays.

    Raises `ValueError` where `course` is none, or `keep` is not empty.
    """
    require_course(course)
    if keep is not None and keep.exists() and any(keep.iterdir()):
        raise ValueError(f"{keep} is not empty; name a new folder to keep the rehearsal in")
    folder = keep or Path(mkdtemp(prefix="playfunc-rehearsal-"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _copy(course, folder)
        yield _apart(Course.open(folder))
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def _copy(course: Path, folder: Path) -> None:
    for part in COPIED:
        if (course / part).is_dir():
            shutil.copytree(course / part, folder / part, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
        elif (course / part).is_file():
            shutil.copy2(course / part, folder / part)


def _apart(course: Course) -> Course:
    """The course with a gradebook, an exchange and folders of its own, whatever `nbgrader_config.py` names."""
    config = course.config.copy()
    config.CourseDirectory.db_url = f"sqlite:///{course.root / 'gradebook.db'}"
    config.Exchange.root = str(course.root / "exchange")
    for name in FOLDERS:
        config.CourseDirectory[f"{name}_directory"] = name
    return dataclasses.replace(course, config=config)


def size(folder: Path) -> int:
    """Bytes of all files below the folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())
