"""Games of every kind to look at, played by weak opponents, and costs of all sorts for their moves."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, islice
from typing import Any

from playfunc.costs import CostlyMove, MovePrice, Prices
from playfunc.errors import PlayerCrash
from playfunc.games import GAMES
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng
from playfunc.player import Answer, Player
from playfunc.record import GameRecord
from playfunc.rules import Call
from playfunc.show.game_session import GameSession, begin, begin_at
from playfunc.show.table import GameTable
from playfunc_opponents import opponent, opponents_at

GAMES_SHOWN = {
    "hearts": {},
    "hearts of four": {"seats": 4},
    "footsteps": {},
    "blackjack": {"rounds": 2},
    "skullwhist": {},
}
"""Name of a table → the game's parameters at it; the name's first word is the game."""


@dataclass
class _Crashing:
    """Another player's moves; where it `crashes`, its fifth call raises an exception."""

    player: Player
    crashes: bool
    calls: int = 0

    @property
    def name(self) -> str:
        return self.player.name

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        self.calls += 1
        if self.crashes and self.calls == 5:
            return [PlayerCrash("ValueError: " + "very long words " * 20)]
        return list(self.player.answer(calls))


@cache
def shown_game(table: str, crashes: bool = False) -> GameRecord:
    """A game at this table of `GAMES_SHOWN`; where the first player `crashes`, it forfeits."""
    game, parameters = table.split()[0], GAMES_SHOWN[table]
    rules = GAMES[game].rules(**parameters)
    weakest, next_one = (opponent(rules, name) for name in opponents_at(rules)[:2])
    players = (_Crashing(weakest, crashes), *[next_one] * (rules.seats - 1))
    names = ("Ann", "Bob", "Cleo", "Dai")[: rules.seats]
    state = rules.deal(deal_rng("shown", table))
    policy = "forfeit" if crashes else "stop"
    return play_games(rules, [Table(state, players, names)], policy)[0]


def costs_of_all_sorts(record: GameRecord) -> tuple[CostlyMove, ...]:
    """Exact ones, estimates sure and unsure, with hindsight and without, and unmeasured ones, in turn."""
    best = record.moves[-1].move
    sorts = (
        {"lost": 0.0},
        {"lost": 3.0},
        {"lost": 1.26, "exact": False, "margin": 0.8},
        {"lost": -0.1, "exact": False, "margin": 0.5, "hindsight": 4.0},
        {"lost": 2.5, "exact": False, "margin": 0.4, "hindsight": 0.0},
        {"lost": 0.0, "unmeasured": "Too many hands are possible here to price a move."},
    )
    return tuple(
        CostlyMove(record, at, move.seat, best=(best,), where=f"move {at + 1}", **sorts[at % len(sorts)])
        for at, move in enumerate(record.moves)
    )


def table_on_show(table: str, **how: Any) -> GameTable:
    """A person to move in the first seat of this table of `GAMES_SHOWN`; players of the person's own in the others."""
    game, parameters = table.split()[0], GAMES_SHOWN[table]
    rules = GAMES[game].rules(**parameters)
    other = opponent(rules, opponents_at(rules)[1])
    deals = count(1)

    def deal() -> GameSession:
        state = rules.deal(deal_rng("shown", table, next(deals)))
        players = [None, *[other] * (rules.seats - 1)]
        begun = begin(rules, state, players).go_on()
        return begin_at(begun.record, begun.now.made, players)

    own = range(1, rules.seats)
    return GameTable(deal(), deal=deal, prices=_prices_of_all_sorts, own=own, **how)


def _prices_of_all_sorts(record: GameRecord, at: int, seat: int) -> Prices:
    session = begin_at(record, at, [None] * len(record.players))
    legal = session.rules.legal(session.rules.view(session.state, seat))
    moves = [session.rules.projection.move_text(move) for move in islice(legal, 60)]
    sorts = (
        MovePrice("", 0.0),
        MovePrice("", 3.0),
        MovePrice("", 1.26, exact=False, margin=0.8, hindsight=4.0),
        MovePrice("", -0.1, exact=False, margin=0.5),
    )
    return Prices(tuple(replace(sorts[n % len(sorts)], move=move) for n, move in enumerate(moves)), "point")
