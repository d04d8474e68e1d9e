"""What a mark was made with, part by part, so that a difference has a name, and what of our code can move a mark.

A mark is computed again when the code in one of these files changes, and for no other reason of ours. Comments, blank
lines and layout are no code. What shows or reports a mark, what deals with a class, contests, the command, other games,
and opponents that an assignment's checks never play are not among them.
"""

from __future__ import annotations

import ast
import hashlib
import io
import platform
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import playfunc
from playfunc.files import file_stamps, remembered
from playfunc.games import GAMES
from playfunc_checks.assignment import Assignment
from playfunc_checks.course_settings import OPPONENTS_FOLDER
from playfunc_checks.settings import unstructured
from playfunc_opponents import Ladder, ladder, opponents_at

# Which modules others reach by their imports, read from the source: nothing is imported.
#
# An import counts wherever it stands, so in a function too. What is named by a text alone is not seen.


def module_of(file: str) -> str:
    """The module in a file that is named by package and place: `a.b/c/d.py` → `a.b.c.d`."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def reached(roots: Iterable[str], files: Mapping[str, Path]) -> frozenset[str]:
    """Those of the modules in `files` that are roots or reached from one, with the packages around them."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        module = waiting.pop()
        if module in files and module not in found:
            found.add(module)
            waiting += [*imported(module, files[module]), module.rpartition(".")[0]]
    return frozenset(found)


def imported(module: str, path: Path) -> Iterator[str]:
    """Names that a module imports, each of which is a module or something in one."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(package, node)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _base(package: str, node: ast.ImportFrom) -> str:
    """What a `from` names, in full: two dots mean the package around this one."""
    if not node.level:
        return node.module or ""
    around = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join((*around, *([node.module] if node.module else [])))


PARTS = ("rules", "opponents", "checks", "workers")
"""What can move a mark, as `versions` and `sources` name it."""

LIBRARIES = ("numpy", "numba", "msgspec", "cattrs")

_CODE = ("playfunc_checks", "playfunc_autograder")

_SHOWS = ("show/", "report.py", "report/", "templates/", "closed.py")
"""Below a package: what only shows what was found."""

_UNMARKED = "in_process.py"
"""Asks players where no mark rests on it."""

_MARKS = ("sandbox/", "programs/", "asker.py")
"""Of the autograder: what runs players and marks them."""


Names = tuple[str, ...]


def sources(game: str, opponents: Names | None = None) -> Mapping[str, tuple[tuple[str, Path], ...]]:
    """Part by part, the files that can move a mark of an assignment of this game, with a name for each that is the
    same on every machine. `opponents` are the baselines that its checks play (`met`); all of the ladder, if none are
    given."""
    played = GAMES[game].rules.__module__
    checks = tuple(_files("playfunc_checks", without=(*_SHOWS, _UNMARKED)))
    return {
        "rules": (
            *_files("playfunc", without=("games/", *_SHOWS)),
            *_files(_package(played), without=_SHOWS),
        ),
        "opponents": (
            *_files("playfunc_opponents", only=("__init__.py", "ladder.py", "reviewer.py", "reviews.py")),
            *_of_ladder(ladder(game), opponents, checks),
        ),
        "checks": checks,
        "workers": tuple(_files("playfunc_autograder", only=_MARKS)),
    }


def _of_ladder(
    climbed: Ladder, opponents: Names | None, checks: Iterable[tuple[str, Path]]
) -> Iterator[tuple[str, Path]]:
    """Files of the opponents' packages: what the opponents import, the reviewer, the loss profile and the checks."""
    packages = dict.fromkeys(_package(_module(baseline.module)) for baseline in climbed.baselines)
    files = [each for package in packages for each in _files(package)]
    if opponents is None:
        yield from files
        return
    asked = (baseline.module for baseline in climbed.baselines if baseline.name in opponents)
    roots = [*map(_module, (*asked, climbed.reviewer, climbed.losses))]
    roots += [name for file, path in checks for name in imported(module_of(file), path)]
    used = reached(roots, {module_of(file): path for file, path in files})
    yield from ((file, path) for file, path in files if module_of(file) in used)


def _module(reference: str) -> str:
    return reference.partition(":")[0]


def met(assignment: Assignment) -> Names:
    """The baselines that an assignment's checks play: those to beat, and the weakest at each table of the rules
    check."""
    weakest = (name for seats in assignment.tables for name in opponents_at(assignment.rules(seats))[:1])
    return tuple(sorted({*weakest, *(each.name for each in assignment.opponents if not each.source)}))


def _package(module: str) -> str:
    """The package that a module of a game or of a ladder belongs to: ours hold several games, each in a package of
    its own."""
    names = module.split(".")
    depth = {"playfunc": 3, "playfunc_opponents": 2}.get(names[0], 1)
    return ".".join(names[:depth])


def _files(
    package: str, *, only: tuple[str, ...] = ("",), without: tuple[str, ...] = ()
) -> Iterator[tuple[str, Path]]:
    """The source files of a package, or of a module alone, whose place in it begins with one of `only`."""
    spec = find_spec(package)
    if spec is None:
        return
    folders = spec.submodule_search_locations
    if folders is None:
        yield package, Path(spec.origin or "")
        return
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.py")):
            place = path.relative_to(folder).as_posix()
            if place.startswith(only) and not (without and place.startswith(without)):
                yield f"{package}/{place}", path


def code_digest(game: str, opponents: Names | None = None) -> str:
    """One digest of all files that can move a mark of the game."""
    return _digest("".join(_parts(game, opponents).values()).encode())


def code_files(game: str, opponents: Names | None = None) -> Mapping[str, str]:
    """A digest of the code in each file that can move a mark of the game, by the file's name."""
    return {name: digest for files in _digests(game, opponents).values() for name, digest in files.items()}


@lru_cache
def _parts(game: str, opponents: Names | None) -> Mapping[str, str]:
    return {
        part: _digest("".join(f"{name}\0{digest}\0" for name, digest in files.items()).encode())
        for part, files in _digests(game, opponents).items()
    }


@lru_cache
def _digests(game: str, opponents: Names | None) -> Mapping[str, Mapping[str, str]]:
    """Reading all files takes a third of a second, so that what they held last time is remembered by their stamps."""
    packages = dict.fromkeys(("playfunc", "playfunc_opponents", *_CODE, *_brought(game)))
    files = [path for package in packages for _, path in _files(package)]

    def read() -> dict[str, dict[str, str]]:
        return {
            part: {name: _digest(code_of(path.read_text(encoding="utf-8")).encode()) for name, path in files}
            for part, files in sources(game, opponents).items()
        }

    found: Mapping[str, Mapping[str, str]] = remembered(
        f"code-{game}", (game, opponents, file_stamps(files)), read
    )
    return found


def _brought(game: str) -> Iterator[str]:
    """The packages that the game and its ladder come from."""
    climbed = ladder(game)
    yield GAMES[game].rules.__module__.partition(".")[0]
    yield from (_module(baseline.module).partition(".")[0] for baseline in climbed.baselines)
    yield from (_module(each).partition(".")[0] for each in (climbed.reviewer, climbed.losses) if each)


def code_of(source: str) -> str:
    """The text without comments, blank lines and the blanks between tokens: the same for texts that are the same code,
    in every version of Python. A text that is no Python stands for itself."""
    lines = source.splitlines(keepends=True)
    found: list[str] = []
    outer, depth = (0, 0), 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            name = tokenize.tok_name[token.type]
            if name.endswith(
                "STRING_START"
            ):  # since Python 3.12 the parts of an f-string are tokens of their own
                outer, depth = (outer if depth else token.start), depth + 1
            elif name.endswith("STRING_END"):
                depth -= 1
                if not depth:
                    found.append(_between(lines, outer, token.end))
            elif not depth and name not in ("COMMENT", "NL"):
                found.append(token.string if token.string.strip() else name)
    except (tokenize.TokenError, SyntaxError):
        return source
    return "\0".join(found)


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """The text from one (line from 1, column) to another."""
    (first, left), (last, right) = start, end
    if first == last:
        return lines[first - 1][left:right]
    return "".join((lines[first - 1][left:], *lines[first : last - 1], lines[last - 1][:right]))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


@lru_cache
def versions(game: str, opponents: Names | None = None) -> Mapping[str, str]:
    """Names and versions that marks depend on here; our packages are identified by a digest of their source."""
    libraries = {name: told for name in LIBRARIES if (told := _version(name))}
    return {
        "playfunc": playfunc.__version__,
        **{part: digest[:12] for part, digest in _parts(game, opponents).items()},
        "Python": platform.python_version(),
        **libraries,
        "system": f"{platform.system()} {platform.machine()}",
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def describe_settings(assignment: Assignment) -> dict[str, str]:
    """Every setting as text by name, such as `opponents basic threshold`, and a digest of each opponent's own file."""
    own = (each for each in assignment.opponents if each.source)
    files = {f"{OPPONENTS_FOLDER}/{each.name}.py": _digest(each.source.encode())[:12] for each in own}
    return dict(_flat(unstructured(assignment))) | files


def _flat(value: Any, *place: str) -> Iterator[tuple[str, str]]:
    """Every single value with its place in words; what stands in a list is called by its name, if it has one."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _flat(each, *place, key)
    elif isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
        for each in value:
            yield from _flat(each, *place, str(each["name"]))
    elif place[-1] != "name" or len(place) == 1:
        yield " ".join(place), ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def differences(then: Mapping[str, str], now: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """What is not as it was: the name with what it was and what it is, "—" where there was nothing."""
    names = dict.fromkeys((*then, *now))
    pairs = {name: (then.get(name, "—"), now.get(name, "—")) for name in names}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
