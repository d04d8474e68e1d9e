"""A course, and submissions of several notebooks in it."""

import shutil

from course_fixture import hand_in
from playfunc_classroom.marks import read_mark
from playfunc_classroom.runs.grade import grade


def beside(course, student, name, source):
    """Hand in a second notebook, or the released one where there is no source."""
    folder = course.root / "submitted" / student / "hearts"
    folder.mkdir(parents=True, exist_ok=True)
    if source is None:
        shutil.copy(course.root / "release/hearts/hearts.ipynb", folder / name)
        return
    kept = folder / "hearts.ipynb"
    before = kept.read_bytes() if kept.exists() else None
    hand_in(course, student, source).rename(folder / name)
    if before is not None:
        kept.write_bytes(before)


def files(course, student):
    folder = course.root / "submitted" / student / "hearts"
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def marked(course, student):
    assert grade(course, "hearts", [student], allow_unconfined=True).exit_code == 0
    return read_mark(course.root, "hearts", student)
