"""Facts about a player's source, for the people who mark it. Facts, not judgements: no points follow."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from statistics import median

from playfunc_checks.structure import DEFINITIONS, docstrings, duplicates, parsed, unused

RUFF_RULES = "E,F,W,I,B,UP,C90"
"""The named set of ruff rules that "no warnings" means, beside Python's own warnings."""

MOST_NODES = 50_000
"""Of a larger syntax tree the parts are not compared with each other, which would take minutes."""

NOT_LOOKED = "not looked for: the source is too long or too deeply nested"

CELL_ARTEFACTS = "E402,F811"
"""Imports below code, and redefined functions, come from a notebook's steps and are no fault."""


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
        duplicates=_looked_for(tree, lambda: tuple(map(str, duplicates(tree)))),
        unused=_looked_for(tree, lambda: unused(tree, parsed(released))),
    )


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact for a reader: what it is about, what there is to say, and single findings, of which the first few
    are listed."""

    what: str
    told: str
    findings: tuple[str, ...] = ()
    more: int = 0
    """How many findings are not listed."""

    def __str__(self) -> str:
        more = f" and {self.more} more" if self.more else ""
        return f"{self.told}{': ' if self.findings else ''}{'; '.join(self.findings)}{more}"


LISTED = 8
"""Findings that are listed of a kind."""


def describe_facts(facts: SourceFacts) -> tuple[Fact, ...]:
    """The facts as students and markers read them, the same for both."""
    longest = f" ({facts.longest_name})" if facts.longest_name else ""
    released = (
        f"; {facts.as_released} more still have the released one, and do not count"
        if facts.as_released
        else ""
    )
    return (
        Fact(
            "Size",
            f"{facts.lines} lines that are not blank, {facts.functions} functions; "
            f"median function {facts.median_function:g} lines, longest {facts.longest_function}{longest}",
        ),
        Fact(
            "Docstrings",
            f"{facts.documented} of {facts.documentable} functions and classes have a docstring of their own"
            f"{released}; {facts.comment_lines} comment lines",
        ),
        Fact("Return annotations", f"{facts.annotated} of {facts.functions} functions"),
        _listed(
            "Said twice",
            facts.duplicates,
            "the same but for names and numbers",
            "nothing of four lines or more",
        ),
        _listed("Never used", facts.unused, "never reached from play", "nothing"),
        Fact(f"Ruff ({RUFF_RULES})", "ruff is not installed here: pip install ruff")
        if facts.findings is None
        else _listed(f"Ruff ({RUFF_RULES})", facts.findings, f"{len(facts.findings)} found", "clean"),
        _listed("Python's warnings", facts.python_warnings, f"{len(facts.python_warnings)} given", "none"),
    )


def _listed(what: str, found: tuple[str, ...], told: str, nothing: str) -> Fact:
    if found == (NOT_LOOKED,):
        return Fact(what, NOT_LOOKED)
    return Fact(what, told if found else nothing, found[:LISTED], max(0, len(found) - LISTED))


def _looked_for(tree: ast.Module, look: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    """What `look` finds, or that it cannot look: a source that parses may still be too deep to walk
    through, or hold a number that has no decimal text."""
    if sum(1 for _ in ast.walk(tree)) > MOST_NODES:
        return (NOT_LOOKED,)
    try:
        return look()
    except (RecursionError, ValueError):
        return (NOT_LOOKED,)


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
        f"line {found['location']['row']}: {found['code']} {PLAINER.get(found['code'], found['message'])}"
        for found in json.loads(run.stdout)
    )


PLAINER = {
    "I001": "Sort these imports, and leave two blank lines between them and a function or class, one before other code",
}
"""By ruff's code: what to do, where ruff's own words do not say it."""


def _python_warnings(source: str) -> Iterator[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with suppress(SyntaxError, RecursionError, ValueError):  # what parses may still not compile
            compile(source, "player.py", "exec")
    for warning in caught:
        yield f"line {warning.lineno}: {warning.category.__name__}: {warning.message}"
