"""What moves cost, in any game: the words and the plot say what the reviews say."""

import pytest
from playfunc.costs import total_of
from playfunc.record import calls, steps
from playfunc_checks.find_assignment import default_assignment
from playfunc_opponents import LADDERS
from playfunc_opponents.hearts import basic, reviewer
from playfunc_opponents.reviewer import describe_loss
from playfunc_workbook import costly_moves
from playfunc_workbook import hearts as notebook
from playfunc_workbook.view import Shown
from playfunc_workbook.workbook import Workbook
from workbooks import weakest

REVIEWED = [game for game in LADDERS if LADDERS[game].reviewer]


def reviewed(game, games=2):
    assignment = default_assignment(game)
    found = Workbook(game)._reviewed(weakest(game), assignment.tiers[1], games)
    assert isinstance(found, costly_moves.Reviewed), found
    return found


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("game", REVIEWED)
def test_every_move_of_both_sides_has_a_price(game):
    found = reviewed(game)
    assert [review.record.players[seat] for review, seat in found.mine] == ["you", "you"]
    moves = sum(len(review.record.moves) for review in found.reviews)
    theirs = [cost for review, seat in found.theirs for cost in review.of_seat(seat)]
    assert len(found.costs) + len(theirs) == moves


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("game", REVIEWED)
def test_the_plot_says_what_the_reviews_of_the_same_games_say(game):
    assignment, found = default_assignment(game), reviewed(game)
    shown = Workbook(game).cost_plot(weakest(game), assignment.tiers[1], 2, 2)
    text = repr(shown)
    assert f"your moves gave away {total_of(found.costs).per(2)} a " in text
    assert describe_loss(found.costs) in text
    worst = found.worst(2)
    assert all(str(cost) in text for _, cost in worst)
    assert shown._repr_html_().count("<iframe") == len(worst) == 2
    assert [cost.lost for _, cost in worst] == sorted((c.lost for c in found.costs if c.sure), reverse=True)[
        :2
    ]


@pytest.mark.broad
def test_the_hands_are_those_of_the_notebook():
    shown = notebook.cost_plot(basic.play, "minmax", games=2, show=2)
    assert "gave none." in repr(shown)
    assert f"gave away {total_of(reviewed('hearts').costs).per(2)} a hand" in repr(shown)


@pytest.mark.broad
def test_what_is_exact_and_what_is_not_is_said(monkeypatch):
    """Without numba the search of a hand stops early, and leaves the first tricks to estimates."""
    costly_moves._last.clear()
    assert "All 104 moves of both sides were solved exactly." in repr(
        notebook.cost_plot(basic.play, "minmax", games=2)
    )
    monkeypatch.setattr(reviewer, "STEPS", 500)
    monkeypatch.setitem(reviewer.review.__kwdefaults__, "steps", 500)
    costly_moves._last.clear()
    shown = repr(notebook.cost_plot(basic.play, "minmax", games=2))
    costly_moves._last.clear()
    assert "Of 104 moves of both sides" in shown
    assert "gave away about" in shown
    assert "pale: estimated, with its 95% interval; solid: exact" in shown
    assert "So few hands show single mistakes, and do not measure strength." in shown


@pytest.mark.broad
def test_the_same_player_is_reviewed_once(monkeypatch):
    first = reviewed("footsteps")
    monkeypatch.setattr(costly_moves, "play_games", lambda *given, **options: pytest.fail("played"))
    assert reviewed("footsteps") is first
    with pytest.raises(pytest.fail.Exception):
        reviewed("footsteps", games=4)


@pytest.mark.broad
def test_games_without_luck_in_the_deal_still_differ():
    found = reviewed("footsteps", games=6)
    assert len({tuple(move.move for move in review.record.moves) for review in found.reviews}) == 6


def test_a_fault_is_told_instead_of_costs():
    def play(player_id, position, mine, theirs, previous):
        return mine + 1, None

    footsteps = Workbook("footsteps")
    for shown in (
        footsteps.cost_plot({"play": play}, "basic", 2, 1),
        footsteps.retry({"play": play}, "basic", 2),
    ):
        assert isinstance(shown, Shown)
        assert "A fault in" in repr(shown)


@pytest.mark.broad
def test_the_state_of_a_costly_move_is_the_one_it_was_made_in():
    for review, cost in reviewed("footsteps").worst(3):
        _, state = costly_moves.position_at(review.record, cost.at)
        assert any(
            step.state == state and review.record.moves[cost.at] in step.moves
            for step in steps(review.record)
        )


@pytest.mark.broad
def test_games_that_repeat_themselves_show_each_question_once():
    """Both players always bid alike, so every game of the two is the same."""

    def play(player_id, position, mine, theirs, previous):
        return min(mine, 12), None

    found = Workbook("footsteps")._reviewed({"play": play}, "minmax", 4)
    assert isinstance(found, costly_moves.Reviewed)
    worst = [cost for _, cost in found.worst(3)]
    assert worst
    asked = [
        [call for seat, call, _ in calls(cost.record) if seat == cost.seat][place].arguments
        for cost in worst
        for place in [sum(move.seat == cost.seat for move in cost.record.moves[: cost.at])]
    ]
    assert len({repr(arguments) for arguments in asked}) == len(worst)
    assert len(worst) < sum(len(review.worst(seat, 3)) for review, seat in found.mine)
