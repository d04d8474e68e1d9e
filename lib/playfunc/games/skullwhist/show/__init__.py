"""Pictures of SkullWhist: its face (see `playfunc.show.face`)."""

from __future__ import annotations

from playfunc.games.skullwhist.show.scene import SkullWhistFace

__all__ = ["FACE"]

FACE = SkullWhistFace()
