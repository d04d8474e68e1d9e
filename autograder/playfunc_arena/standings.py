"""Who won: one row per contestant, with an interval, a record of wins, and a rating; as text; and two head to head."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from playfunc.statistics import LEAST_DEALS, mean_interval

from playfunc_arena.formats import Format, Outcome
from playfunc_arena.ratings import NO_GAME, TOO_FEW, UNRATED, Rating, rate, without_interval


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95% interval, from `count` deals. What cannot be computed is `None`, and `reason` says why."""

    mean: float | None
    low: float | None
    high: float | None
    count: int
    reason: str = ""


UNVALUED = Estimate(None, None, None, 0, NO_GAME)

EXACT = 9
"""Decimals to which means are compared: means of the same numbers in another order differ beyond them."""


@dataclass(frozen=True, slots=True)
class Row:
    """A contestant's line. `value` is in the format's unit, one value per deal; a win is a game in which
    no other player scored better, shared wins
    are ties; `first_fault` is the reason of the first fault. A player that was
    `left_out` (why), met no opponent, or played too few deals has no rank; nor have too few deals an interval."""

    rank: int | None
    name: str
    value: Estimate
    games: int
    wins: int
    ties: int
    losses: int
    faults: int
    first_fault: str
    rating: Rating
    left_out: str = ""


def standings(
    form: Format,
    names: Sequence[str],
    outcomes: Sequence[Outcome],
    marks: Mapping[int, float] = MappingProxyType({}),
) -> list[Row]:
    """Best first; equal values share a rank. `marks` are the players whose ratings are known, by their places.

    Nobody is ranked by fewer than `LEAST_DEALS` deals, except where everyone has met everyone in a game that deals
    nothing (`Format.complete`).
    """
    ratings = rate(len(names), outcomes, high=form.high, marks=marks)
    values = {player: _estimate(by_deal) for player, by_deal in form.values(outcomes).items()}
    sign = -1 if form.high else 1
    keys = {player: round(sign * (value.mean or 0.0), EXACT) for player, value in values.items()}
    best_first = sorted(keys.values())
    ranked = {p for p, value in values.items() if form.complete or value.count >= LEAST_DEALS}
    order = sorted(range(len(names)), key=lambda player: (keys.get(player, float("inf")), player))
    records, faults = _records(len(names), outcomes, form.high), _faults(len(names), outcomes)
    return [
        Row(
            1 + bisect_left(best_first, keys[player]) if player in ranked else None,
            names[player],
            values.get(player, UNVALUED),
            *records[player],
            len(faults[player]),
            next(iter(faults[player]), ""),
            ratings[player],
        )
        for player in order
    ]


def left_out(name: str, reason: str) -> Row:
    """The row of a player that could not take part."""
    return Row(None, name, UNVALUED, 0, 0, 0, 0, 0, "", UNRATED, reason)


def _estimate(by_deal: Mapping[int, float]) -> Estimate:
    values = list(by_deal.values())
    interval = mean_interval(values)
    if reason := without_interval(values):
        return Estimate(interval.mean, None, None, len(values), reason)
    return Estimate(interval.mean, interval.low, interval.high, len(values))


def _records(players: int, outcomes: Sequence[Outcome], high: bool) -> list[tuple[int, int, int, int]]:
    """Each player's games, wins, ties and losses, in one pass: contests have a hundred thousand games."""
    games, wins, ties = [0] * players, [0] * players, [0] * players
    for outcome in outcomes:
        best = max(outcome.scores) if high else min(outcome.scores)
        alone = outcome.scores.count(best) == 1
        for player, mine in zip(outcome.fixture.players, outcome.scores, strict=True):
            games[player] += 1
            wins[player] += mine == best and alone
            ties[player] += mine == best and not alone
    rows = zip(games, wins, ties, strict=True)
    return [(played, won, tied, played - won - tied) for played, won, tied in rows]


def _faults(players: int, outcomes: Sequence[Outcome]) -> list[list[str]]:
    """The reasons of each player's faults, in their order."""
    reasons: list[list[str]] = [[] for _ in range(players)]
    for outcome in outcomes:
        for seat, reason in outcome.faults:
            reasons[outcome.fixture.players[seat]].append(reason)
    return reasons


# Standings as plain text.


NAME = 1
"""The column that gives way where there is little room: names go on in the next line."""

LEAST = 8
"""Characters of a name that a line always has."""


def standings_text(rows: Sequence[Row], unit: str, width: int | None = None) -> str:
    """A table of at most `width` characters a line, and below it what needs sentences."""
    headings = ("rank", "player", unit, "games", "won", "tied", "lost", "faults", "rating")
    lines = [headings, *map(_cells, (row for row in rows if not row.left_out))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    if width is not None:
        others = sum(widths) - widths[NAME] + len(widths) - 1
        widths[NAME] = min(widths[NAME], max(width - others, LEAST))
    table = [text for line in lines for text in _fold(line, widths)]
    table.insert(len(_fold(headings, widths)), " ".join("-" * size for size in widths))
    return "\n".join([*table, "", *_sentences(rows)])


def _cells(row: Row) -> tuple[str, ...]:
    value, rating = row.value, row.rating
    return (
        "–" if row.rank is None else str(row.rank),
        row.name,
        _with_half_width(value),
        *map(str, (row.games, row.wins, row.ties, row.losses, row.faults)),
        _with_bounds(rating),
    )


def _with_half_width(value: Estimate) -> str:
    if value.mean is None:
        return "–"
    if value.low is None or value.high is None:
        return f"{value.mean:.2f}"
    return f"{value.mean:.2f} ± {(value.high - value.low) / 2:.2f}"


def _with_bounds(rating: Rating) -> str:
    if rating.rating is None:
        return "–"
    if rating.low is None or rating.high is None:
        return f"{rating.rating:.0f}"
    if rating.low == rating.high:
        return f"{rating.rating:.0f} (fixed)"
    return f"{rating.rating:.0f} ({rating.low:.0f}–{rating.high:.0f})"


def _fold(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """A line of the table, and more below where the name is longer than its column."""
    size, name = widths[NAME], cells[NAME]
    parts = [name[first : first + size] for first in range(0, len(name), size)] or [""]
    whole = [
        text.ljust(room) if place == NAME else text.rjust(room)
        for place, (text, room) in enumerate(zip((cells[0], parts[0], *cells[2:]), widths, strict=True))
    ]
    return [" ".join(whole).rstrip(), *(" " * (widths[0] + 1) + part for part in parts[1:])]


def _sentences(rows: Sequence[Row]) -> list[str]:
    reasons = dict.fromkeys(
        reason for row in rows if row.games for reason in (row.value.reason, row.rating.reason) if reason
    )
    unranked = any(row.rank is None and row.value.mean is not None for row in rows)
    return [
        *(f"Where no interval is shown: {reason}." for reason in reasons),
        *([f"Where no rank is shown: {TOO_FEW}."] if unranked else ()),
        *(
            f"{row.name}: faults in {row.faults} games; the first: {row.first_fault}"
            for row in rows
            if row.faults
        ),
        *(f"Left out: {row.name}: {row.left_out}" for row in rows if row.left_out),
    ]


# Head to head: by how much one player did better than another where they met.


@dataclass(frozen=True, slots=True)
class Pair:
    """Players by their places, `a` before `b`, that met in so many `deals`. `mean` is what `a` got there less what `b`
    got, in the format's unit, and `half_width` half of its 95% interval, `None` where there is none."""

    a: int
    b: int
    deals: int
    mean: float
    half_width: float | None


def head_to_head(form: Format, outcomes: Sequence[Outcome]) -> list[Pair]:
    """All pairs that met, in the order of their places."""
    return [_pair(*pair, list(by.values())) for pair, by in sorted(form.differences(outcomes).items())]


def _pair(a: int, b: int, differences: Sequence[float]) -> Pair:
    interval = mean_interval(differences)
    half_width = None if without_interval(differences) else interval.half_width
    return Pair(a, b, len(differences), interval.mean, half_width)


def fault_counts(names: Sequence[str], outcomes: Sequence[Outcome]) -> Iterator[dict[str, Any]]:
    """Every fault once for each player, with the number of games that it was made in and the first of them, counted
    from 0 as the lines of `games.jsonl` are."""
    games: dict[tuple[int, str], list[int]] = {}
    for number, outcome in enumerate(outcomes):
        for seat, reason in outcome.faults:
            games.setdefault((outcome.fixture.players[seat], reason), []).append(number)
    for (player, reason), numbers in sorted(games.items()):
        yield {
            "player": names[player],
            "fault": reason,
            "games": len(set(numbers)),
            "first_game": numbers[0],
        }
