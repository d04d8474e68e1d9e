"""`playfunc doctor`: how well students' code is confined here."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import near, open_course
from playfunc_cli.options import DatabaseOption


def doctor(
    course: Annotated[
        Path | None, typer.Argument(help="Also check the settings of this course.", show_default=False)
    ] = None,
    site: Annotated[
        Path | None,
        typer.Option(
            "--site",
            help="Also the ladder's site in this folder.",
            show_default=False,
        ),
    ] = None,
    courses: Annotated[
        list[Path] | None,
        typer.Option(
            "--courses", help="A course whose secrets the site's user must not read; may be repeated."
        ),
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Show how well students' code is confined on this computer, why not better, and what to install.

    With --site, run it as the user that will serve. Exit code 1 means that something must be put right first.
    """
    from playfunc_autograder.doctor import describe, diagnose
    from playfunc_autograder.sandbox import available_tier

    if course is not None:
        zone = open_course(course).settings.zone
        print(f"The settings of {near(course)} are valid. Times are read and shown in the zone {zone}.\n")
    notebooks = None
    _begin("Trying how players are confined")
    if available_tier().tier.confined:
        try:
            from playfunc_classroom.nbgrader_bridge.kernels import why_not_notebooks
        except ModuleNotFoundError:  # a student's install marks nothing
            pass
        else:
            _begin("Starting a confined notebook, which takes up to a minute")
            notebooks = why_not_notebooks(available_tier().tier)
    _begin("Trying programs, and asking each language for its version")
    found = diagnose()
    print(describe(found, notebooks))
    if site is not None:
        _site(site, courses or (), database, found.tier.confined)


def _begin(step: str) -> None:
    """On stderr, so that a report in a file holds the report alone."""
    print(f"{step} …", file=sys.stderr, flush=True)


def _site(site: Path, courses: Sequence[Path], url: str | None, confined: bool) -> None:
    from playfunc_web.doctor import Finding, examine_site

    _begin("Looking at the site")
    findings = list(examine_site(site, courses, url))
    if not confined:
        findings.append(Finding(False, "Players are not confined here, so the ladder takes no uploads."))
    print(f"\nThe site in {near(site)}:")
    for finding in findings:
        print(f"  {'good' if finding.good else 'BAD '}  {finding.text}")
    if not all(finding.good for finding in findings):
        raise typer.Exit(1)
