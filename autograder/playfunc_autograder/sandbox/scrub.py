"""Text that came out of a worker, made fit for reports: no paths of this machine, no control characters, and not
the words by which a marker knows its own."""

from __future__ import annotations

import os
import re
import site
import sys
import sysconfig
from functools import lru_cache

from playfunc_checks.budget import NOT_ASKED

__all__ = ["scrub", "without_folders"]

_FRAME = re.compile(r'File "[^"\n]*[/\\]([^"/\\\n]+)"')
"""A traceback's line, which is shown without its folder."""

_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,}")
"""Where an object lies, as its `repr` tells it: another place in every process, in what should be the same text."""

_CONTROL = {
    code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if code not in (9, 10)
}
"""What would move a terminal's cursor or change its colours."""


def scrub(text: str) -> str:
    """The text with `File "…/name.py"` as `File "name.py"`, and known folders of this machine as `…`, as is what
    would have a fault taken for one of a question that was never put."""
    return without_folders(text.replace("\r\n", "\n").translate(_CONTROL)).replace(NOT_ASKED, "…")


def without_folders(text: str) -> str:
    """The text without this machine's folders and a process's addresses; control characters stay."""
    return _ADDRESS.sub("at 0x…", _known_folders().sub("…", _FRAME.sub(r'File "\1"', text)))


@lru_cache
def _known_folders() -> re.Pattern[str]:
    """Longest first, so that a folder inside another goes as a whole."""
    folders = {
        *sys.path,
        *site.PREFIXES,
        *sysconfig.get_paths().values(),
        sys.base_prefix,
        os.path.expanduser("~"),
        os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
    }
    folders |= {os.path.realpath(folder) for folder in folders}
    # "/usr" or "C:\" alone tell nothing, and would spoil honest text.
    telling = [folder for folder in folders if len(re.split(r"[/\\]", folder.rstrip("/\\"))) > 2]
    return re.compile("|".join(re.escape(f) for f in sorted(telling, key=len, reverse=True)) or r"(?!)")
