"""The costliest positions, played again."""

import dataclasses

import pytest
from playfunc.record import rules_of
from playfunc_checks.find_assignment import default_assignment
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.reviewer import describe_loss, patterns
from playfunc_workbook import costly_moves, regression_test, view
from playfunc_workbook.finding import State
from playfunc_workbook.workbook import Workbook
from workbooks import weakest

pytestmark = pytest.mark.usefixtures("few_questions")


REVIEWED = [game for game in LADDERS if LADDERS[game].reviewer]


@pytest.fixture(params=REVIEWED)
def game(request):
    return request.param


@pytest.fixture
def tried(game):
    assignment = default_assignment(game)
    tier = assignment.tiers[1]
    shown = Workbook(game).retry(weakest(game), tier, 2)
    return Workbook(game)._reviewed(weakest(game), tier, 2), shown.parts


@pytest.mark.broad
def test_the_costliest_positions_come_first_with_words_about_all(game, tried):
    found, (words, groups, *tables) = tried
    assert repr(words) == repr(view.note(describe_loss(found.costs)))
    assert str(patterns(found.costs)[0]) in repr(groups)
    worst = found.worst(3)
    assert 1 <= len(tables) == len(worst)
    assert [cost.lost for _, cost in worst] == sorted((cost.lost for _, cost in worst), reverse=True)
    for place, (table, (review, cost)) in enumerate(zip(tables, worst, strict=True), 1):
        made, state = regression_test.position_at(review.record, cost.at)
        assert table.session.record.moves == review.record.moves[:made]
        assert table.session.state == state
        assert table.session.turn == (cost.seat,)
        assert table.sight["title"].startswith(f"{place}. ")


@pytest.mark.broad
def test_costs_are_hidden_until_a_move_is_chosen(tried):
    found, (_, _, table, *_) = tried
    _, cost = found.worst(1)[0]
    assert cost.cost not in str(table.sight)
    assert table.sight["costs"] is None
    assert not table.sight["can_price"]
    table._on_message(None, {"move": cost.move}, None)
    assert table.sight["costs"]["moves"][cost.move]["kind"] == "pf-costs"
    assert table.session.turn == (cost.seat,), "the position can be tried again"


def test_the_cell_of_a_position_tests_the_player_that_lost_there(game, tried):
    found, (_, _, table, *_) = tried
    review, cost = found.worst(1)[0]
    table._on_message(None, {"move": cost.move}, None)
    table._on_message(None, {"keep": True}, None)
    results = []

    def keep(*functions, **position):
        made = regression_test.saved_position(game, **position)
        assert made.rules == rules_of(review.record)
        results.append(regression_test.saved_finding(made, weakest(game)))

    exec(table.sight["code"], {"keep": keep, **weakest(game)})
    # The player's luck differs from that of the reviewed game, so another move may be played.
    assert results[0].state in (State.WRONG, State.RIGHT, State.PARTLY)
    assert cost.where in results[0].exercise
    if f"chooses {cost.shown(cost.move)}" in results[0].said:
        assert results[0].state is State.WRONG


@pytest.mark.broad
def test_a_player_that_gives_nothing_away_is_told_so():
    perfect = opponent(default_assignment("hearts").rules(), "perfect")
    shown = Workbook("hearts").retry(dict(perfect._functions), "basic", 2)
    assert "no move of yours surely gave anything away" in repr(shown)
    assert "Try more of them, as in `games=20`, or" in repr(shown)
    assert 'a stronger opponent: `"' in repr(shown)


@pytest.mark.broad
def test_nobody_is_stronger_than_the_strongest():
    perfect = opponent(default_assignment("hearts").rules(), "perfect")
    found = Workbook("hearts")._reviewed(dict(perfect._functions), "basic", 2)
    strongest = LADDERS["hearts"].names(2)[-1]
    assert "stronger opponent" not in costly_moves._nothing(dataclasses.replace(found, tier=strongest))


@pytest.mark.broad
def test_a_stronger_opponent_that_needs_numba_is_not_named_without_it(monkeypatch):
    perfect = opponent(default_assignment("hearts").rules(), "perfect")
    found = Workbook("hearts")._reviewed(dict(perfect._functions), "basic", 2)
    against = dataclasses.replace(found, tier="advanced")
    assert '`"perfect"`' in costly_moves._nothing(against)
    monkeypatch.setattr("playfunc_checks.next_baseline.NATIVE", False)
    assert "stronger opponent" not in costly_moves._nothing(against)


def test_validate_skips_it(monkeypatch):
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    assert "Not run by Validate" in repr(Workbook("footsteps").retry({}, "basic", 2))
