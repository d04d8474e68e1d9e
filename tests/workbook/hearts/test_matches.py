"""Matches of a notebook: worst moves, forced tricks, points."""

from playfunc import Card, Hearts, Suit
from playfunc.record import replay
from playfunc_checks.next_rung import next_rung_after
from playfunc_opponents.hearts import basic, minmax
from playfunc_workbook import hearts as notebook
from playfunc_workbook.hearts import matches
from playfunc_workbook.hearts.matches import measured, own_points
from playfunc_workbook.here import here
from shown_pages import _records, reneges


def test_a_checkpoints_points_are_the_players_own_in_either_seat():
    result = measured(minmax.play, "basic", 4)
    for place, (record, points) in enumerate(zip(result.records, own_points(result), strict=True)):
        seat = record.players.index("you")
        assert seat == place % 2
        taken = Hearts(2).points_taken(replay(record))
        assert points == (26 - taken[seat] if 26 in taken else taken[seat])


def test_a_checkpoint_names_the_next_rung():
    rate = measured(minmax.play, "basic", 2).win_rate.rate
    told = repr(notebook.checkpoint(minmax.play, "basic", deals=2))
    assert next_rung_after(here("hearts"), {"basic": rate}) in told
    assert "`rate` measures it." in told


def test_after_a_fault_a_checkpoint_names_no_rung():
    assert "Elo points" not in repr(notebook.checkpoint(reneges, "basic", deals=2))


def test_worst_moves_are_the_costliest_tricks_at_the_players_last_choice():
    games = 6
    losses = sorted(
        (loss for place, record in enumerate(_records(games)) for loss in matches._losses(record, place % 2)),
        key=lambda loss: -loss.points,
    )
    rules = Hearts(2)
    for loss in losses:
        assert loss.record.players[loss.seat] == "you"
        assert len(rules.legal(rules.view(loss.state, loss.seat))) > 1 or loss.at == 0
        assert loss.card.text == loss.record.moves[loss.at].move
        assert len(loss.state.history) < loss.trick
        trick = replay(loss.record).history[loss.trick - 1]
        assert loss.points == sum(13 if card is Card("SQ") else card.suit is Suit.HEARTS for card, _ in trick)
    shown = notebook.worst_moves(basic.play, "minmax", games=games)
    assert f"{sum(loss.points for loss in losses)} points in all" in repr(shown)
    assert shown._repr_html_().count("<iframe") == 3


def test_a_forced_trick_is_told_from_the_choice_that_is_drawn():
    seen = set()
    for place, record in enumerate(_records(20)):
        for loss in matches._losses(record, place % 2):
            drawn, _ = matches._loss_parts(loss)
            chosen = len(loss.state.history) + 1
            forced = chosen < loss.trick
            seen.add(forced)
            if forced:
                assert drawn.title == f"Trick {chosen}: your last real choice"
                trick = replay(record).history[loss.trick - 1]
                [card] = [card for card, seat in trick if seat == loss.seat]
                cost = "1 point." if loss.points == 1 else f"{loss.points} points."
                assert drawn.message == f"In trick {loss.trick} {card} was forced and cost {cost}"
            else:
                assert drawn.title.startswith(f"Trick {loss.trick}: {loss.points} points")
    assert seen == {True, False}
