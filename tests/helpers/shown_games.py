"""Games of random legal moves to show."""

import dataclasses
import random

from playfunc.costs import CostlyMove
from playfunc.games import GAMES
from playfunc.match import play_game
from playfunc.player import Reply
from playfunc.record import GameRecord


def played(name: str, seed: int = 1) -> GameRecord:
    """A game of random legal moves, recorded by a runner that knows the states."""
    game = GAMES[name]
    rules, rng = game.table(game.tables[0]), random.Random(seed)
    script: dict[int, list[str]] = {seat: [] for seat in range(rules.seats)}
    start = state = rules.deal(rng)
    while acting := rules.to_act(state):
        moves = {seat: rng.choice(rules.legal(rules.view(state, seat))) for seat in acting}
        for seat, move in moves.items():
            script[seat].append(rules.projection.move_text(move))
        state = rules.play(state, moves)

    class Scripted:
        def __init__(self, seat):
            self.name, self.moves = f"p{seat} <&>", iter(script[seat])

        def answer(self, calls):
            return [Reply(next(self.moves), "null") for _ in calls]

    return play_game(rules, start, [Scripted(seat) for seat in range(rules.seats)])


def priced(record: GameRecord) -> list[CostlyMove]:
    """One exact cost, one estimate, one that nobody knows, for the first three moves."""
    first, second, third, *_ = (
        CostlyMove(record, at, move.seat, 3.0, (move.move,), where=f"Place {at}")
        for at, move in enumerate(record.moves)
    )
    estimate = dataclasses.replace(second, exact=False, margin=1.0, hindsight=2.0)
    unknown = dataclasses.replace(third, lost=0.0, unmeasured="Too many hands are possible.")
    return [first, estimate, unknown]
