"""The exception for a cell that the user stopped, which names the student's own line that was running."""

from __future__ import annotations

from playfunc_checks.bounded import Ended, interrupted_at

__all__ = ["Interrupted", "interrupted"]

STOPPED = "You stopped this cell, so it has no result. Run it again to start anew."
HERE = "Your code was running:"


class Interrupted(KeyboardInterrupt):
    """The user stopped a cell. `where` is the student's own line that was running, if one was. IPython shows both, without
    playfunc's frames."""

    def __init__(self, where: str = "") -> None:
        super().__init__("\n".join([STOPPED, HERE, where] if where else [STOPPED]))

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


def interrupted(error: KeyboardInterrupt) -> KeyboardInterrupt:
    """What to raise for an interrupt: the same where it says already what was going on."""
    return error if isinstance(error, Ended | Interrupted) else Interrupted(interrupted_at(error))
