"""The exception for a cell that the user stopped."""

from __future__ import annotations

__all__ = ["Interrupted"]


class Interrupted(KeyboardInterrupt):
    """The user stopped a cell. IPython shows only the sentence, without playfunc's frames."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]
