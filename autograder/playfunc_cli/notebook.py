"""`playfunc run`: a notebook as text, cell by cell, with what its code shows. `playfunc lab`: JupyterLab on a
folder."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import misuse

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from IPython.core.interactiveshell import InteractiveShell


def run(
    notebook: Annotated[Path, typer.Argument(help="A notebook that you were given or wrote.")],
    results: Annotated[
        bool,
        typer.Option("--results", help="Leave out text and code: print what cells show, and nothing else."),
    ] = False,
) -> None:
    """Run a notebook and print it as text, cell by cell: what it says, its code, and what the code shows.

    The notebook stays as it is. A cell that raises ends the run, as in JupyterLab. Try: playfunc run hearts.ipynb
    """
    from playfunc_checks.cells import text_of
    from playfunc_checks.extract import ExtractError, read_cells

    try:
        cells = read_cells(notebook)
    except ExtractError as error:
        misuse(str(error))
    os.chdir(notebook.resolve().parent)
    sys.path.insert(0, "")
    shell = _shell()
    for number, cell in enumerate(cells, 1):
        if cell.get("cell_type") == "code":
            _run(shell, cell, number, results)
        elif not results:
            print(_plain(text_of(cell)), end="\n\n")


def _run(shell: InteractiveShell, cell: Mapping[str, Any], number: int, results: bool) -> None:
    """Print and run a cell. Raises `typer.Exit` after one that raised."""
    from playfunc_checks.cells import text_of

    source = text_of(cell)
    first = source.strip().partition("\n")[0]
    print(f"[Cell {number}] {first}" if results else f"[Cell {number}]\n{source}\n[Cell {number} shows]")
    done = shell.run_cell(source, store_history=True)
    print(flush=True)
    if not done.success:
        raise typer.Exit(1)


def _shell() -> InteractiveShell:
    """Colours and prompts would be read aloud; `_` and `Out` are as in a notebook."""
    from IPython.core.displayhook import DisplayHook
    from IPython.core.interactiveshell import InteractiveShell

    class Hook(DisplayHook):  # type: ignore[misc]
        def write_output_prompt(self) -> None:
            """No "Out[3]:" before a result."""

    class Shell(InteractiveShell):  # type: ignore[misc]
        displayhook_class = Hook

    shell: InteractiveShell = Shell.instance(colors="nocolor")
    return shell


def _plain(markdown: str) -> str:
    """Markdown without the tags that fold text, which a terminal shows as they are."""
    summed = re.sub(r"<summary>(.*?)</summary>", r"\1:", markdown)
    return re.sub(r"</?(details|summary)[^>]*>", "", summed).strip()


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
