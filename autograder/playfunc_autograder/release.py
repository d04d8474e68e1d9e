"""The students' version of an assignment: nbgrader's release, how to install, playfunc's wheel, and a zip.

Nothing of the instructor's goes out: a release that would hold the course's secret is refused, and so is one
that still holds text between nbgrader's solution marks.
"""

from __future__ import annotations

import shutil
import zipfile
from importlib.resources import files
from pathlib import Path

from playfunc_autograder.assignment import SECRET_FILE
from playfunc_autograder.nbgrader_bridge import Course

__all__ = ["PRIVATE", "ReleaseError", "release_assignment", "refuse_secrets"]

PRIVATE = ("BEGIN SOLUTION", "BEGIN HIDDEN TESTS", "BEGIN MARK SCHEME")


class ReleaseError(ValueError):
    """A release that would show students what they must not see."""


def release_assignment(course: Course, assignment: str) -> Path:
    """Write `release/<assignment>/` and the zip beside it; where the zip is. Raises `ReleaseError`."""
    settings = course.assignment(assignment)
    refuse_secrets(course.root / "source" / assignment, course.root)
    course.release(assignment)
    folder = course.root / "release" / assignment
    words = (files("playfunc_autograder") / "templates" / "students.md").read_text(encoding="utf-8")
    words = words.replace("NOTEBOOK", f"{settings.notebook}.ipynb")
    (folder / "README.md").write_text(words, encoding="utf-8", newline="\n")
    for wheel in sorted((course.root / "wheels").glob("playfunc-*.whl"))[-1:]:
        shutil.copyfile(wheel, folder / wheel.name)
    refuse_secrets(folder, course.root, PRIVATE)
    return _zip(folder)


def refuse_secrets(folder: Path, course: Path, words: tuple[str, ...] = ()) -> None:
    """Raise `ReleaseError` when a file in `folder` is the course's secret, holds it, or holds one of `words`."""
    path = course / SECRET_FILE
    secret = path.read_text(encoding="utf-8").strip() if path.exists() else ""
    for file in sorted(p for p in folder.rglob("*") if p.is_file()):
        where = file.relative_to(course)
        content = file.read_bytes()
        if file.name == SECRET_FILE or (secret and secret.encode() in content):
            raise ReleaseError(f"{where} holds the course's secret, from which deals are drawn; take it out")
        for word in words:
            if file.suffix == ".ipynb" and word.encode() in content:
                raise ReleaseError(f"{where} still holds {word!r}; nbgrader should have taken it out")


def _zip(folder: Path) -> Path:
    """A zip with everything in one folder of the assignment's name, the same to the byte each time."""
    target = folder.with_suffix(".zip")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            info = zipfile.ZipInfo(
                f"{folder.name}/{path.relative_to(folder).as_posix()}", (1980, 1, 1, 0, 0, 0)
            )
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
    return target
