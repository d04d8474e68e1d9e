"""Which modules others reach by their imports, read from the source: nothing is imported.

An import counts wherever it stands, so in a function too. What is named by a text alone is not seen.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

__all__ = ["imported", "module_of", "reached"]


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
