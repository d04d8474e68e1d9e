"""What every command prints and shows in the same way."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol

import typer

if TYPE_CHECKING:
    from playfunc_classroom.nbgrader_bridge.course import Course
    from rich.console import Console
    from rich.progress import Task
    from rich.text import Text


VERDICT_STYLES = {
    "passed": "green",
    "failed": "red",
    "broken": "bold yellow",
    "skipped": "dim",
    "open": "bold yellow",
}
"""A verdict's value → its colour in a terminal."""


def misuse(sentence: str) -> NoReturn:
    """Say on stderr that the command was not understood, and why; exit code 2."""
    print(f"playfunc: {sentence}", file=sys.stderr)
    raise typer.Exit(2)


def trouble(sentence: str) -> NoReturn:
    """Say on stderr that something failed; exit code 1."""
    print(f"playfunc: {sentence}", file=sys.stderr)
    raise typer.Exit(1)


def open_course(folder: Path) -> Course:
    """The course in `folder`. Raises as `Course.open` does."""
    from playfunc_classroom.nbgrader_bridge.course import Course

    return Course.open(folder)


class Update(Protocol):
    """Shows that so much is done, of how much, and under another label, as far as these are given."""

    def __call__(self, done: int, total: int | None = None, label: str = "") -> None: ...


@contextmanager
def progress(
    label: str,
    total: int | None = None,
    *,
    quiet: bool = False,
    lines: bool = False,
    console: Console | None = None,
) -> Iterator[Update]:
    """Show on stderr how far something is, if it is a terminal; a spinner turns all the time. With `lines`, each
    step is also a line on stdout where that is a file or a pipe, so that it says how far a stopped run came."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        SpinnerColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Count(ProgressColumn):
        """`3/10`; where the total is not known yet `3`, and nothing before the first."""

        def render(self, task: Task) -> Text:
            done = f"{task.completed:.0f}"
            if task.total is not None:
                return Text(f"{done}/{task.total:.0f}", "progress.download")
            return Text(done if task.completed else "", "progress.download")

    console = console or Console(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        Count(),
        TimeRemainingColumn(),
    )
    disabled = quiet or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=disabled) as shown:
        task = shown.add_task(label, total=total)

        def update(done: int, total: int | None = None, label: str = "") -> None:
            shown.update(task, completed=done, total=total, description=label or None)
            if lines and label and not sys.stdout.isatty():
                print(f"{label} ({done} of {total})", flush=True)

        yield update


def near(path: Path) -> str:
    """A path as the reader would type it from here; whole from the root folder, in which services run."""
    here, whole = Path.cwd(), path.resolve()
    is_near = here.parent != here and whole.is_relative_to(here)
    return str(whole.relative_to(here) if is_near else path)


def duration(seconds: float) -> str:
    """To two digits or so: `40 s`, `12 min`, `3.5 h`."""
    if seconds < 1:
        return "less than a second"
    if seconds < 99:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 99 * 60 else f"{seconds / 3600:.1f} h"
