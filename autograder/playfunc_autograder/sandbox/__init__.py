"""Run players in separate worker processes, so that marks can be computed from them."""

from __future__ import annotations

from playfunc_autograder.sandbox.tiers import Probe, Tier, available_tier
from playfunc_autograder.sandbox.worker_player import SandboxError, WorkerPlayer

__all__ = ["Probe", "SandboxError", "Tier", "WorkerPlayer", "available_tier"]
