"""Players in worker processes of their own: what a mark may be computed from."""

from __future__ import annotations

from playfunc_autograder.sandbox.budget import Limits
from playfunc_autograder.sandbox.host import SandboxError, WorkerPlayer
from playfunc_autograder.sandbox.replies import Facts

__all__ = ["Facts", "Limits", "SandboxError", "WorkerPlayer"]
