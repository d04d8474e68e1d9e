"""A cell that somebody stopped."""

from __future__ import annotations

__all__ = ["Interrupted"]


class Interrupted(KeyboardInterrupt):
    """Somebody stopped a cell. IPython shows the sentence alone, without our frames."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]
