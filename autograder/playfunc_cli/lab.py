"""`playfunc lab`: JupyterLab on a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import misuse


def lab(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="Which folder to open.")] = Path(),
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Which port to listen on.", show_default="8888")
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address instead of opening a browser.")
    ] = False,
) -> None:
    """Open JupyterLab on a folder, such as the course or a released assignment.

    Every other option is passed on to JupyterLab, such as --ip=0.0.0.0
    """
    try:
        from jupyterlab.labapp import LabApp
    except ModuleNotFoundError:
        misuse("JupyterLab is not installed; install it with: pip install 'playfunc[lab]'")
    rest = context.args
    if str(folder).startswith("-"):  # no folder was named, and the first of the other options took its place
        folder, rest = Path(), [str(folder), *rest]
    if not folder.is_dir():
        misuse(f"there is no folder {str(folder)!r}")
    ours = [*([f"--port={port}"] if port is not None else []), *(["--no-browser"] if no_browser else [])]
    LabApp.launch_instance(argv=[str(folder), *ours, *rest])
