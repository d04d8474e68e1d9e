"""What a program says twice, and what it defines and never uses: read off its syntax tree, nothing is run.

Both are facts for a reader who judges. A duplicate may be right, and an unused definition may be an
experiment that the report describes.
"""

from __future__ import annotations

import ast
import builtins
import re
import symtable
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

LEAST_LINES = 4
"""Repeated code shorter than this is no finding: two loops over a hand look alike."""
LEAST_NODES = 30
"""The same in nodes of the tree, so that four short lines are none either."""

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two stretches of lines (first, last), both from 1, that differ in names and constants at most."""

    first: tuple[int, int]
    second: tuple[int, int]

    def __str__(self) -> str:
        (a, b), (c, d) = self.first, self.second
        return f"lines {a}–{b} and {c}–{d}"


def source_lines(source: str) -> list[str]:
    """The lines as Python numbers them; `str.splitlines` sees more, at form feeds and odd Unicode."""
    return re.split(r"\r\n|\r|\n", source)


def parsed(source: str) -> ast.Module | None:
    """The syntax tree of a source text; `None` where it does not parse, or is nested too deeply for Python's parser."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def docstrings(source: str) -> frozenset[str]:
    """Every docstring of a function or class in a source text; none where it does not parse."""
    tree = parsed(source)
    if tree is None:
        return frozenset()
    found = (ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, DEFINITIONS))
    return frozenset(text for text in found if text)


def duplicates(tree: ast.Module) -> tuple[Duplicate, ...]:
    """Runs of statements that stand in the program twice, longest first; parts of a longer one are left out."""
    blocks = list(_blocks(tree))
    found = sorted(
        {pair for a, b in combinations(range(len(blocks)), 2) for pair in _runs(blocks[a], blocks[b])},
        key=lambda pair: (pair.first[0] - pair.first[1], pair.first),
    )
    kept: list[Duplicate] = []
    for pair in found:
        if not any(_within(pair.first, k.first) and _within(pair.second, k.second) for k in kept):
            kept.append(pair)
    return tuple(kept)


@dataclass(frozen=True, slots=True)
class _Statement:
    shape: str
    lines: tuple[int, int]
    nodes: int


def _blocks(tree: ast.Module) -> Iterator[Sequence[_Statement]]:
    """The bodies of functions, loops and branches, without docstrings and without what is defined in them."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and not isinstance(node, ast.Module | ast.ClassDef):
                block = [_statement(s) for s in body if not _is_text(s) and not isinstance(s, DEFINITIONS)]
                if block:
                    yield block


def _statement(node: ast.stmt) -> _Statement:
    nodes = sum(1 for _ in ast.walk(node))
    return _Statement(_shape(node), (node.lineno, node.end_lineno or node.lineno), nodes)


def _shape(node: ast.AST) -> str:
    """The tree as text without names and constants; what is called keeps its name, for it says what is done."""
    if isinstance(node, ast.Name):
        return "name"
    if isinstance(node, ast.Constant):
        return type(node.value).__name__
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return f"{node.func.id}({','.join(map(_shape, (*node.args, *node.keywords)))})"
    fields = (f"{key}={_shape_of_field(value)}" for key, value in ast.iter_fields(node) if key != "ctx")
    return f"{type(node).__name__}({','.join(fields)})"


def _shape_of_field(value: object) -> str:
    if isinstance(value, ast.AST):
        return _shape(value)
    if isinstance(value, list):
        return f"[{','.join(map(_shape_of_field, value))}]"
    return str(value)


def _runs(one: Sequence[_Statement], other: Sequence[_Statement]) -> Iterator[Duplicate]:
    """The longest equal runs of two blocks that are long enough to be named."""
    for i in range(len(one)):
        for j in range(len(other)):
            if i and j and one[i - 1].shape == other[j - 1].shape:
                continue  # part of a run that began earlier
            length = 0
            while (
                i + length < len(one)
                and j + length < len(other)
                and one[i + length].shape == other[j + length].shape
            ):
                length += 1
            if length:
                yield from _named(one[i : i + length], other[j : j + length])


def _named(one: Sequence[_Statement], other: Sequence[_Statement]) -> Iterator[Duplicate]:
    first, second = sorted((block[0].lines[0], block[-1].lines[1]) for block in (one, other))
    lines = min(first[1] - first[0], second[1] - second[0]) + 1
    apart = first[1] < second[0]
    if apart and lines >= LEAST_LINES and sum(s.nodes for s in one) >= LEAST_NODES:
        yield Duplicate(first, second)


def _within(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def unused(tree: ast.Module, given: ast.Module | None = None) -> tuple[str, ...]:
    """Functions, classes and constants that `play` never reaches, and methods that nobody names, in order.

    Definitions that stand in `given` (the released stubs) unchanged are left out: the student did not write
    them. So is what these use, and so are the methods of a class that is unused itself.
    """
    definitions = _definitions(tree)
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    theirs = {ast.dump(node) for node in ast.walk(given)} if given else set()
    released = [node for node in tree.body if isinstance(node, ast.FunctionDef) and ast.dump(node) in theirs]
    seen = _reached(tree, definitions, released)
    found = [
        (node.lineno, name)
        for name, node in definitions.items()
        if name not in seen and not name.startswith("__") and ast.dump(node) not in theirs
    ]
    found += [
        (method.lineno, f"{owner.name}.{method.name}")
        for owner in ast.walk(tree)
        if isinstance(owner, ast.ClassDef) and owner.name in seen
        for method in owner.body
        if isinstance(method, ast.FunctionDef)
        and ast.dump(method) not in theirs
        and not method.name.startswith("__")
        and method.name not in attributes
    ]
    return tuple(f"{name} (line {line})" for line, name in sorted(found))


def _definitions(tree: ast.Module) -> dict[str, ast.stmt]:
    """What the module defines, by name; of several definitions the last counts."""
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, DEFINITIONS):
            found[node.name] = node
        elif isinstance(node, ast.Assign):
            found |= {t.id: node for t in node.targets if isinstance(t, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
    return found


def _reached(tree: ast.Module, definitions: dict[str, ast.stmt], released: Sequence[ast.stmt]) -> set[str]:
    """The names that `play` and what was `released` use, and those that these use; code outside of definitions counts
    as used."""
    outside = [n for n in tree.body if n not in definitions.values() and not isinstance(n, DEFINITIONS)]
    waiting = ["play", *(name for node in (*outside, *released) for name in _loads(node))]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += _loads(definitions[name]) if name in definitions else ()
    return seen


def _loads(node: ast.AST) -> list[str]:
    """The names that a piece of code reads, those in quoted annotations too."""
    names = [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
    texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return names + [text for text in texts if text.isidentifier()]


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def undefined(source: str) -> list[str]:
    """Global names that functions of `source` use, and that neither it nor Python defines."""
    module = symtable.symtable(source, "player.py", "exec")
    known = {
        symbol.get_name() for symbol in module.get_symbols() if symbol.is_assigned() or symbol.is_imported()
    }
    known |= set(dir(builtins)) | {"__name__", "__doc__", "__file__"} | set(_made_global(module))
    return sorted(set(_global_names(module)) - known) if "*" not in _imported(source) else []


def _global_names(table: symtable.SymbolTable) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module"):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _global_names(child)


def _made_global(table: symtable.SymbolTable) -> Iterator[str]:
    """Names that a function assigns to after `global`."""
    for child in table.get_children():
        yield from (
            s.get_name()
            for s in child.get_symbols()
            if s.is_declared_global() and (s.is_assigned() or s.is_imported())
        )
        yield from _made_global(child)


def _imported(source: str) -> set[str]:
    return {
        name.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
