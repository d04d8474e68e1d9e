"""Pictures of FootSteps: its face (see `playfunc.show.face`)."""

from __future__ import annotations

from playfunc.games.footsteps.show.scene import FootStepsFace

__all__ = ["FACE"]

FACE = FootStepsFace()
