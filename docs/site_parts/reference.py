"""The reference of the command `playfunc`, from the command itself, and of packages, module by module, for autodoc to
fill. Our docstrings are plain text: code stands between single backticks, and what is indented, such as a drawing, is
kept as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import ModuleType

import typer
from playfunc_cli.main import COMMANDS, GROUPS, command_line
from typer.cli import get_docs_for_click

ONLY_WITH_NUMBA = ("playfunc.compiled.numba_extensions",)
"""Modules that are imported with numba alone, and hold what only numba calls."""


def modules(*names: str) -> str:
    """A section for each module; a name such as `playfunc.show.*` stands for all public modules directly in it."""
    return "\n".join(_section(each) for name in names for each in meant(name))


def meant(name: str) -> Iterator[str]:
    """The modules that a line of the reference stands for."""
    return public_modules(name.removesuffix(".*")) if name.endswith(".*") else iter((name,))


def public_modules(package: str) -> Iterator[str]:
    """The modules of the package, not its packages."""
    folder = Path(import_module(package).__path__[0])
    names = (f"{package}.{path.stem}" for path in sorted(folder.glob("[!_]*.py")))
    return (name for name in names if name not in ONLY_WITH_NUMBA)


def _section(name: str) -> str:
    _load_lazy_names(name)
    hidden = ", ".join(sorted(_named_like_a_module(name)))
    return f"## {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n   :exclude-members: {hidden}\n```\n"


def _load_lazy_names(name: str) -> None:
    """Autodoc looks for names in the module's dictionary, where those loaded on first use are not yet."""
    module = import_module(name)
    vars(module).update({each: getattr(module, each) for each in _names(module)})


def _named_like_a_module(package: str) -> set[str]:
    """What a package offers under the name of one of its modules, whose own section has it."""
    module = import_module(package)
    inside = {path.stem for folder in getattr(module, "__path__", ()) for path in Path(folder).glob("*.py")}
    return inside & set(_names(module))


def _names(module: ModuleType) -> Sequence[str]:
    """What a package gathers from its modules."""
    return getattr(module, "__all__", ())


def commands() -> str:
    """Every command with its arguments and options, in the panels and the order of the help."""
    line = typer.main.get_group(command_line(lambda need: True))
    context = typer.Context(line, info_name="playfunc")
    panels = dict.fromkeys(each.panel for each in COMMANDS)
    return "\n".join(f"## {panel}\n\n{_panel(line, context, panel)}" for panel in panels)


def _panel(line: typer.core.TyperGroup, context: typer.Context, panel: str) -> str:
    names = [each.name for each in (*COMMANDS, *GROUPS) if each.panel == panel]
    return "\n".join(
        get_docs_for_click(obj=line.commands[name], ctx=context, indent=2, call_prefix="playfunc")
        for name in names
    )


CODE = re.compile(r"(`+[^`]*`+)")
SPECIAL = re.compile(r"([*|_\\])")


def as_restructured_text(lines: Sequence[str]) -> list[str]:
    """The lines in reStructuredText: drawings are literal blocks, and elsewhere only backticks are markup."""
    return [
        made for drawn, block in groupby(_blocks(lines), key=_is_drawn) for made in _written(drawn, block)
    ]


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Runs of lines between blank lines."""
    return (list(run) for blank, run in groupby(lines, key=lambda line: not line.strip()) if not blank)


def _is_drawn(block: list[str]) -> bool:
    return all(line.startswith("    ") for line in block)


def _written(drawn: bool, blocks: Iterator[list[str]]) -> Iterator[str]:
    if drawn:
        yield from ("::", "")
    for block in blocks:
        yield from block if drawn else _escaped("\n".join(block)).splitlines()
        yield ""


def _escaped(text: str) -> str:
    parts = CODE.split(text)
    return "".join(part if part.startswith("`") else SPECIAL.sub(r"\\\1", part) for part in parts)
