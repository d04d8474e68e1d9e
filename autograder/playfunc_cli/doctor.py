"""`playfunc doctor`: how well students' code is confined here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import near, open_course

__all__ = ["doctor"]


def doctor(
    course: Annotated[
        Path | None, typer.Argument(help="Also check the settings of this course.", show_default=False)
    ] = None,
) -> None:
    """Show how well students' code is confined on this computer, why not better, and what to install."""
    from playfunc_autograder.doctor import describe, diagnose
    from playfunc_autograder.sandbox import available_tier

    if course is not None:
        zone = open_course(course).settings.zone
        print(f"The settings of {near(course)} are valid. Times are read and shown in the zone {zone}.\n")
    notebooks = None
    if available_tier().tier.confined:
        try:
            from playfunc_classroom.nbgrader_bridge.canary import why_not_notebooks
        except ModuleNotFoundError:  # a student's install marks nothing
            pass
        else:
            notebooks = why_not_notebooks(available_tier().tier)
    print(describe(diagnose(), notebooks))
