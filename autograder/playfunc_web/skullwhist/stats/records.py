"""The best of all bots, from stored counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.database.tables import Bot, WhistSeat
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Anyone, Here
from playfunc_web.skullwhist.tallies import Tally, standings

__all__ = ["ENOUGH", "Feat", "feats", "router"]

router = APIRouter(include_in_schema=False)

ENOUGH = 20
"""Games before a share or a mean counts."""


@dataclass(frozen=True, slots=True)
class Feat:
    """A record, who holds it, and the game it was set in, if it was one."""

    title: str
    bot: Bot
    words: str
    game: int | None = None


@router.get("/stats/records/")
def records_page(request: Request, site: Here, viewer: Anyone) -> Response:
    with site.database.reading() as session:
        context = {"feats": feats(session), "enough": ENOUGH}
        return render(request, "whist_records.html", context)


def feats(session: Session) -> list[Feat]:
    """All records that are held by anybody. Of equals the bot that was made first holds it."""
    rows = sorted(standings(session), key=lambda row: row[0].id)
    enough = [row for row in rows if row[1].games >= ENOUGH]
    kinds: tuple[tuple[str, list[tuple[Bot, Tally]], Callable[[Tally], float], str], ...] = (
        ("Most games", rows, lambda tally: tally.games, "{:.0f} game{}"),
        ("Most wins", rows, lambda tally: tally.counts["wins"], "{:.0f} win{}"),
        ("Largest share of wins", enough, lambda tally: tally.percent("wins") or 0, "{:.1f}% of its games"),
        ("Highest mean score", [row for row in enough if row[1].played], _mean, "{:.1f} points a game"),
    )
    found = [feat for kind in kinds if (feat := _best(*kind)) is not None]
    return [*found, *_single(session)]


def _mean(tally: Tally) -> float:
    assert tally.mean is not None
    return tally.mean


def _best(
    title: str, rows: list[tuple[Bot, Tally]], value: Callable[[Tally], float], words: str
) -> Feat | None:
    held = [(bot, tally) for bot, tally in rows if tally.games]
    if not held:
        return None
    bot, tally = max(held, key=lambda row: value(row[1]))
    best = value(tally)
    return Feat(title, bot, words.format(best, "" if best == 1 else "s").replace("-", "−"))


def _single(session: Session) -> list[Feat]:
    """The highest and the lowest score of one game."""
    order = {
        "Highest score of a game": WhistSeat.score.desc(),
        "Lowest score of a game": WhistSeat.score.asc(),
    }
    found = []
    for title, by in order.items():
        row = session.execute(
            select(Bot, WhistSeat.game_id, WhistSeat.score)
            .join(Bot, Bot.id == WhistSeat.bot_id)
            .where(WhistSeat.score.is_not(None))
            .order_by(by, WhistSeat.game_id, WhistSeat.seat)
            .limit(1)
        ).first()
        if row is not None:
            bot, game, score = row
            found.append(
                Feat(
                    title, bot, f"{score} {'point' if score in (-1, 1) else 'points'}".replace("-", "−"), game
                )
            )
    return found
