"""Names that a player uses and nothing of it defines."""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Iterator

__all__ = ["undefined"]


def undefined(source: str) -> list[str]:
    """Global names that functions of `source` use, and that neither it nor Python defines."""
    module = symtable.symtable(source, "player.py", "exec")
    known = {
        symbol.get_name() for symbol in module.get_symbols() if symbol.is_assigned() or symbol.is_imported()
    }
    known |= set(dir(builtins)) | {"__name__", "__doc__", "__file__"}
    return sorted(set(_global_names(module)) - known) if "*" not in _imported(source) else []


def _global_names(table: symtable.SymbolTable) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module"):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _global_names(child)


def _imported(source: str) -> set[str]:
    return {
        name.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
