"""What only instructors have: the assignments with their solutions, the demo class, and a built wheel.

They are in no wheel. They are found in a clone, or in the unpacked archive that `make dist` builds, from
whatever folder inside it a command is run.
"""

from __future__ import annotations

import ast
import re
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, entry_points, packages_distributions
from importlib.metadata import distribution as installed
from pathlib import Path

from playfunc_checks.assignment import Assignment

ARCHIVE_MARK = "playfunc-instructor.txt"
"""A file that says: here the instructor's archive was unpacked."""

_PARTS = ("course", "docs", "README.md", "CHANGELOG.md", "LICENSE", "constraints.txt")
_WORDS = """This is playfunc's archive for instructors: assignments with solutions, the demo class, and the wheel.
Keep it from students.

  python -m venv .venv
  .venv/bin/python -m pip install --constraint constraints.txt "$(ls dist/playfunc-*.whl)[grader,web]"
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
    Raises `FileNotFoundError`, which says how to get one."""
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


# Packages of others that an assignment needs on students' computers: its game, its opponents, and modules that the
# notebook imports. They travel in the students' zip as wheels, from the course's folder `wheels/`.


WHEELS = "wheels"
OURS = "playfunc"


def needed_wheels(course: Path, assignment: Assignment, code: Iterable[str]) -> tuple[Path, ...]:
    """The wheels of the course that students need beside playfunc's: of the game and its opponents, and of what the
    notebook's cells, `code`, import, as far as the course has a wheel of it."""
    needed = {_normal(each.name): each for each in (*_plugins(assignment), *_imported(code))}
    found = (_wheel(course, each) for each in needed.values())
    return tuple(sorted(path for path in found if path is not None))


def missing_wheels(course: Path, assignment: Assignment) -> Iterator[str]:
    """A sentence for each package of the game and its opponents that the course has no wheel of."""
    for each in _plugins(assignment):
        if _wheel(course, each) is None:
            yield (
                f"students need the package {each.name} {each.version}, and {WHEELS}/ has no wheel of it; in the "
                f"course's folder run: pip wheel --no-deps --wheel-dir {WHEELS} {each.name}=={each.version} (or the "
                "package's own folder instead of its name)"
            )


def _plugins(assignment: Assignment) -> list[Distribution]:
    """The installed packages that bring the assignment's game and its opponents, without playfunc itself."""
    found = (
        point.dist
        for group in ("playfunc.games", "playfunc.opponents")
        for point in entry_points(group=group, name=assignment.game)
    )
    others = {_normal(dist.name): dist for dist in found if dist is not None and _normal(dist.name) != OURS}
    return list(others.values())


def _imported(code: Iterable[str]) -> Iterator[Distribution]:
    """The packages of the modules that the code imports, without playfunc and what is no package."""
    homes = packages_distributions()
    for module in {name.partition(".")[0] for text in code for name in _imports(text)}:
        for name in homes.get(module, ()):
            if not name.startswith(OURS):
                yield installed(name)


def _imports(text: str) -> Iterator[str]:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def _wheel(course: Path, package: Distribution) -> Path | None:
    """The course's wheel of this very version."""
    for path in sorted((course / WHEELS).glob("*.whl")):
        name, version, *_ = path.name.split("-")
        if (_normal(name), version) == (_normal(package.name), package.version):
            return path
    return None


def _normal(name: str) -> str:
    """The name as packaging tools compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    print(build_archive(root, root / "dist" / "playfunc-instructor.zip"))
