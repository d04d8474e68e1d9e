"""Packages of others that an assignment needs on students' computers: its game, its opponents, and modules that the
notebook imports. They travel in the students' zip as wheels, from the course's folder `wheels/`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, entry_points, packages_distributions
from importlib.metadata import distribution as installed
from pathlib import Path

from playfunc_checks.assignment import Assignment

__all__ = ["WHEELS", "missing_wheels", "needed_wheels"]

WHEELS = "wheels"
OURS = "playfunc"


def needed_wheels(course: Path, assignment: Assignment, code: Iterable[str]) -> tuple[Path, ...]:
    """The wheels of the course that students need beside playfunc's: of the game and its opponents, and of what the
    notebook's cells, `code`, import, as far as the course has a wheel of it."""
    needed = {_key(each): each for each in (*_plugins(assignment), *_imported(code))}
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
    others = {_key(dist): dist for dist in found if dist is not None and _key(dist) != OURS}
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
        if (_normal(name), version) == (_key(package), package.version):
            return path
    return None


def _key(package: Distribution) -> str:
    return _normal(package.name)


def _normal(name: str) -> str:
    """The name as packaging tools compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()
