"""Docstrings as autodoc reads them. Ours are plain text: code stands between single backticks, and what is indented,
such as a drawing, stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

__all__ = ["as_restructured_text"]

CODE = re.compile(r"(`+[^`]*`+)")
SPECIAL = re.compile(r"([*|_\\])")


def as_restructured_text(lines: Sequence[str]) -> list[str]:
    """The lines in reStructuredText: drawings are literal blocks, and elsewhere only backticks are markup."""
    return [
        made for drawn, block in groupby(_blocks(lines), key=_is_drawn) for made in _written(drawn, block)
    ]


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Runs of lines between blank lines."""
    return (list(run) for blank, run in groupby(lines, key=lambda line: not line.strip()) if not blank)


def _is_drawn(block: list[str]) -> bool:
    return all(line.startswith("    ") for line in block)


def _written(drawn: bool, blocks: Iterator[list[str]]) -> Iterator[str]:
    if drawn:
        yield from ("::", "")
    for block in blocks:
        yield from block if drawn else _escaped("\n".join(block)).splitlines()
        yield ""


def _escaped(text: str) -> str:
    parts = CODE.split(text)
    return "".join(part if part.startswith("`") else SPECIAL.sub(r"\\\1", part) for part in parts)
