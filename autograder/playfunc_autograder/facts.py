"""Facts about a player's source, for the people who mark it. Facts, not judgements: no points follow."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from playfunc_autograder.structure import DEFINITIONS, docstrings, duplicates, parsed, unused

__all__ = ["RUFF_RULES", "SourceFacts", "source_facts"]

RUFF_RULES = "E,F,W,I,B,UP,C90"
"""The named set of ruff rules that "no warnings" means, beside Python's own warnings."""

CELL_ARTEFACTS = "E402,F811"
"""Imports below code, and functions defined anew, come from a notebook's steps and are no fault."""


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What can be counted in a source text. Lengths are in lines."""

    lines: int
    functions: int
    median_function: float
    longest_function: int
    longest_name: str
    documented: int
    """Functions and classes with a docstring of the student's own, of `documentable`."""
    documentable: int
    """Functions and classes, without those that still carry the docstring they were released with."""
    comment_lines: int
    annotated: int
    """Functions with a return annotation."""
    findings: tuple[str, ...] | None
    """Ruff's findings, one line each; `None` when ruff is not installed."""
    python_warnings: tuple[str, ...]
    as_released: int = 0
    """Functions and classes whose docstring is the released one; they count neither for nor against."""
    duplicates: tuple[str, ...] = ()
    """Code that stands there twice, as places."""
    unused: tuple[str, ...] = ()
    """Definitions that `play` never reaches, with their lines."""

    @property
    def clean(self) -> bool | None:
        """No findings and no warnings; `None` when ruff could not look."""
        return None if self.findings is None else not self.findings and not self.python_warnings


def source_facts(source: str, released: str = "") -> SourceFacts:
    """Facts about a source text that parses; `released` is the player as the students got it."""
    tree = ast.parse(source)
    given = docstrings(released)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    definitions = [node for node in ast.walk(tree) if isinstance(node, DEFINITIONS)]
    own = [node for node in definitions if ast.get_docstring(node) not in given]
    sizes = {f.name: (f.end_lineno or f.lineno) - f.lineno + 1 for f in functions}
    longest = max(sizes, key=lambda name: sizes[name], default="")
    return SourceFacts(
        lines=sum(bool(line.strip()) for line in source.splitlines()),
        functions=len(functions),
        median_function=median(sizes.values()) if sizes else 0,
        longest_function=sizes.get(longest, 0),
        longest_name=longest,
        documented=sum(ast.get_docstring(node) is not None for node in own),
        documentable=len(own),
        comment_lines=sum(
            line.strip().startswith("#") and "# %%" not in line for line in source.splitlines()
        ),
        annotated=sum(f.returns is not None for f in functions),
        findings=_ruff(source),
        python_warnings=tuple(_python_warnings(source)),
        as_released=len(definitions) - len(own),
        duplicates=tuple(map(str, duplicates(tree))),
        unused=unused(tree, parsed(released)),
    )


def _ruff(source: str) -> tuple[str, ...] | None:
    command = shutil.which("ruff") or shutil.which("ruff", path=str(sys.exec_prefix) + "/bin")
    if command is None:
        return None
    options = ("--isolated", "--select", RUFF_RULES, "--ignore", CELL_ARTEFACTS, "--line-length", "110")
    run = subprocess.run(
        [
            command,
            "check",
            *options,
            "--no-cache",
            "--output-format",
            "json",
            "--stdin-filename",
            "player.py",
            "-",
        ],
        input=source,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    if run.returncode not in (0, 1):
        return None
    return tuple(
        f"line {found['location']['row']}: {found['code']} {found['message']}"
        for found in json.loads(run.stdout)
    )


def _python_warnings(source: str) -> Iterator[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        compile(source, "player.py", "exec")
    for warning in caught:
        yield f"line {warning.lineno}: {warning.category.__name__}: {warning.message}"
