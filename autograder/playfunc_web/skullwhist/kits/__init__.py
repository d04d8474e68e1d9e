"""Client kits: one bot for SkullWhist's server in seven languages, each with a README, as a zip to download.

All kits play the same strategy under the same names. README.md here is what their READMEs have in common.
"""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path

__all__ = ["BOTS", "ZIP_NAME", "kits_zip"]

ZIP_NAME = "skullwhist-kits.zip"
BOTS = {
    "csharp": "Bot.cs",
    "java": "Bot.java",
    "javascript": "bot.js",
    "perl": "bot.pl",
    "php": "bot.php",
    "python": "bot.py",
    "ruby": "bot.rb",
}
"""Folder → the bot in it."""

_HERE = Path(__file__).parent
_DATE = (2026, 1, 1, 0, 0, 0)
"""Of every file in the zip, so that its bytes depend on the files alone."""


@cache
def kits_zip() -> bytes:
    """A folder for each language with its bot and README.md."""
    written, common = io.BytesIO(), (_HERE / "README.md").read_text(encoding="utf-8")
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder, bot in BOTS.items():
            _add(archive, f"{folder}/{bot}", (_HERE / folder / bot).read_text(encoding="utf-8"))
            own = (_HERE / folder / "README.md").read_text(encoding="utf-8")
            _add(archive, f"{folder}/README.md", f"{own}\n{common}")  # how to run it, then what holds for all
    return written.getvalue()


def _add(archive: zipfile.ZipFile, name: str, text: str) -> None:
    entry = zipfile.ZipInfo(f"skullwhist-kits/{name}", _DATE)
    entry.external_attr = 0o644 << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, text)
