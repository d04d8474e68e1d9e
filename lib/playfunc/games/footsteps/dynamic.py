"""The dynamic edition of FootSteps: game after game between the same two players, who keep their memories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from playfunc.games.footsteps.rules import FootSteps, FootStepsState
from playfunc.match import Series, Table, highest_total, play_games
from playfunc.measure import deal_rng
from playfunc.player import Player
from playfunc.record import FaultPolicy, GameRecord, replay

DYNAMIC_GAMES = 10
"""The default number of games in a dynamic match of FootSteps."""


def play_dynamic(
    rules: FootSteps,
    players: Sequence[Player],
    seed: int | str,
    policy: FaultPolicy = "stop",
    games: int = DYNAMIC_GAMES,
) -> Series:
    """A dynamic match of several games.

    At the first turn of a later game `previous` holds the last bids of the game before. A win counts 1, a draw
    one half. A fault under policy "stop" ends the match.
    """
    totals: tuple[float, ...] = (0,) * rules.seats
    records: list[GameRecord] = []
    memories: tuple[str | None, ...] | None = None
    for number in range(games):
        state = rules.deal(deal_rng(str(seed), "series", number))
        if records:
            state = follow(state, records[-1], range(rules.seats))
        (record,) = play_games(rules, [Table(state, tuple(players), memories=memories)], policy)
        records.append(record)
        if record.scores is None:
            return Series(tuple(records), totals, None)
        totals = tuple(total + score for total, score in zip(totals, record.scores, strict=True))
        memories = _left_over(record, memories)
    return highest_total(tuple(records), totals)


def follow(state: FootStepsState, before: GameRecord, seats: Sequence[int]) -> FootStepsState:
    """The start of a game whose players had these `seats` in the game before: with the last bids of that."""
    last = replay(before).last
    return state if last is None else replace(state, last=(last[seats[0]], last[seats[1]]))


def _left_over(record: GameRecord, before: tuple[str | None, ...] | None) -> tuple[str | None, ...]:
    """The memories at the end of a game."""
    kept = dict(enumerate(before or (None,) * len(record.players)))
    for move in record.moves:
        kept[move.seat] = move.memory
    return tuple(kept.values())
