"""Kept tests: a position as the text of a cell, which asks the player again."""

import random

import pytest
from playfunc.costs import MovePrice, Prices
from playfunc.match import play_game
from playfunc.record import rules_of
from playfunc_checks.find_assignment import default_assignment
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.hearts import basic
from playfunc_workbook.finding import State
from playfunc_workbook.players import ArgumentError
from playfunc_workbook.regression_test import (
    cell_text,
    position_at,
    saved_finding,
    saved_position,
    start_text,
)
from playfunc_workbook.view import finding_shown


def game_of(game):
    rules = default_assignment(game).rules()
    return play_game(
        rules, rules.deal(random.Random(5)), [opponent(rules, "basic"), opponent(rules, "basic")]
    )


def prices_at(record, at, seat, cost=lambda move: 0.0):
    rules = rules_of(record)
    _, state = position_at(record, at)
    legal = list(rules.legal(rules.view(state, seat)))[:30]
    moves = map(rules.projection.move_text, legal)
    return Prices(tuple(MovePrice(move, cost(move)) for move in moves), "point")


def run(text, game, functions):
    """What the cell's call of `keep` finds, with these functions."""
    found = []

    def keep(*given, **described):
        assert given == tuple(functions.values())
        kept = saved_position(game, **described)
        found.append((kept, saved_finding(kept, functions)))

    named = {getattr(function, "__name__", name): function for name, function in functions.items()}
    exec(text, {"keep": keep, **named})
    return found[0]


def functions_of(game, tier="basic"):
    rules = default_assignment(game).rules()
    return dict(opponent(rules, tier)._functions)


@pytest.mark.parametrize("game", LADDERS)
def test_the_cell_holds_the_position_of_any_move_of_any_game(game):
    record = game_of(game)
    functions = functions_of(game)
    for at in {0, 1, len(record.moves) // 2, len(record.moves) - 1}:
        seat = record.moves[at].seat
        made, _ = position_at(record, at)
        text = cell_text(functions, record, made, seat, prices_at(record, at, seat), "A move")
        assert max(map(len, text.splitlines())) <= 100
        kept, finding = run(text, game, functions)
        assert kept.start == start_text(record)
        assert kept.moves == tuple(move.move for move in record.moves[:made])
        assert kept.rules == rules_of(record)
        assert finding.state in (State.RIGHT, State.PARTLY)
        assert "costs" in finding.said or "gives nothing away" in finding.said
        assert finding_shown(finding)._repr_html_()


def test_the_player_is_asked_what_it_would_be_asked_in_the_game():
    """Its memory too: `basic` of Hearts knows by its memory alone whether hearts are broken."""
    record = game_of("hearts")
    at = len(record.moves) - 5
    seat, asked = record.moves[at].seat, []

    def play(player_id, hand, trick, previous) -> tuple[object, str]:
        asked.append((player_id, hand, trick, previous))
        return hand[0], f"{len(asked)}"

    text = cell_text({"play": play}, record, at, seat, prices_at(record, at, seat), "A move")
    run(text, "hearts", {"play": play})
    own = [move for move in record.moves[: at + 1] if move.seat == seat]
    assert len(asked) == len(own)
    assert asked[0][3] is None
    assert [previous[1] for *_, previous in asked[1:]] == [str(n) for n in range(1, len(asked))]


def judged(costs, move, unit="point"):
    record = game_of("hearts")
    at = len(record.moves) - 7
    seat = record.moves[at].seat
    _, state = position_at(record, at)
    legal = rules_of(record).legal(rules_of(record).view(state, seat))

    def play(player_id, hand, trick, previous):
        return move(hand, legal), None

    prices = Prices(tuple(MovePrice(card.text, costs(card, legal)) for card in legal), unit)
    return run(cell_text({"play": play}, record, at, seat, prices, "M"), "hearts", {"play": play})[1]


def test_a_move_that_costs_nothing_is_right_and_a_costly_one_wrong():
    cost = lambda card, legal: 0.0 if card is legal[0] else 2.5  # noqa: E731
    assert judged(cost, lambda hand, legal: legal[0]).state is State.RIGHT
    wrong = judged(cost, lambda hand, legal: next((c for c in hand if c in legal[1:]), legal[0]))
    if wrong.state is State.WRONG:
        assert "gives away 2.5 points. Better: " in wrong.said


def test_an_illegal_move_is_wrong_by_its_rule():
    def other(hand, legal):
        return next(card for card in basic_deck() if card not in hand)

    found = judged(lambda card, legal: 0.0, other)
    assert found.state is State.WRONG
    assert "your hand" in found.said.lower() or "hold" in found.said.lower()


def basic_deck():
    from playfunc import DECK

    return DECK


def test_an_estimate_whose_interval_holds_0_is_kept_as_no_cost():
    record = game_of("hearts")
    seat = record.moves[10].seat
    prices = Prices(
        (MovePrice("C3", 0.4, exact=False, margin=0.9), MovePrice("C4", 3.14159, margin=1.0)), "point"
    )
    assert "costs={\n        'C3': 0, 'C4': 3.142\n    }" in cell_text(
        {"play": basic.play}, record, 10, seat, prices, "M"
    )


def test_a_player_that_is_not_written_yet_or_crashes_is_told_politely():
    record = game_of("hearts")
    at, seat = 20, record.moves[20].seat
    text = cell_text({"play": basic.play}, record, at, seat, prices_at(record, at, seat), "M")

    def play(player_id, hand, trick, previous):
        raise NotImplementedError("look_ahead")

    assert run(text, "hearts", {"play": play})[1].state is State.UNWRITTEN

    def play(player_id, hand, trick, previous):
        return hand[99], None

    crashed = run(text, "hearts", {"play": play})[1]
    assert crashed.state is State.WRONG
    assert "on the way to this position" in crashed.said
    assert "IndexError" in crashed.said + crashed.detail


def test_both_bids_of_a_turn_are_made_from_one_state():
    record = game_of("footsteps")
    assert [position_at(record, at)[0] for at in range(4)] == [0, 0, 2, 2]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"said": None}, "missing a required argument: 'said'"),
        ({"start": "{"}, "JSONDecodeError"),
        ({"moves": ("what",)}, "what"),
        ({"where": 3}, "unexpected keyword argument 'where'"),
    ],
)
def test_a_cell_that_was_changed_by_hand_is_told_in_a_sentence(changed, told):
    record, kept = game_of("footsteps"), []
    functions = functions_of("footsteps")
    text = cell_text(functions, record, 2, 0, prices_at(record, 2, 0), "A move")
    exec(text, {"keep": lambda *given, **described: kept.append(described), **functions})
    described = {name: value for name, value in {**kept[0], **changed}.items() if value is not None}
    with pytest.raises(ArgumentError, match=f"Keep as a test.*{told}"):
        saved_position("footsteps", **described)
