"""The documents that show measured strength.

A document holds each table between two marks, the first of which names it: a kind of `TABLES`, a game, and for some
kinds a number of players. `write_documents` puts what is measured now in their place. So no number in a text is
older than the store, and a test can tell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from playfunc.files import write_whole
from playfunc_opponents import ladder
from playfunc_opponents.measured.calibration import Contest
from playfunc_opponents.measured.scale import Contests, every_pair, handout, neighbours, rungs, wins

from playfunc_checks import win_rule
from playfunc_checks.finding import usual_assignment

__all__ = ["DOCUMENTS", "FIGURES", "TABLES", "with_tables", "write_documents"]

TABLES: Mapping[str, Callable[[Contests, str, int], str]] = {
    "neighbours": lambda contests, game, seats: neighbours(contests, ladder(game), seats),
    "every pair": lambda contests, game, seats: every_pair(contests, ladder(game), seats),
    "rungs": lambda contests, game, _: rungs(contests, ladder(game)),
    "wins": lambda contests, game, _: wins(contests, ladder(game)),
    "reference players": lambda contests, game, _: handout(
        contests, ladder(game), usual_assignment(game).threshold
    ),
    "win rule": lambda contests, game, _: win_rule.table(_curve(contests, game)),
}
"""A table's kind, as a document names it → the table, from all contests, for a game and a number of players."""

BLOCK = re.compile(
    r"(?P<start><!-- measured: (?P<kind>[a-z ]+), (?P<game>\w+)(?:, (?P<seats>\d+) players)? -->)"
    r".*?(?P<end><!-- end of what was measured -->)",
    re.DOTALL,
)

DOCUMENTS = ("docs/*.md", "course/source/*/*.ipynb")
"""Patterns of the documents in a clone that may hold tables."""

FIGURES: Mapping[str, Callable[[Contests], str]] = {
    "docs/win_rule.svg": lambda contests: (
        win_rule.figure(_curve(contests, "hearts"), usual_assignment("hearts").threshold) + "\n"
    ),
}
"""A picture's path in a clone → what is in it."""


def _curve(contests: Contests, game: str) -> list[win_rule.Strength]:
    return _curve_of(tuple(win_rule.marked(list(contests.values()), game)), game)


@lru_cache(maxsize=1)
def _curve_of(contests: tuple[Contest, ...], game: str) -> list[win_rule.Strength]:
    return win_rule.curve(contests, usual_assignment(game))


def with_tables(text: str, contests: Contests) -> str:
    """The text with every table as it is measured now. Raises `ValueError` for a kind of table that is not known."""

    def measured(block: re.Match[str]) -> str:
        if block["kind"] not in TABLES:
            raise ValueError(f"there is no table {block['kind']!r}; known kinds are {', '.join(TABLES)}")
        table = TABLES[block["kind"]](contests, block["game"], int(block["seats"] or 2))
        return f"{block['start']}\n{table}\n{block['end']}"

    return BLOCK.sub(measured, text)


def write_documents(clone: Path, contests: Contests) -> list[Path]:
    """Bring the tables in all documents up to date; the documents that have changed."""
    texts = {
        path: (_notebook_with_tables if path.suffix == ".ipynb" else with_tables)(
            path.read_text("utf-8"), contests
        )
        for pattern in DOCUMENTS
        for path in sorted(clone.glob(pattern))
    }
    texts |= {clone / name: picture(contests) for name, picture in FIGURES.items()}
    changed = [path for path, text in texts.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in changed:
        write_whole(path, texts[path])
    return changed


def _notebook_with_tables(text: str, contests: Contests) -> str:
    """The notebook's text with the tables in its Markdown cells."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if BLOCK.search(source):
            cell["source"] = with_tables(source, contests)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
