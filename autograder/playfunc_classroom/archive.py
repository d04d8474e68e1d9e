"""What only instructors have: the assignments with their solutions, the demo class, and a built wheel.

They are in no wheel. They are found in a clone, or in the unpacked archive that `make dist` builds, from
whatever folder inside it a command is run.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

__all__ = ["ARCHIVE_MARK", "build_archive", "instructor_folder", "wheels"]

ARCHIVE_MARK = "playfunc-instructor.txt"
"""A file that says: here the instructor's archive was unpacked."""

_PARTS = ("course", "docs", "README.md", "CHANGELOG.md", "LICENSE", "constraints.txt")
_WORDS = """This is playfunc's archive for instructors: assignments with solutions, the demo class, and the wheel.
Keep it from students.

  python -m venv .venv
  .venv/bin/python -m pip install --constraint constraints.txt "$(ls dist/playfunc-*.whl)[grader]"
  .venv/bin/playfunc new-course ../mycourse
"""
_LEFT_OUT = {"__pycache__", ".ipynb_checkpoints", ".playfunc-secret", "gradebook.db", ".marking"}
_MADE = {
    "release",
    "submitted",
    "autograded",
    "feedback",
    "marks",
    "reports",
    "downloaded",
    "attempts",
    "exports",
}


def instructor_folder(start: Path | None = None) -> Path:
    """The clone this code is installed from, or the unpacked archive around `start` (the current folder).

    Raises `FileNotFoundError`, which says how to get one.
    """
    clone = Path(__file__).resolve().parents[2]
    here = (start or Path.cwd()).resolve()
    for folder in (clone, here, *here.parents):
        is_one = folder == clone or (folder / ARCHIVE_MARK).is_file()
        if is_one and (folder / "course" / "nbgrader_config.py").is_file():
            return folder
    raise FileNotFoundError(
        "assignments, solutions and the demo class are in no wheel: clone the playfunc repository, or unpack "
        "the instructor's archive (`make dist` builds it), and run the command from there"
    )


def wheels(folder: Path) -> list[Path]:
    """The built wheels of an instructor's folder, oldest first."""
    return sorted((folder / "dist").glob("playfunc-*.whl"), key=lambda path: path.stat().st_mtime)


def build_archive(clone: Path, target: Path) -> Path:
    """Write the instructor's archive, with the newest wheel in `dist/`. Raises `FileNotFoundError` without one."""
    built = wheels(clone)
    if not built:
        raise FileNotFoundError(f"there is no wheel in {clone / 'dist'}; `make dist` builds it first")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(ARCHIVE_MARK, _WORDS)
        archive.write(built[-1], f"dist/{built[-1].name}")
        for part in _PARTS:
            for path in _files(clone / part, clone):
                archive.write(path, path.relative_to(clone))
    return target


def _files(path: Path, clone: Path) -> Iterator[Path]:
    """The files of a part, without what running a course in the clone has made."""
    if path.is_file():
        yield path
        return
    for child in sorted(path.iterdir()):
        made = path == clone / "course" and child.name in _MADE
        if child.name not in _LEFT_OUT and not made:
            yield from _files(child, clone)


if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    print(build_archive(root, root / "dist" / "playfunc-instructor.zip"))
