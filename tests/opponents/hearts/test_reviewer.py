"""Reviews: costs against plain minimax, and what they say."""

import random
from dataclasses import replace

import pytest
from plain_minimax import plain_values
from playfunc import FunctionPlayer, Hearts, play_game
from playfunc.cards import Card
from playfunc.errors import RecordError
from playfunc.games import GAMES
from playfunc.record import states
from playfunc_opponents.hearts import basic
from playfunc_opponents.hearts.reviewer import LINE, REVIEWER, estimated_cost, review
from playfunc_opponents.hearts.solver import Solver, equivalents

SOLVER = Solver(16)


def hand(seats: int, seed: int = 1):
    rules = Hearts(seats)
    players = [FunctionPlayer(basic.play, rules, name=f"p{seat}") for seat in range(seats)]
    return play_game(rules, rules.deal(random.Random(seed)), players)


@pytest.fixture(scope="module")
def two():
    return hand(2)


@pytest.fixture(scope="module")
def four():
    return hand(4)


@pytest.mark.parametrize("seed", range(2))
def test_exact_costs_are_those_of_plain_minimax(seed: int) -> None:
    record = hand(2, seed)
    found = review(record, exact_from=4, worlds=0, solver=SOLVER)
    late = [state for state in states(record) if state.hands[state.turn] and _larger(state) <= 4]
    solved = measured(found)
    assert [cost.at for cost in solved] == list(range(52 - len(late), 52))
    for state, cost in zip(late, solved, strict=True):
        values = plain_values(state)
        least = min(values.values())
        assert (cost.lost, cost.exact) == (values[Card(cost.move)] - least, True)
        if cost.lost:
            assert list(cost.best) == [card.text for card, value in values.items() if value == least]
        assert (cost.move in cost.best) == (cost.lost == 0)


def test_every_card_of_a_best_line_is_best_by_plain_minimax() -> None:
    rules, lines = Hearts(2), 0
    for seed in range(12):
        record = hand(2, seed)
        for cost in review(record, exact_from=4, worlds=0, solver=SOLVER).costs:
            if not cost.sure:
                continue
            line, state = REVIEWER.best_line(cost), list(states(record))[cost.at]
            assert line is not None
            assert line.moves[0].move == cost.best[0]
            for made in line.moves:
                values = plain_values(state)
                assert values[Card(made.move)] == min(values.values())
                state = rules.play(state, {made.seat: Card(made.move)})
            assert line.whole
            assert rules.scores(state) == line.scores
            lines += 1
    assert lines >= 3


def test_a_line_from_early_on_ends_with_a_trick_and_says_how_the_hand_ends(two) -> None:
    rules, at = Hearts(2), 29
    state = list(states(two))[at]
    assert state.trick
    line = REVIEWER.line(two, at)
    assert (len(line.moves), line.whole) == (LINE + 1, False)
    assert line.scores == SOLVER.scores(state)
    for made in line.moves:
        state = rules.play(state, {made.seat: Card(made.move)})
    assert not state.trick
    assert SOLVER.scores(state) == line.scores


def test_four_players_hide_their_cards_so_there_is_no_line(four) -> None:
    assert REVIEWER.line(four, 40) is None


def measured(found):
    """The costs that are known; every move has one that is, or a reason."""
    assert [cost.at for cost in found.costs] == list(range(len(found.record.moves)))
    return [cost for cost in found.costs if not cost.unmeasured]


def _larger(state) -> int:
    return max(map(len, state.hands))


def test_what_both_gave_away_adds_up_to_the_result(two) -> None:
    """From the first position that is solved, the scores differ from perfect play by the costs alone."""
    found = review(two, exact_from=12, worlds=0, solver=SOLVER)
    start = list(states(two))[measured(found)[0].at]
    perfect = SOLVER.scores(start)
    assert two.scores[0] - perfect[0] == found.given_away(0) - found.given_away(1)


def test_moves_that_are_not_solved_are_estimated_the_same_each_time(two, four) -> None:
    found = review(two, exact_from=2, worlds=4, solver=SOLVER)
    choices = [len(set(equivalents(state).values())) for state in list(states(two))[:52]]
    assert [cost.exact for cost in found.costs] == [at >= 48 or choices[at] == 1 for at in range(52)]
    assert found == review(two, exact_from=2, worlds=4)
    table = review(four, worlds=4)
    assert len(table.costs) == 52
    assert table == review(four, worlds=4)


def test_estimates_leave_the_global_generator_alone(four) -> None:
    random.seed(5)
    review(four, worlds=4)
    after = random.random()
    random.seed(5)
    assert random.random() == after


def test_taking_the_queen_at_a_table_of_four_is_costly() -> None:
    """Last to play to a trick with SQ in it, holding a card under it and one over it."""
    rules = Hearts(4)
    for seed in range(100):
        record = hand(4, seed)
        for at, state in enumerate(states(record)):
            cards = [card for card, _ in state.trick]
            over = [card for card in state.hands[state.turn] if card.text in ("SK", "SA")]
            legal = rules.legal(rules.view(state, state.turn)) if rules.to_act(state) else []
            if (
                len(cards) == 3
                and Card("SQ") in cards
                and cards[0].text[0] == "S"
                and over
                and legal[0] < over[0]
            ):
                taken = replace(record.moves[at], move=over[-1].text)
                changed = replace(record, moves=(*record.moves[:at], taken))
                cost = estimated_cost(changed, state, at, 200, SOLVER)
                assert cost.sure
                assert cost.lost > 5
                assert Card(cost.best[0]) < over[0]
                return
    pytest.fail("no such position was found")


def test_a_stopped_game_is_reviewed_as_far_as_it_went(two) -> None:
    short = replace(two, moves=two.moves[:50], scores=None)
    found = review(short, exact_from=5, worlds=0, solver=SOLVER)
    assert [cost.at for cost in measured(found)] == list(range(42, 50))
    early = replace(two, moves=two.moves[:3], scores=None)
    assert measured(review(early, exact_from=5, worlds=0, solver=SOLVER)) == []


def test_the_worst_moves_come_worst_first_and_cost_something(two) -> None:
    found = review(two, exact_from=12, worlds=0, solver=SOLVER)
    for seat in (0, 1):
        costly = found.worst(seat, 100)
        assert [cost.lost for cost in costly] == sorted((cost.lost for cost in costly), reverse=True)
        assert sum(cost.lost for cost in costly) == found.given_away(seat)
        assert found.worst(seat) == costly[:3]
        assert all(found.notes()[cost.at] == str(cost) for cost in costly)


def test_other_games_are_refused(two) -> None:
    footsteps = GAMES["footsteps"].rules()
    other = replace(two, game="footsteps", parameters={}, start=None)
    assert footsteps.name == other.game
    with pytest.raises(RecordError, match="only hands of hearts"):
        review(other)
