"""Text in CSV files that a spreadsheet must not run."""

from __future__ import annotations

__all__ = ["harmless"]

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a formula begins with; some spreadsheets take the wide forms too."""


def harmless(text: str) -> str:
    """The text, behind an apostrophe where a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(FORMULAS) else text
