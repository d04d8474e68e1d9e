"""What each move of a recorded hand cost against perfect play: its regret.

With two players nothing is hidden, and from a number of cards on every cost is exact: what the player will
have after the move, less what it would have had after the best one, both playing perfectly from there. It is
found from the end of the hand, so that later tricks, which are in the table already, help with earlier ones.
Before that, and always with four players, it is an estimate: hands are played to their end by rule of thumb,
with four players after dealing the unseen cards in ways that fit what the mover could know.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from playfunc.cards import Card
from playfunc.compiled.native import NATIVE
from playfunc.costs import CostlyMove, MovePrice, Prices, Review
from playfunc.errors import RecordError
from playfunc.games.hearts import Hearts, HeartsState, HeartsView, trick_points, trick_winner
from playfunc.record import GameRecord, record_text, rules_of, states
from playfunc.rules import Seat
from playfunc.statistics import mean_interval

from playfunc_opponents.hearts.beliefs import Beliefs, Situation, look, sample_hands
from playfunc_opponents.hearts.bits import bits_of
from playfunc_opponents.hearts.playouts import playout
from playfunc_opponents.hearts.position import position_of
from playfunc_opponents.hearts.solver import Solver, equivalents
from playfunc_opponents.reviewer import USUAL, Effort, Progress, Reviewer, unseen

__all__ = ["EXACT_FROM", "REVIEWER", "WHOLE_DEAL", "WORLDS", "estimated_cost", "review"]

WHOLE_DEAL = 26
"""The cards each of a two-player deal."""

EXACT_FROM = WHOLE_DEAL if NATIVE else 9
"""Default number of cards each from which costs are exact. With numba a whole hand takes less time than
playouts would; without it this is what a few seconds allow."""

WORLDS = 100
"""How many times a hand is played out for each card, where costs are estimated."""

NOISE = 0.2
"""The chance of a random card in a playout."""


def review(
    record: GameRecord,
    *,
    exact_from: int = EXACT_FROM,
    worlds: int = WORLDS,
    solver: Solver | None = None,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> Review:
    """The review of a hand of Hearts with two or four players.

    `exact_from` is the number of cards each from which a two-player hand is solved (`WHOLE_DEAL` for all of
    it), `worlds` how many playouts an estimate takes for each card, 4 or more; 0 leaves out
    what is not solved. The
    same record gives the same review. `on_progress` gets the number of moves done, and of all moves. Raises
    `RecordError` for a record that does not replay, or is of another game.
    """
    rules = rules_of(record)
    if not isinstance(rules, Hearts):
        raise RecordError(f"only hands of hearts can be reviewed, and this is {record.game!r}")
    positions = [state for state in states(record) if not state.forfeited]
    moves = len(record.moves)
    exact = _first_exact(positions, exact_from) if rules.seats == 2 else moves
    costs: list[CostlyMove] = []
    for cost in _solved(record, positions, exact, solver or Solver()):
        costs.append(cost)
        on_progress(len(costs), moves)
    if worlds:
        numbers = random.Random(record_text(replace(record, faults=())))
        for at in range(min(exact, moves)):
            costs.append(estimated_cost(record, positions[at], at, worlds, numbers.getrandbits(64)))
            on_progress(len(costs), moves)
    return Review(record, tuple(sorted(costs, key=lambda cost: cost.at)), (1,) * rules.seats)


def _first_exact(positions: Sequence[HeartsState], exact_from: int) -> int:
    """The number of moves before the first position whose larger hand has at most `exact_from` cards."""
    return next(at for at, state in enumerate(positions) if max(map(len, state.hands)) <= exact_from)


def _solved(
    record: GameRecord, positions: Sequence[HeartsState], first: int, solver: Solver
) -> Iterator[CostlyMove]:
    """Exact costs, from the last move back to the one at `first`."""
    rules, moves = Hearts(2), len(record.moves)
    after = solver.scores(positions[moves]) if moves > first else (0, 0)
    for at in reversed(range(first, moves)):
        state = positions[at]
        seat, legal = state.turn, rules.legal(rules.view(state, state.turn))
        before = after if len(legal) == 1 else solver.scores(state)
        lost = after[seat] - before[seat]
        best = [card.text for card in solver.best(state)] if lost else [record.moves[at].move]
        yield CostlyMove(record, at, seat, lost, tuple(best), where=_trick(at, 2))
        after = before


def estimated_cost(record: GameRecord, state: HeartsState, at: int, worlds: int, seed: int) -> CostlyMove:
    """The cost by playouts. Half of them choose the best card, the others compare it with the one played, so that
    it is not taken for better than it is by the luck of the playouts that chose it."""
    card = Card(record.moves[at].move)
    like, where = equivalents(state), _trick(at, len(state.hands))
    if len(like) == 1:
        return CostlyMove(record, at, state.turn, 0, (card.text,), exact=False, where=where)
    choices = list(dict.fromkeys(like.values()))
    points = _playouts(state, choices, worlds, seed)
    best = min(choices, key=lambda choice: sum(points[choice][::2]))
    played = points[like[card]][1::2]
    lost = mean_interval([mine - least for mine, least in zip(played, points[best][1::2], strict=True)])
    return CostlyMove(
        record, at, state.turn, lost.mean, (best.text,), exact=False, margin=lost.half_width, where=where
    )


def _trick(at: int, seats: int) -> str:
    return f"Trick {at // seats + 1}"


def _playouts(state: HeartsState, choices: Sequence[Card], worlds: int, seed: int) -> dict[Card, list[int]]:
    """The mover's points after each card in this number of playouts, every card in the same worlds."""
    situation = _situation(Hearts(len(state.hands)).view(state, state.turn))
    before = random.getstate()
    random.seed(seed)
    try:
        points: dict[Card, list[int]] = {card: [] for card in choices}
        for _ in range(worlds):
            position = position_of(situation, sample_hands(situation))
            for card in choices:
                points[card].append(playout(position.play(1 << card.index), NOISE)[0])
        return points
    finally:
        random.setstate(before)


def _situation(view: HeartsView) -> Situation:
    """What an attentive player at this seat knows."""
    beliefs = Beliefs(0, (0,) * view.seats, (0,) * view.seats)
    for trick in view.history:
        told = tuple((card, str(seat)) for card, seat in trick)
        beliefs = look(str(view.seat), view.hand, (), (told, beliefs)).beliefs
    on_table = tuple(1 << card.index for card, _ in view.trick)
    return Situation(bits_of(view.hand), on_table, beliefs)


@lru_cache(maxsize=1)
def _solver() -> Solver:
    """One for all reviews. What it remembers makes it faster and changes no answer."""
    return Solver()


def _review(record: GameRecord, effort: Effort = USUAL, on_progress: Progress = unseen) -> Review:
    exact_from = EXACT_FROM if effort.exact_from is None else effort.exact_from
    worlds = WORLDS if effort.worlds is None else effort.worlds
    return review(record, exact_from=exact_from, worlds=worlds, solver=_solver(), on_progress=on_progress)


def _prices(record: GameRecord, at: int, seat: Seat, effort: Effort = USUAL) -> Prices:
    state = [state for state in states(record) if not state.forfeited][at]
    exact_from = EXACT_FROM if effort.exact_from is None else effort.exact_from
    if len(state.hands) == 2 and max(map(len, state.hands)) <= exact_from:
        values = _solver().values(state)
        least = min(values.values())
        return Prices(tuple(MovePrice(card.text, value - least) for card, value in values.items()), "point")
    worlds = WORLDS if effort.worlds is None else effort.worlds
    like = equivalents(state)
    points = _playouts(state, list(dict.fromkeys(like.values())), worlds, _seed_of(record, at))
    best = min(points, key=lambda card: sum(points[card][::2]))
    return Prices(tuple(_estimate(card, points[like[card]], points[best]) for card in like), "point")


def _estimate(card: Card, points: Sequence[int], best: Sequence[int]) -> MovePrice:
    lost = mean_interval([mine - least for mine, least in zip(points[1::2], best[1::2], strict=True)])
    return MovePrice(card.text, lost.mean, exact=False, margin=lost.half_width)


def _seed_of(record: GameRecord, at: int) -> int:
    """The same for the same moves, whatever came after them."""
    played = replace(record, moves=record.moves[:at], faults=(), scores=None)
    return random.Random(record_text(played)).getrandbits(64)


def _story(record: GameRecord, at: int) -> str:
    """What happened to the trick in which a move was made."""
    before = list(states(record))
    number = len(before[at].history) + 1
    ended = next(state for state in before[at:] if len(state.history) >= number or state is before[-1])
    if len(ended.history) < number:
        return "The hand broke off in this trick."
    trick = ended.history[number - 1]
    cards = ", ".join(f"{card} by {record.players[who]}" for card, who in trick)
    points = trick_points(trick)
    return f"Trick {number}: {cards}; {record.players[trick_winner(trick)]} took {points} point{'s' * (points != 1)}."


REVIEWER = Reviewer(
    unit="point", played="hand", against="perfect play", review=_review, prices=_prices, story=_story
)
