"""The reference of the command `playfunc`, from the command itself."""

from __future__ import annotations

import typer
from playfunc_cli.main import COMMANDS, GROUPS, command_line
from typer.cli import get_docs_for_click

__all__ = ["commands"]


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
