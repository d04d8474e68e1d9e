"""What docs/hub.md has a reader do, in its order: files by their paths, commands by the comment they begin with."""

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "hub.md").read_text(encoding="utf-8")
INSTALL, DISK, NGSHARE = "Install", "On a shared disk", "Without a shared disk: ngshare"
"""Headings: what is installed, and the two kinds of exchange."""

PARTS = re.compile(
    r"^#+ (?P<heading>[^\n]*)$|^```(?P<language>\w*)\n(?P<text># (?P<first>[^\n]*)\n.*?)^```", re.M | re.S
)


@dataclass(frozen=True, slots=True)
class Block:
    heading: str
    language: str
    first: str
    """The comment of its first line."""
    text: str

    @property
    def paths(self) -> list[str]:
        """Of a file: where its text is put, or added to what is there."""
        return [] if self.language == "sh" else re.findall(r"/[\w./-]+", self.first)


def blocks() -> list[Block]:
    found, heading = [], ""
    for part in PARTS.finditer(PAGE):
        if part["heading"]:
            heading = part["heading"]
        else:
            found.append(Block(heading, part["language"], part["first"], part["text"]))
    return found


def commands(first: str) -> str:
    """The one block of commands that begins with this comment."""
    (found,) = (block.text for block in blocks() if block.language == "sh" and block.first == first)
    return found
