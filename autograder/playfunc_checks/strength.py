"""The tables of measured strength, and the documents that show them.

A document holds a table between two marks; `write_documents` puts what is measured now in their place. So
no number in a text is older than the store, and a test can tell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from statistics import NormalDist

from playfunc.games import game
from playfunc_opponents import LADDERS, Ladder
from playfunc_opponents.measured.calibration import Contest, Pairing

from playfunc_checks import win_rule
from playfunc_checks.usual import usual_assignment

__all__ = [
    "DOCUMENTS",
    "FIGURES",
    "every_pair",
    "handout",
    "neighbours",
    "tiers_of",
    "with_tables",
    "write_documents",
]

Contests = Mapping[Pairing, Contest]

BLOCK = "<!-- measured: {name} -->"
END = "<!-- end of what was measured -->"


def neighbours(contests: Contests, ladder: Ladder, seats: int) -> str:
    """Each tier against the one below, as a table in Markdown."""
    names = ladder.names(seats)
    return _table(
        ("", ladder.unit, "95%", "99%", *(["games to 100 won"] if seats == 2 else []), "deals"),
        (
            _row(contest, f"`{better}` over {_others(worse, seats)}")
            for worse, better in pairwise(names)
            for contest in _between(contests, ladder.game, seats, better, worse)
        ),
    )


def tiers_of(contests: Contests, ladder: Ladder) -> str:
    """Every pair of tiers of a game for two, by the share of games won, which is what a mark is about."""
    return _table(
        ("", f"{game(ladder.game).win.won} won", "99%", ladder.unit, "deals"),
        (
            _won_row(contest)
            for better, worse in combinations(reversed(ladder.names(2)), 2)
            for contest in _between(contests, ladder.game, 2, better, worse)
        ),
    )


def _won_row(contest: Contest) -> tuple[str, ...]:
    won, pairing = contest.win_rate(), contest.pairing
    reach = NormalDist().inv_cdf(0.995) * won.standard_error
    return (
        f"`{pairing.first}` over `{pairing.second}`",
        f"{won.rate:.1%}",
        f"{max(won.rate - reach, 0):.1%} … {min(won.rate + reach, 1):.1%}",
        f"{contest.interval().mean:+.1f}",
        str(len(contest.margins)),
    )


def every_pair(contests: Contests, ladder: Ladder, seats: int) -> str:
    """Everything measured at such a table that `neighbours` does not show."""
    shown = set(pairwise(ladder.names(seats)))
    return _table(
        ("", ladder.unit, "95%", "99%", *(["games to 100 won"] if seats == 2 else []), "deals"),
        (
            _row(contest, f"`{pairing.first}` over {_others(pairing.second, seats)}")
            for pairing, contest in contests.items()
            if (pairing.game, pairing.seats) == (ladder.game, seats)
            and (pairing.second, pairing.first) not in shown
            and len(contest.margins) > 1
        ),
    )


def handout(contests: Contests, ladder: Ladder) -> str:
    """Reference players against the opponents: what they win, and in brackets the mean difference of scores."""
    tiers = ladder.tiers
    rows = []
    for reference in ladder.references:
        met = [_between(contests, ladder.game, 2, reference, tier) for tier in tiers]
        rows.append((f"`{reference}`", *(_chance(found[0]) if found else "not measured" for found in met)))
    return _table(("player", *(f"against `{tier}`" for tier in tiers)), rows)


def _chance(contest: Contest) -> str:
    """Games won and points a hand; in bold where that is enough to pass."""
    rate, points = contest.win_rate().rate, contest.interval()
    text = f"{rate:.0%} ({points.mean:+.1f} ± {points.half_width:.1f})"
    return f"**{text}**" if rate >= 0.6 else text


def _between(contests: Contests, game: str, seats: int, first: str, second: str) -> list[Contest]:
    return [
        contest
        for pairing, contest in contests.items()
        if (pairing.game, pairing.seats, pairing.first, pairing.second) == (game, seats, first, second)
        and len(contest.margins) > 1
    ]


def _others(name: str, seats: int) -> str:
    return f"`{name}`" if seats == 2 else f"three of `{name}`"


def _row(contest: Contest, name: str) -> tuple[str, ...]:
    narrow, wide = contest.interval(0.95), contest.interval(0.99)
    won = [f"{contest.win_rate().rate:.1%}"] if contest.pairing.seats == 2 else []
    spans = [f"{each.low:+.2f} … {each.high:+.2f}" for each in (narrow, wide)]
    return (name, f"{narrow.mean:+.2f}", *spans, *won, str(len(contest.margins)))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown, the first column to the left."""
    marks = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, marks, *rows))


DOCUMENTS: Mapping[str, Mapping[str, Callable[[Contests], str]]] = {
    "docs/strength.md": {
        "two players": lambda contests: neighbours(contests, LADDERS["hearts"], 2),
        "reference players": lambda contests: handout(contests, LADDERS["hearts"]),
        "four players": lambda contests: neighbours(contests, LADDERS["hearts"], 4),
        "all of two": lambda contests: every_pair(contests, LADDERS["hearts"], 2),
        "all of four": lambda contests: every_pair(contests, LADDERS["hearts"], 4),
        "footsteps": lambda contests: tiers_of(contests, LADDERS["footsteps"]),
        "footsteps players": lambda contests: handout(contests, LADDERS["footsteps"]),
        "blackjack": lambda contests: tiers_of(contests, LADDERS["blackjack"]),
        "blackjack players": lambda contests: handout(contests, LADDERS["blackjack"]),
        "skullwhist": lambda contests: tiers_of(contests, LADDERS["skullwhist"]),
        "skullwhist players": lambda contests: handout(contests, LADDERS["skullwhist"]),
    },
    "docs/win_rule.md": {"the curve": lambda contests: win_rule.table(_curve(contests))},
    "course/source/hearts/hearts.ipynb": {
        "reference players": lambda contests: handout(contests, LADDERS["hearts"]),
    },
}
"""A document's path in a clone → the tables in it by name."""

FIGURES: Mapping[str, Callable[[Contests], str]] = {
    "docs/win_rule.svg": lambda contests: (
        win_rule.figure(_curve(contests), usual_assignment("hearts").threshold) + "\n"
    ),
}
"""A picture's path in a clone → what is in it."""


def _curve(contests: Contests) -> list[win_rule.Strength]:
    return _curve_of(tuple(win_rule.marked(list(contests.values()), "hearts")))


@lru_cache(maxsize=1)
def _curve_of(contests: tuple[Contest, ...]) -> list[win_rule.Strength]:
    return win_rule.curve(contests, usual_assignment("hearts"))


def with_tables(text: str, tables: Mapping[str, str]) -> str:
    """The text with every block replaced by the table of its name. Raises `ValueError` if one is missing."""
    for name, table in tables.items():
        start = BLOCK.format(name=name)
        pattern = re.compile(re.escape(start) + r".*?" + re.escape(END), re.DOTALL)
        parts = pattern.split(text)
        if len(parts) == 1:
            raise ValueError(f"there is no block {start!r} … {END!r} to put a table into")
        text = f"{start}\n{table}\n{END}".join(parts)
    return text


def write_documents(clone: Path, contests: Contests) -> list[Path]:
    """Bring the tables in all documents up to date; the documents that have changed."""
    changed = []
    for name, blocks in DOCUMENTS.items():
        path = clone / name
        tables = {block: table(contests) for block, table in blocks.items()}
        old = path.read_text(encoding="utf-8")
        new = _notebook_with_tables(old, tables) if path.suffix == ".ipynb" else with_tables(old, tables)
        if new != old:
            path.write_text(new, encoding="utf-8")
            changed.append(path)
    for name, picture in FIGURES.items():
        path = clone / name
        if not path.exists() or path.read_text(encoding="utf-8") != picture(contests):
            path.write_text(picture(contests), encoding="utf-8")
            changed.append(path)
    return changed


def _notebook_with_tables(text: str, tables: Mapping[str, str]) -> str:
    """The notebook's text with the tables in the Markdown cells that have their blocks."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        inside = {name: table for name, table in tables.items() if BLOCK.format(name=name) in source}
        if inside:
            cell["source"] = with_tables(source, inside)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
