"""One game: its rounds, and once it is over its hands, its replay, and what its moves cost."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from playfunc.games.skullwhist import trick_winner
from playfunc.record import GameRecord, record_text
from playfunc_arena.whist import LiveGame, record_of, rounds
from sqlalchemy.orm import Session

from playfunc_web.database.tables import Bot
from playfunc_web.http.limits import limited
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Anyone, Here
from playfunc_web.pages.game import Priced, costs_answer, costs_known, replay_document
from playfunc_web.site import Site
from playfunc_web.skullwhist.event_log import read_game
from playfunc_web.skullwhist.stats.games import nowhere

router = APIRouter(include_in_schema=False)

CONTEST = "skullwhist"


@router.get("/stats/game/by-id/{number:int}/")
def game_page(request: Request, site: Here, viewer: Anyone, number: int) -> Response:
    with site.database.reading() as session:
        game = _opened(session, number)
        bots = _bots(session, game)
        context = {
            "game": game,
            "over": game.finished is not None,
            "bidding": None in game.state.bids,
            "bots": bots,
            "won": game.state.tricks(),
            "rounds": rounds(game),
            "winners": _winners(game, bots),
            **(costs_known(_priced(game, bots)) if game.finished is not None else {}),
        }
        return render(request, "whist_game.html", context)


@router.get("/stats/game/by-id/{number:int}/replay", dependencies=[limited("60/minute", "replay")])
def game_replay(site: Here, viewer: Anyone, number: int, costs: bool = False) -> Response:
    asked = _over(site, number)
    return replay_document(asked.record, (), asked.digest if costs else "")


@router.get("/stats/game/by-id/{number:int}/costs", dependencies=[limited("60/minute", "costs")])
def game_costs(
    request: Request,
    site: Here,
    viewer: Anyone,
    number: int,
    waited: Annotated[int, Query(ge=0, le=1000)] = 0,
) -> Response:
    return costs_answer(request, _over(site, number, waited))


@router.get("/stats/game/by-id/{number:int}.jsonl", dependencies=[limited("60/minute", "record")])
def game_record(site: Here, viewer: Anyone, number: int) -> Response:
    """The record, for `playfunc review`."""
    headers = {"content-disposition": f'attachment; filename="skullwhist-{number}.jsonl"'}
    text = record_text(_over(site, number).record) + "\n"
    return Response(text, media_type="application/x-ndjson", headers=headers)


def _opened(session: Session, number: int) -> LiveGame:
    game = read_game(session, number)
    if game is None:
        raise nowhere("There is no game of this number.")
    return game


def _over(site: Site, number: int, waited: int = 0) -> Priced:
    """A game that is over: the record of a running game would show both hands."""
    with site.database.reading() as session:
        game = _opened(session, number)
        if game.finished is None:
            raise nowhere("This game is still played. Its hands and its replay are shown once it is over.")
        return _priced(game, _bots(session, game), waited)


def _priced(game: LiveGame, bots: tuple[Bot, Bot], waited: int = 0) -> Priced:
    record = record_of(game, (bots[0].name, bots[1].name))
    address = f"/stats/game/by-id/{game.number}"
    return Priced(address, CONTEST, game.number, record.players, record, _digest(record), waited)


def _bots(session: Session, game: LiveGame) -> tuple[Bot, Bot]:
    first, second = (session.get_one(Bot, bot) for bot in game.bots)
    return first, second


def _winners(game: LiveGame, bots: tuple[Bot, Bot]) -> list[str]:
    """The name of each round's winner; empty while the round lacks a card."""
    won = [bots[trick_winner(trick)].name for trick in game.state.history]
    return [*won, ""] if game.state.trick else won


def _digest(record: GameRecord) -> str:
    return hashlib.sha256(record_text(record).encode()).hexdigest()
