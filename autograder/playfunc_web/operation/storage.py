"""Whether storage is in trouble: the database failed lately, or the disk of the site's folder is nearly full."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from pathlib import Path

__all__ = ["LEAST_FREE_BYTES", "Trouble", "nearly_full"]

LEAST_FREE_BYTES = 32 * 1024 * 1024
LATELY_SECONDS = 60.0
LOOK_SECONDS = 5.0


def nearly_full(folder: Path, least_free: int = LEAST_FREE_BYTES) -> bool:
    """Whether the disk of a folder has less than `least_free` bytes, or cannot be asked."""
    try:
        return shutil.disk_usage(folder).free < least_free
    except OSError:
        return True


@dataclass(slots=True)
class Trouble:
    """Of one application; every page says so while there is any."""

    folder: Path
    least_free: int = LEAST_FREE_BYTES
    _since: float = 0.0
    _looked: float = 0.0
    _full: bool = False

    def failed(self) -> None:
        """The database refused something just now."""
        self._since = time.monotonic()

    @property
    def now(self) -> bool:
        return self.full or (self._since > 0 and time.monotonic() - self._since < LATELY_SECONDS)

    @property
    def full(self) -> bool:
        """Whether less than `least_free` bytes are free, as looked up every few seconds."""
        at = time.monotonic()
        if not self._looked or at - self._looked > LOOK_SECONDS:
            self._looked = at
            self._full = nearly_full(self.folder, self.least_free)
        return self._full
