"""The colours of verdicts in a terminal."""

from __future__ import annotations

from playfunc_checks.results import Verdict

__all__ = ["STYLES"]

STYLES = {
    Verdict.PASSED: "green",
    Verdict.FAILED: "red",
    Verdict.BROKEN: "bold yellow",
    Verdict.SKIPPED: "dim",
    Verdict.OPEN: "bold yellow",
}
