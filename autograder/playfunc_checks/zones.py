"""Time zones by name, and the one this machine is set to."""

from __future__ import annotations

import os
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

__all__ = ["known_zone", "system_zone"]

_LOCAL = Path("/etc/localtime")
_DATABASE = "zoneinfo/"


def known_zone(name: str) -> ZoneInfo | None:
    """The zone of this name, such as `Europe/Berlin`; `None` where there is none, and for those below `right/`,
    which count leap seconds: Python reads them an hour off."""
    if name.startswith("right/"):
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def system_zone() -> ZoneInfo:
    """This machine's zone, by `TZ`, else by what `/etc/localtime` points to; UTC where neither names one."""
    names = (os.environ.get("TZ", "").removeprefix(":"), str(_LOCAL.resolve()))
    found = (known_zone(name.rpartition(_DATABASE)[2]) for name in names if name)
    return next((zone for zone in found if zone is not None), ZoneInfo("UTC"))
