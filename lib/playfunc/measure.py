"""Deals played from every seat, with a fresh player for each rotation.

A player that is one process could keep, outside its memory, what it saw in another seat of the same deal. So the
rotations are played one after another, and every player lives for one rotation: the process that sees a deal
from one seat never sees it from another. Within a rotation many deals are played in lockstep.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any, TypeAlias

from playfunc.match import Table, play_games
from playfunc.player import Player
from playfunc.record import FaultPolicy, GameRecord
from playfunc.rules import Rules

Maker: TypeAlias = Callable[[], AbstractContextManager[Player]]
"""Makes a player, to be used in a `with` statement that ends it."""


def always(player: Player) -> Maker:
    """Makes the same player each time: for a player that keeps nothing, such as playfunc's opponents."""
    return lambda: nullcontext(player)


def play_rotations(
    rules: Rules[Any, Any, Any],
    states: Sequence[Any],
    makers: Sequence[Maker],
    ids: Sequence[Sequence[str]] = (),
    policy: FaultPolicy = "forfeit",
    *,
    turns: int | None = None,
    on_round: Callable[[int, int], None] = lambda done, total: None,
) -> list[tuple[GameRecord, ...]]:
    """For each starting state one record a rotation; in rotation r, player i sits at seat (i + r) modulo the seats.

    There are `turns` rotations, by default one for each seat. `ids[k][i]` is what player i is called at the
    tables of state k, by default its name. `on_round(done, total)` reports progress, in moves.
    """
    seats = rules.seats
    turns = seats if turns is None else turns
    rotations: list[list[GameRecord]] = []
    for turn in range(turns):
        order = [(seat - turn) % seats for seat in range(seats)]
        with ExitStack() as stack:
            players = [stack.enter_context(make()) for make in makers]
            seated = tuple(players[i] for i in order)
            tables = [
                Table(state, seated, tuple(own[i] for i in order) if own else ())
                for state, own in zip(states, ids or [()] * len(states), strict=True)
            ]

            def tell(done: int, total: int, turn: int = turn) -> None:
                on_round(turn * total + done, turns * total)

            rotations.append(play_games(rules, tables, policy, on_round=tell))
    return list(zip(*rotations, strict=True))


def measure(
    rules: Rules[Any, Any, Any],
    deals: Sequence[Any],
    makers: Sequence[Maker],
    settled: Callable[[Sequence[tuple[GameRecord, ...]]], bool] | None = None,
    *,
    first: int = 1,
    step: int = 1,
    ids: Sequence[str] = (),
    policy: FaultPolicy = "forfeit",
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[tuple[GameRecord, ...]]:
    """Play starting states from every seat; one record a rotation for each, as `play_rotations` gives them.

    With `settled`, `first` of them are played and then `step` at a time, until it returns true for all records so
    far. Without `settled`, all are played at once. `ids[i]` is the id of player i at every table, by default its name.
    `on_progress(done, total)` reports progress, in games.
    """
    seats = rules.seats
    played: list[tuple[GameRecord, ...]] = []
    while len(played) < len(deals) and not (played and settled and settled(played)):
        count = len(deals) if settled is None else step if played else first
        portion = deals[len(played) : len(played) + count]

        def tell(done: int, total: int, before: int = len(played), own: int = len(portion)) -> None:
            on_progress(seats * before + seats * own * done // max(total, 1), seats * len(deals))

        named = [ids] * len(portion) if ids else ()
        played += play_rotations(rules, portion, makers, named, policy, on_round=tell)
    return played


# The same deals with seats rotated, so that the luck of the cards cancels.
#
# Deals come from a keyed hash: without the key, nobody can predict a deal or find out whose deal it is.


def deal_rng(secret: str, *purpose: object) -> random.Random:
    """The generator for one deal: seeded by a hash of `purpose` (check, epoch, number …) under `secret`."""
    key = hashlib.blake2b(secret.encode(), digest_size=32).digest()
    text = "\x1f".join(map(str, purpose))
    return random.Random(
        int.from_bytes(hashlib.blake2b(text.encode(), key=key, digest_size=32).digest(), "big")
    )


def drawn_ids(rng: random.Random, seats: int) -> tuple[str, ...]:
    """Ids for the seats of one deal. They say nothing about who sits there: two players that know each other cannot
    find each other by them."""
    return tuple(f"p{number:06x}" for number in rng.sample(range(16**6), seats))


def rotations(rules: Rules[Any, Any, Any], state: Any, players: Sequence[Player]) -> list[Table]:
    """One table per seat: the same state, the players moved round by one each time. In table r, `players[i]` sits at
    seat (i + r) modulo the number of seats."""
    seats = rules.seats
    return [Table(state, tuple(players[(seat - r) % seats] for seat in range(seats))) for r in range(seats)]
