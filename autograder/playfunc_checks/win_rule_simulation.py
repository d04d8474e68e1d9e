"""What the win rule does to players of every strength, by simulation from measured deals.

A player "between" two measured ones is a mixture: each deal is drawn from the results of the one or of the
other. Its true chance of winning a game to 100 is that of the mixture; how often it passes is counted over
many simulated markings, each of as many deals drawn at random as a real one plays. `write_documents` brings this and
the other measured tables of the documents up to date.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from playfunc.files import write_whole
from playfunc.games.hearts import MOON
from playfunc.games.hearts.to_100 import TARGET
from playfunc.show import plots
from playfunc.show.plots import GREY, WIDTH, Axis, Place, drawing, text
from playfunc_opponents import ladder
from playfunc_opponents.measured.calibration import Contest
from playfunc_opponents.measured.elo import Contests, baselines, every_pair, handout, neighbours, wins

from playfunc_checks.assignment import Assignment
from playfunc_checks.find_assignment import default_assignment

COUNTS = (50, 100, 200, 400)
"""Deals in a marking for which the curve is drawn."""

STRENGTHS = (0.40, 0.45, 0.50, 0.54, 0.57, 0.60, 0.63, 0.66, 0.70, 0.75, 0.80)
"""True chances of winning a game, as near as mixtures come to them."""

SIMULATIONS = 500
"""Markings per strength and count: shares are within 4.4 points at 95%."""

Deals = Sequence[Sequence[int]]
"""The player's points in both playings of each deal."""


@dataclass(frozen=True)
class Strength:
    """A player of a `true` chance of winning, and the share of markings it passes, by number of deals."""

    true: float
    passes: dict[int, float]


def curve(
    contests: Sequence[Contest], assignment: Assignment, simulations: int = SIMULATIONS
) -> list[Strength]:
    """The curve for players between the measured ones; `contests` are of two-player Hearts."""
    measured = sorted(
        (
            (contest.win_rate().rate, [[int(mine) for mine, _ in deal] for deal in contest.scores])
            for contest in contests
            if len(contest.margins) >= 50
        ),
        key=lambda each: each[0],
    )
    found = []
    for wanted in STRENGTHS:
        neighbours = [
            (low, high)
            for low, high in pairwise(measured)
            if low[0] <= wanted <= high[0] and low[0] < high[0]
        ]
        if neighbours:
            found.append(_simulated(wanted, *neighbours[0], assignment.threshold, simulations))
    return found


def _simulated(
    wanted: float, low: tuple[float, Deals], high: tuple[float, Deals], threshold: float, simulations: int
) -> Strength:
    """The mixture of two measured players that comes near `wanted`, marked so many times."""
    deals = [*low[1], *high[1]]
    shares = [step / 200 for step in range(201)]
    mixed = [
        [(1 - share) / len(low[1])] * len(low[1]) + [share / len(high[1])] * len(high[1]) for share in shares
    ]
    found = chances([_histogram(deals, weights) for weights in mixed])
    true, weights = min(zip(found, mixed, strict=True), key=lambda each: abs(each[0] - wanted))
    rng = random.Random(f"win rule {wanted}")
    passes = {}
    for count in COUNTS:
        drawn = [_histogram(rng.choices(deals, weights, k=count)) for _ in range(simulations)]
        passes[count] = sum(rate >= threshold for rate in chances(drawn)) / simulations
    return Strength(true, passes)


def _histogram(deals: Deals, weights: Sequence[float] | None = None) -> list[float]:
    """How often the player took 0 … 26 points in a playing."""
    found = [0.0] * (MOON + 1)
    for place, deal in enumerate(deals):
        for points in deal:
            found[points] += weights[place] if weights else 1
    return found


def chances(histograms: Sequence[Sequence[float]]) -> list[float]:
    """`to_100.chance_of_winning` of many players at once, from how often they took 0 … 26 points."""
    import numpy as np

    hand = np.array(histograms, dtype=float)
    hand /= hand.sum(axis=1, keepdims=True)
    won = np.zeros(len(hand))
    standing = np.ones((len(hand), 1))
    below, even = hand[:, : MOON // 2].sum(axis=1), hand[:, MOON // 2]
    at_tie = np.divide(below, 1 - even, out=np.full(len(hand), 0.5), where=even < 1)
    hands = 0
    while standing.any():
        hands += 1
        after = np.zeros((len(hand), standing.shape[1] + MOON))
        for points in range(MOON + 1):
            after[:, points : points + standing.shape[1]] += standing * hand[:, points : points + 1]
        mine = np.arange(after.shape[1])
        theirs = MOON * hands - mine
        over = np.maximum(mine, theirs) >= TARGET
        won += after[:, over & (mine < theirs)].sum(axis=1) + at_tie * after[:, over & (mine == theirs)].sum(
            axis=1
        )
        standing = np.where(over, 0.0, after)
    return [float(each) for each in won]


def table(strengths: Sequence[Strength]) -> str:
    """The curve as a table in Markdown."""
    head = ["true chance of winning a game", *(f"{count} deals" for count in COUNTS)]
    rows = [
        [f"{strength.true:.0%}", *(f"{strength.passes[count]:.0%}" for count in COUNTS)]
        for strength in strengths
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---:"] * len(head), *rows))


COLOURS = dict(zip(COUNTS, ("#b9c4be", "#7fa08f", "#21684a", "#0b2d20"), strict=True))


def figure(strengths: Sequence[Strength], threshold: float) -> str:
    """The curve as a picture in SVG: one line per number of deals."""
    across = Axis(strengths[0].true, strengths[-1].true, 60, WIDTH - 90)
    up = Axis(0, 1, 300, 24)
    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = up.place(share)
        parts += [_line([(60, y), (WIDTH - 90, y)], "#dfe6e2"), text(52, y + 4, f"{share:.0%}", anchor="end")]
    for tick in across.ticks():
        parts.append(text(across.place(tick), 318, f"{tick:.0%}", anchor="middle"))
    x = across.place(threshold)
    parts += [_line([(x, 24), (x, 300)], GREY, stroke_dasharray="5 4")]
    parts += [text(x + 6, 36, f"the rule: {threshold:.0%}", colour=GREY)]
    for place, count in enumerate(COUNTS):
        points = [(across.place(each.true), up.place(each.passes[count])) for each in strengths]
        parts.append(_line(points, COLOURS[count]))
        parts.append(text(WIDTH - 84, 160 + 18 * place, f"{count} deals", colour=COLOURS[count]))
    parts.append(
        text(60, 338, "across: true chance of winning a game; up: how often the check is passed", colour=GREY)
    )
    told = (
        "How often a player passes a win check, by its true chance of winning a game and the number of deals"
    )
    return drawing(350, told, parts)


def _line(points: Sequence[Place], colour: str, **looks: str) -> str:
    return plots.path(points, fill="none", stroke=colour, stroke_width=2, **looks)


def marked(contests: Sequence[Contest], game: str) -> list[Contest]:
    """The contests of two against an opponent that counts for marks."""
    tiers = ladder(game).tiers
    return [
        each
        for each in contests
        if (each.pairing.game, each.pairing.seats) == (game, 2) and each.pairing.second in tiers
    ]


# A document holds each table between two marks, the first of which names it: a kind of `TABLES`, a game, and for some
# kinds a number of players. `write_documents` puts what is measured now in their place. So no number in a text is
# older than the store, and a test can tell.


TABLES: Mapping[str, Callable[[Contests, str, int], str]] = {
    "neighbours": lambda contests, game, seats: neighbours(contests, ladder(game), seats),
    "every pair": lambda contests, game, seats: every_pair(contests, ladder(game), seats),
    "baselines": lambda contests, game, _: baselines(contests, ladder(game)),
    "wins": lambda contests, game, _: wins(contests, ladder(game)),
    "reference players": lambda contests, game, seats: handout(
        contests, ladder(game), seats, default_assignment(game).threshold
    ),
    "win rule": lambda contests, game, _: table(_curve(contests, game)),
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
        figure(_curve(contests, "hearts"), default_assignment("hearts").threshold) + "\n"
    ),
}
"""A picture's path in a clone → what is in it."""


def _curve(contests: Contests, game: str) -> list[Strength]:
    return _curve_of(tuple(marked(list(contests.values()), game)), game)


@lru_cache(maxsize=1)
def _curve_of(contests: tuple[Contest, ...], game: str) -> list[Strength]:
    return curve(contests, default_assignment(game))


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
