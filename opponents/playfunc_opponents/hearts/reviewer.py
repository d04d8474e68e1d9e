"""What each card of a recorded hand of Hearts cost against perfect play: its regret.

With two players nothing is hidden, and a cost is exact: what the player will have after the card, less what it would
have had after the best one, both playing perfectly from there. Costs are found from the end of the hand, so that later
tricks, which are in the table already, help with earlier ones. Without numba the search stops where it has taken
`STEPS`; cards before that, and always those of four players, are estimated (`estimated_prices`)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import hypot

from playfunc.cards import Card
from playfunc.compiled.native import NATIVE
from playfunc.costs import CostlyMove, Line, MovePrice, Prices, Review
from playfunc.errors import RecordError
from playfunc.games.hearts import DECK, Hearts, HeartsState, HeartsView, trick_points, trick_winner
from playfunc.games.hearts.fast.bits import bits_of
from playfunc.record import GameRecord, RecordedMove, record_text, rules_of, states
from playfunc.rules import Seat
from playfunc.statistics import mean_interval

from playfunc_opponents.hearts.beliefs import Beliefs, Situation, look, sample_hands
from playfunc_opponents.hearts.position import Position, played_on, playout, position_of
from playfunc_opponents.hearts.solver import Solver, equivalents
from playfunc_opponents.reviewer import NOT_TO_MOVE, USUAL, Effort, Progress, Reviewer, phase_of, unseen

# What each card costs in Hearts, estimated: hands are played on by a rule of thumb in worlds that fit what the mover
# could know.
#
# With two players nothing is hidden, and the last tricks are not played but solved. With four players the unseen cards
# are dealt for each world in a way that fits.


NOISE = {2: 0.6, 4: 0.2}
"""The chance of a random card in a playout, by the number of players. Between two, playouts that are mostly random
rank early cards better than those by rule of thumb."""

SOLVED_FROM = 16
"""With two players, the cards each from which a playout is not played but solved."""

SYSTEMATIC = 5.0
"""Points by which an estimate between two players may be wrong however many worlds there are, because nobody plays on
like that (95%). Over 1,493 early cards of 80 hands whose exact cost is known, intervals of the worlds alone held it for
82%, and 4% of the cards that cost nothing looked costly; with this for 92% and 0.2%."""


def estimated_prices(state: HeartsState, worlds: int, seed: int, solver: Solver) -> tuple[MovePrice, ...]:
    """What each legal card costs, in the order of the hand. `worlds` must be 4 or more.

    Half of the worlds choose the best card, the others compare it with the rest, so that it is not taken for better
    than it is by the luck of the worlds that chose it.
    """
    like = equivalents(state)
    choices = list(dict.fromkeys(like.values()))
    if len(choices) == 1:
        return tuple(MovePrice(card.text, 0) for card in like)
    points = _points(state, choices, worlds, seed, solver)
    best = min(choices, key=lambda choice: sum(points[choice][::2]))
    systematic = SYSTEMATIC if len(state.hands) == 2 else 0.0
    prices = {card: _compared(points[card][1::2], points[best][1::2], systematic) for card in choices}
    prices[best] = (0.0, systematic)
    return tuple(
        MovePrice(card.text, lost, False, margin) for card in like for lost, margin in [prices[like[card]]]
    )


def _compared(mine: Sequence[int], least: Sequence[int], systematic: float) -> tuple[float, float]:
    lost = mean_interval([played - best for played, best in zip(mine, least, strict=True)])
    return lost.mean, hypot(lost.half_width, systematic)


def _points(
    state: HeartsState, choices: Sequence[Card], worlds: int, seed: int, solver: Solver
) -> dict[Card, list[int]]:
    """The mover's points after each card in so many worlds, the same for every card."""
    situation = _situation(Hearts(len(state.hands)).view(state, state.turn))
    before = random.getstate()
    random.seed(seed)
    try:
        points: dict[Card, list[int]] = {card: [] for card in choices}
        for _ in range(worlds):
            position = position_of(situation, sample_hands(situation))
            for card in choices:
                points[card].append(_score(position.play(1 << card.index), solver))
        return points
    finally:
        random.setstate(before)


def _score(position: Position, solver: Solver) -> int:
    """The mover's points at the end of a hand played on from here."""
    noise = NOISE[len(position.hands)]
    if len(position.hands) > 2:
        return playout(position, noise)[0]
    return solver.scores_between_tricks(played_on(position, noise, SOLVED_FROM))[0]


def _situation(view: HeartsView) -> Situation:
    """What an attentive player at this seat knows."""
    beliefs = Beliefs(0, (0,) * view.seats, (0,) * view.seats)
    for trick in view.history:
        told = tuple((card, str(seat)) for card, seat in trick)
        beliefs = look(str(view.seat), view.hand, (), (told, beliefs)).beliefs
    on_table = tuple(1 << card.index for card, _ in view.trick)
    return Situation(bits_of(view.hand), on_table, beliefs)


WHOLE_DEAL = 26
"""The cards each of a two-player deal."""

STEPS: int | None = None if NATIVE else 150_000
"""Openings of tricks that the search of one hand looks at before it leaves the cards before to estimates. In plain
Python these are some two seconds; four hands in five take fewer for the whole deal. The last card solved may take
several times as many."""

PRICED_FROM = WHOLE_DEAL if NATIVE else 22
"""The cards each from which the cards of a single position are solved: in plain Python half a second."""

LINE = 8
"""Cards of a line, to the end of a trick."""

WORLDS = {2: 40, 4: 100}
"""How many times a hand is played on for each card where costs are estimated, by the number of players."""

UNMEASURED = "Not measured: solving the hand from here takes too long, and estimates are turned off."


def review(
    record: GameRecord,
    *,
    exact_from: int = WHOLE_DEAL,
    worlds: int | None = None,
    steps: int | None = STEPS,
    solver: Solver | None = None,
    on_progress: Progress = unseen,
) -> Review:
    """The review of a hand of Hearts with two or four players.

    A two-player hand is solved from `exact_from` cards each on, as far as `steps` allow (`None` for all of it).
    `worlds` is how often a hand is played on for each card that is estimated, 4 or more; with 0 what is not solved
    stays unmeasured. `on_progress` gets the number of moves done, and of all moves. Raises `RecordError` for a record
    that does not replay, or is of another game.

    With `steps`, `solver` should be a new one: what it remembers takes no steps.
    """
    positions = _positions(record)
    seats, moves = len(record.players), len(record.moves)
    worlds = WORLDS[seats] if worlds is None else worlds
    solver = solver or Solver()
    exact = _first_exact(positions, exact_from) if seats == 2 else moves
    costs: list[CostlyMove] = []
    for cost in _solved(record, positions, exact, solver, steps):
        costs.append(cost)
        on_progress(len(costs), moves)
    for at in reversed(range(moves - len(costs))):
        costs.append(
            estimated_cost(record, positions[at], at, worlds, solver)
            if worlds
            else _with_place(
                CostlyMove(record, at, positions[at].turn, 0, (), unmeasured=UNMEASURED), positions[at]
            )
        )
        on_progress(len(costs), moves)
    return Review(record, tuple(reversed(costs)), (1,) * seats)


def _positions(record: GameRecord) -> list[HeartsState]:
    """The position before each move, and the last one."""
    if not isinstance(rules_of(record), Hearts):
        raise RecordError(f"only hands of hearts can be reviewed, and this is {record.game!r}")
    return [state for state in states(record) if not state.forfeited]


def _first_exact(positions: Sequence[HeartsState], exact_from: int) -> int:
    """The number of moves before the first position whose larger hand has at most `exact_from` cards."""
    small = (at for at, state in enumerate(positions) if max(map(len, state.hands)) <= exact_from)
    return next(small, len(positions) - 1)


def _solved(
    record: GameRecord, positions: Sequence[HeartsState], first: int, solver: Solver, steps: int | None
) -> Iterator[CostlyMove]:
    """Exact costs, from the last move back to the one at `first` or until the search has taken `steps`."""
    rules, moves, begun = Hearts(2), len(record.moves), solver.nodes
    after = solver.scores(positions[moves]) if moves > first else (0, 0)
    for at in reversed(range(first, moves)):
        if steps is not None and solver.nodes - begun > steps:
            return
        state = positions[at]
        seat, legal = state.turn, rules.legal(rules.view(state, state.turn))
        before = after if len(legal) == 1 else solver.scores(state)
        lost = after[seat] - before[seat]
        best = tuple(card.text for card in solver.best(state)) if lost else (record.moves[at].move,)
        yield _with_place(CostlyMove(record, at, seat, lost, best), state)
        after = before


def estimated_cost(
    record: GameRecord, state: HeartsState, at: int, worlds: int, solver: Solver
) -> CostlyMove:
    """The cost by estimate."""
    prices = estimated_prices(state, worlds, _seed_of(record, at), solver)
    price = next(price for price in prices if price.move == record.moves[at].move)
    best = (price.move,) if price.lost == 0 else Prices(prices, "point").best
    return _with_place(
        CostlyMove(record, at, state.turn, price.lost, best, exact=price.exact, margin=price.margin), state
    )


def _with_place(cost: CostlyMove, state: HeartsState) -> CostlyMove:
    """With its place in the hand, for a reader."""
    number, tricks = len(state.history) + 1, len(DECK) // len(state.hands)
    return replace(
        cost, where=f"Trick {number}", kind=_kind(Card(cost.move), state), phase=phase_of(number, tricks)
    )


def _kind(card: Card, state: HeartsState) -> str:
    if not state.trick:
        return "lead"
    return "follow-suit play" if card.suit is state.trick[0][0].suit else "discard"


def _seed_of(record: GameRecord, at: int) -> int:
    """The same for the same moves, whatever the players and the later moves."""
    played = tuple(RecordedMove(move.seat, move.move) for move in record.moves[:at])
    nobody = ("",) * len(record.players)
    bare = replace(record, players=nobody, moves=played, faults=(), scores=None, memories=None)
    return random.Random(record_text(bare)).getrandbits(64)


@lru_cache(maxsize=1)
def _solver() -> Solver:
    """One for all questions. What it remembers makes it faster and changes no answer."""
    return Solver()


def _review(record: GameRecord, effort: Effort = USUAL, on_progress: Progress = unseen) -> Review:
    """As far as the usual steps go, or exactly from where it is asked for. A hand that broke off is solved from its
    last position, of which nothing is known yet."""
    usual, exact_from = effort.exact_from is None, effort.exact_from
    if exact_from is None:
        exact_from = PRICED_FROM if record.scores is None else WHOLE_DEAL
    return review(
        record,
        exact_from=exact_from,
        worlds=effort.worlds,
        steps=STEPS if usual else None,
        solver=Solver() if usual and STEPS is not None else _solver(),
        on_progress=on_progress,
    )


def _prices(record: GameRecord, at: int, seat: Seat, effort: Effort = USUAL) -> Prices:
    state = _positions(record)[at]
    if seat not in rules_of(record).to_act(state):
        return Prices((), "point", NOT_TO_MOVE)
    exact_from = PRICED_FROM if effort.exact_from is None else effort.exact_from
    if len(state.hands) == 2 and max(map(len, state.hands)) <= exact_from:
        values = _solver().values(state)
        least = min(values.values())
        return Prices(tuple(MovePrice(card.text, value - least) for card, value in values.items()), "point")
    worlds = WORLDS[len(state.hands)] if effort.worlds is None else effort.worlds
    if not worlds:
        return Prices((), "point", UNMEASURED)
    return Prices(estimated_prices(state, worlds, _seed_of(record, at), _solver()), "point")


def _line(record: GameRecord, at: int) -> Line | None:
    """With two players alone: with four, hands are hidden."""
    state = _positions(record)[at]
    if len(state.hands) != 2 or max(map(len, state.hands)) > PRICED_FROM:
        return None
    rules, solver, moves, scores = Hearts(2), _solver(), list[RecordedMove](), _solver().scores(state)
    while rules.to_act(state) and (len(moves) < LINE or state.trick):
        legal = rules.legal(rules.view(state, state.turn))
        card = legal[0] if len(legal) == 1 else solver.best(state)[0]
        moves.append(RecordedMove(state.turn, card.text))
        state = rules.play(state, {state.turn: card})
    return Line(tuple(moves), scores, whole=not rules.to_act(state))


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
    unit="point",
    played="hand",
    against="perfect play",
    review=_review,
    prices=_prices,
    story=_story,
    line=_line,
)
