"""Pictures of Hearts: its face (see `playfunc.show.face`)."""

from __future__ import annotations

from playfunc.games.hearts.show.scene import HeartsFace

__all__ = ["FACE"]

FACE = HeartsFace()
