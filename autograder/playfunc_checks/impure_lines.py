"""Lines of a player's text that change what outlives a call, or read a clock."""

from __future__ import annotations

import ast
from collections.abc import Iterator

__all__ = ["impure_lines"]

_CHANGING = {
    "add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft", "remove",
    "setdefault", "update",
}  # fmt: skip
_CLOCKS = {
    "monotonic", "monotonic_ns", "now", "perf_counter", "perf_counter_ns", "process_time", "process_time_ns", "time",
    "time_ns", "today", "utcnow",
}  # fmt: skip
_CLOCK_MODULES = {"time", "datetime", "timeit"}


def impure_lines(source: str) -> list[tuple[int, str, str]]:
    """Each such line's number, its function's name and the reason in a sentence; none in a text that is not Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    modules = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    return [
        (line, node.name, why)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for line, why in _within(node, modules)
    ]


def _within(function: ast.FunctionDef, modules: set[str]) -> Iterator[tuple[int, str]]:
    """Lines of one function with what is wrong about them, those that keep something first."""
    kept = {
        name
        for node in ast.walk(function)
        if isinstance(node, ast.Global | ast.Nonlocal)
        for name in node.names
    }
    local = _bound(function) - kept
    for node in ast.walk(function):
        if not isinstance(node, ast.stmt | ast.expr):
            continue
        for target in _targets(node):
            base = _base(target)
            if isinstance(target, ast.Name) and target.id in kept:
                yield node.lineno, f"This changes `{target.id}`, which outlives the call."
            elif not isinstance(target, ast.Name) and base and base not in local:
                yield node.lineno, f"This changes `{base}`, which outlives the call."
        if isinstance(node, ast.Call):
            yield from ((node.lineno, why) for why in _called(node, local, modules))


def _called(node: ast.Call, local: set[str], modules: set[str]) -> Iterator[str]:
    function = node.func
    base = _base(function)
    if (
        isinstance(function, ast.Attribute)
        and function.attr in _CHANGING
        and base
        and base not in local | modules
    ):
        yield f"This changes `{base}`, which outlives the call."
    if isinstance(function, ast.Name) and function.id == "next" and node.args:
        base = _base(node.args[0])
        if isinstance(node.args[0], ast.Name) and base not in local:
            yield f"This moves `{base}` on, which outlives the call."
    if isinstance(function, ast.Attribute) and function.attr in _CLOCKS and base in _CLOCK_MODULES:
        yield f"This reads a clock: `{ast.unparse(function)}`."
    if isinstance(function, ast.Name) and function.id in _CLOCKS & modules:
        yield f"This reads a clock: `{function.id}`."


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []


def _base(node: ast.AST) -> str:
    """The name that an expression such as `name.part[0].other` begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _bound(function: ast.FunctionDef) -> set[str]:
    """What the function and those in it bind: parameters and whatever is assigned."""
    stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return stored | {n.arg for n in ast.walk(function) if isinstance(n, ast.arg)}
