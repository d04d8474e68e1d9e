"""Whether a student enters the ladder: by an explicit `enter = True` in the notebook's last code cell. The cell is
read, never run."""

from __future__ import annotations

import ast
from pathlib import Path

from playfunc_checks.cells import read_cell
from playfunc_checks.extract import read_cells, text_of

NAME = "enter"


def entered(notebook: Path) -> bool:
    """Whether the notebook's last code cell that holds anything says so. Raises `ExtractError` for no notebook."""
    texts = [text_of(cell) for cell in read_cells(notebook) if cell.get("cell_type") == "code"]
    last = next((text for text in reversed(texts) if text.strip()), "")
    return _says_so(last)


def _says_so(text: str) -> bool:
    """The last assignment to the name counts. `true` counts too: JSON and the course's text write it so."""
    try:
        tree = ast.parse(read_cell(text).source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    said = False
    for statement in tree.body:
        value = _assigned(statement)
        if value is not None:
            constant = isinstance(value, ast.Constant) and value.value is True
            said = constant or (isinstance(value, ast.Name) and value.id == "true")
    return said


def _assigned(statement: ast.stmt) -> ast.expr | None:
    """What is assigned to the name; `None` for other statements."""
    if isinstance(statement, ast.Assign):
        targets: list[ast.expr] = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    else:
        return None
    named = any(isinstance(target, ast.Name) and target.id == NAME for target in targets)
    return statement.value if named else None
