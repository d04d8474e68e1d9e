"""Pictures of Hearts: its face (see `playfunc.show.face`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playfunc.games.hearts.show.scene import HeartsFace
from playfunc.lazy import lazily

if TYPE_CHECKING:
    from playfunc.games.hearts.show.table import HandTable
else:
    __getattr__ = lazily(__name__, {"HandTable": f"{__name__}.table"})  # it needs widgets

__all__ = ["FACE", "HandTable"]

FACE = HeartsFace()
