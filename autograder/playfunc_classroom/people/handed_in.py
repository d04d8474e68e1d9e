"""Whether somebody handed in, and what to say where not: most often the id is mistyped."""

from __future__ import annotations

from collections.abc import Collection

from playfunc_checks.settings import nearest

__all__ = ["require_somebody", "require_submission"]

MOST = 3
"""So many ids that are near are worth naming."""


def require_somebody(handed_in: Collection[str], assignment: str) -> None:
    """Raise `ValueError` where nobody handed in."""
    if not handed_in:
        raise ValueError(
            f"nothing was handed in: there is no submitted/<student>/{assignment}/; run playfunc collect first"
        )


def require_submission(student: str, handed_in: Collection[str], assignment: str) -> None:
    """Raise `ValueError`, with ids that are near, where the student is not among those who handed in."""
    require_somebody(handed_in, assignment)
    if student not in handed_in:
        near = nearest(student, handed_in, MOST).rstrip()
        raise ValueError(
            f"there is no submission of {student} for {assignment}; "
            f"{near or 'submitted/ has a folder for each student who handed in'}"
        )
