"""The colours of verdicts."""

from __future__ import annotations

from playfunc_checks.results import Verdict
from playfunc_cli.verdicts import STYLES
from rich.style import Style


def test_every_verdict_has_a_colour_that_can_be_shown() -> None:
    assert set(STYLES) == set(Verdict)
    for style in STYLES.values():
        Style.parse(style)
