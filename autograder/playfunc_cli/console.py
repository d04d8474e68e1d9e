"""What every command says and shows in the same way."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["bar", "misuse", "near", "trouble"]


def misuse(sentence: str) -> NoReturn:
    """Say on stderr that the command was not understood, and why; exit code 2."""
    print(f"playfunc: {sentence}", file=sys.stderr)
    raise typer.Exit(2)


def trouble(sentence: str) -> NoReturn:
    """Say on stderr that something failed; exit code 1."""
    print(f"playfunc: {sentence}", file=sys.stderr)
    raise typer.Exit(1)


def bar(quiet: bool = False) -> Progress:
    """A progress bar on stderr, shown only where somebody sees it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal)


def near(path: Path) -> str:
    """A path as the reader would type it from here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
