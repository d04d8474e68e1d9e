"""Matches of a notebook: worst moves, forced tricks, points."""

import pytest
from hearts_findings import measured
from playfunc import Card, Hearts, Suit
from playfunc.record import replay
from playfunc_checks import next_baseline
from playfunc_checks.bounded import Late
from playfunc_opponents.hearts import basic, minmax
from playfunc_workbook import checkpoint, players
from playfunc_workbook import hearts as notebook
from playfunc_workbook.hearts import matches
from playfunc_workbook.hearts.matches import own_points
from playfunc_workbook.players import current_assignment
from shown_pages import _records, reneges

pytestmark = pytest.mark.broad


def test_a_checkpoints_points_are_the_players_own_in_either_seat():
    result = measured(minmax.play, "basic", 4)
    for place, (record, points) in enumerate(zip(result.records, own_points(result), strict=True)):
        seat = record.players.index("you")
        assert seat == place % 2
        taken = Hearts(2).points_taken(replay(record))
        assert points == (26 - taken[seat] if 26 in taken else taken[seat])


def test_a_checkpoint_of_many_deals_names_the_next_baseline(monkeypatch):
    told = repr(notebook.checkpoint(minmax.play, "basic", deals=2))
    assert "2 deals are too few for a rating. `rate` measures it." in told
    monkeypatch.setattr(next_baseline, "RATED", 2)
    found = measured(minmax.play, "basic", 2).win_rate
    said = next_baseline.next_baseline_measured(current_assignment("hearts"), "basic", found)
    assert said
    assert f"{said} `rate` measures it." in repr(notebook.checkpoint(minmax.play, "basic", deals=2))


def test_after_a_fault_a_checkpoint_names_no_baseline():
    assert "Elo points" not in repr(notebook.checkpoint(reneges, "basic", deals=2))


class SlowOnce:
    """`basic`, of which one move takes 5 seconds of a clock of its own; the number counts moves from 0."""

    def __init__(self, monkeypatch, slow: int) -> None:
        self.moves = 0
        self.slow = slow
        monkeypatch.setattr(players, "bounded", self.bounded)
        monkeypatch.setattr(checkpoint, "isolated_call", lambda work, update: work(update))

    def bounded(self, call, seconds):
        self.moves += 1
        if self.moves - 1 == self.slow:
            raise Late("took 5.0 s of CPU time; 1 s is allowed")
        return call()


def test_a_move_too_late_costs_its_hand_and_the_others_are_told(monkeypatch):
    whole = measured(basic.play, "naive", 3)
    SlowOnce(monkeypatch, slow=7)
    told = repr(notebook.checkpoint(basic.play, "naive", deals=3))
    assert (
        "✗ Checkpoint: wrong. A move took too long in 1 of 6 hands. A move may take 1 s of CPU time." in told
    )
    assert "one move beyond it fails the gate `rules`" in told
    assert "this move took 5.0 s of CPU time" in told
    SlowOnce(monkeypatch, slow=7)
    result = measured(basic.play, "naive", 3)
    [spoilt] = [number for number, record in enumerate(result.records) if record.faults]
    kept = [number for number in range(6) if number // 2 != spoilt // 2]
    assert [result.records[number].moves for number in kept] == [
        whole.records[number].moves for number in kept
    ]
    points = [own_points(whole)[number] for number in kept]
    assert "Without the deals that had a fault: " in told
    assert f"2 deals from both seats, {sum(points) / 4:.1f} points a hand for you" in told


def test_too_many_late_moves_end_the_asking(monkeypatch):
    SlowOnce(monkeypatch, slow=-1)
    monkeypatch.setattr(players, "bounded", late)
    told = repr(notebook.checkpoint(basic.play, "naive", deals=4))
    assert "A move took too long in 5 of 8 hands, and then your player was not asked any more." in told
    assert "Without the deals" not in told


def late(call, seconds):
    raise Late("took 5.0 s of CPU time; 1 s is allowed")


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
