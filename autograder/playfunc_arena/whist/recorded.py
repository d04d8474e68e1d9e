"""A live game that is over → a record, which replays and can be reviewed."""

from __future__ import annotations

import itertools
import json

from playfunc.codec import encode
from playfunc.errors import PlayError
from playfunc.record import GameRecord, RecordedFault, RecordedMove, rules_parameters

from playfunc_arena.whist.live import RULES, LiveGame


def record_of(game: LiveGame, names: tuple[str, str]) -> GameRecord:
    """The record of a game that is over; `names` are those of its bots, in seat order. One that was forfeited breaks
    off without scores, as on the server."""
    start = RULES.from_hands(game.dealt, game.leader)
    moves = _moves(game)
    faults = [
        RecordedFault.of(seat, len(moves), "stop", PlayError("forfeited the game", player=names[seat]))
        for seat in game.state.forfeited
    ]
    return GameRecord(
        game=RULES.name,
        parameters=rules_parameters(RULES),
        players=names,
        start=json.loads(encode(start, RULES.state_type())),
        moves=moves,
        faults=tuple(faults),
        scores=game.scores,
    )


def _moves(game: LiveGame) -> tuple[RecordedMove, ...]:
    """Bids and cards, in the order in which the rules ask for them: seat 0 bids first. A bid of seat 1 alone is left
    out."""
    bids = [
        RecordedMove(seat, str(bid))
        for seat, bid in enumerate(itertools.takewhile(_is_made, game.state.bids))
    ]
    tricks = (*game.state.history, game.state.trick)
    cards = [RecordedMove(seat, card.text) for trick in tricks for card, seat in trick]
    return (*bids, *cards)


def _is_made(bid: int | None) -> bool:
    return bid is not None
