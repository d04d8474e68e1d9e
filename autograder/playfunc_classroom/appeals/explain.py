"""The page of `playfunc explain`: how a mark was computed, for the instructor who answers an appeal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from playfunc.games import GAMES
from playfunc.record import GameRecord
from playfunc_opponents.reviews import losses_told

from playfunc_classroom.appeals.evidence import Evidence, Hand, hands
from playfunc_classroom.pages.report import render
from playfunc_classroom.policy.overrides import Override, told

__all__ = ["explain_page"]

REPLAYS = 3
"""Hands replayed on the page for each opponent; all of them are in the file of records beside it."""


def explain_page(
    evidence: Evidence, decisions: Sequence[Override], handed_in: str | None, records: Mapping[str, str]
) -> str:
    """A whole page that needs no network.

    `handed_in` is the digest of what lies in `submitted/` now (`None`: nothing that can be read), `records`
    the names of the files of games by check.
    """
    mark = evidence.mark
    return render(
        "explain.html",
        mark=mark,
        evidence=evidence,
        pairs=evidence.pairs(),
        facts_then={result.check: dict(result.facts) for result in mark.results},
        checks=[_win_check(evidence, name) for name in evidence.games],
        decisions=[told(decision, mark.stamp.source) for decision in decisions],
        other_submission=handed_in is not None and handed_in != mark.stamp.source,
        records=records,
    )


def _win_check(evidence: Evidence, name: str) -> dict[str, Any]:
    """What the page shows of one win check: the arithmetic, every deal, the costliest games."""
    games = evidence.games[name]
    deals = hands(games)
    result = next(result for result in evidence.results if result.check == name)
    total = fsum(deal.difference for deal in deals)
    return {
        "name": name,
        "result": result,
        "deals": deals,
        "game": GAMES[evidence.assignment.game],
        "mean": total / len(deals) if deals else 0.0,
        "won": sum(deal.difference > 0 for deal in deals),
        "losses": losses_told(evidence.assignment.game, result.facts.get("losses", {})),
        "replays": [(title, game) for title, game in _costliest(games, deals)],
    }


def _costliest(games: Sequence[GameRecord], deals: Sequence[Hand]) -> list[tuple[str, GameRecord]]:
    """The games that were forfeited, else those that cost most, with a title for each."""
    order = sorted(
        range(len(games)), key=lambda place: (not games[place].faults, deals[place // 2].ahead(place % 2))
    )
    return [(_title(games, deals, place), games[place]) for place in order[:REPLAYS]]


def _title(games: Sequence[GameRecord], deals: Sequence[Hand], place: int) -> str:
    seat = "first" if place % 2 == 0 else "second"
    forfeited = ", forfeited" if games[place].faults else ""
    deal = deals[place // 2]
    mine, theirs = (deal.first, deal.second)[place % 2]
    return (
        f"Deal {place // 2 + 1}, {seat} seat: {mine:g} to the student, {theirs:g} to the opponent{forfeited}"
    )
