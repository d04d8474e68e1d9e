"""A game that a person and players sit down to: it goes on, goes back, and begins in the middle."""

import random

import pytest
from playfunc import FunctionPlayer
from playfunc.errors import IllegalMoveError
from playfunc.games import GAMES
from playfunc.match import play_game
from playfunc.record import replay
from playfunc.show.game_session import begin, begin_at
from playfunc.show.tricks import HUMAN
from playfunc_opponents import opponent, weakest_at

EVERY = sorted(GAMES.usable())


def sitting_of(game, people=(0,), seed=1):
    rules = GAMES[game].table(2)
    other = opponent(rules, weakest_at(rules))
    seated = [None if seat in people else other for seat in range(2)]
    return begin(rules, rules.deal(random.Random(seed)), seated).go_on()


def moved(sitting, rng):
    moves = {}
    for seat in sitting.turn:
        legal = list(sitting.rules.legal(sitting.rules.view(sitting.state, seat)))[:30]
        moves[seat] = sitting.rules.projection.move_text(rng.choice(legal))
    return sitting.play(moves)


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("people", [(0,), (1,), (0, 1)])
def test_a_whole_game_is_a_record_that_replays(game, people):
    sitting, rng = sitting_of(game, people), random.Random(3)
    for _ in range(1000):
        if sitting.over:
            break
        assert set(sitting.turn) <= set(people)
        sitting = moved(sitting, rng)
    assert sitting.record.scores == tuple(sitting.rules.scores(replay(sitting.record)))
    assert sitting.state == replay(sitting.record)
    assert sitting.now.made == len(sitting.record.moves)
    assert all(move.memory is None for move in sitting.record.moves if move.seat in people)


@pytest.mark.parametrize("game", EVERY)
def test_going_back_leads_to_the_same_position_as_before(game):
    sitting, rng, seen = sitting_of(game), random.Random(4), []
    while not sitting.over and len(seen) < 6:
        seen.append(sitting)
        sitting = moved(sitting, rng)
    for before in reversed(seen):
        sitting = sitting.undone()
        assert (sitting.state, sitting.now, sitting.record) == (before.state, before.now, before.record)
    assert not sitting.can_undo
    with pytest.raises(ValueError, match="no move 99"):
        sitting.back_to(99)


@pytest.mark.parametrize("game", EVERY)
def test_a_recorded_game_goes_on_from_its_middle_as_it_went(game):
    rules = GAMES[game].table(2)
    players = [opponent(rules, weakest_at(rules), key=key) for key in (b"one", b"two")]
    record = play_game(rules, rules.deal(random.Random(5)), players)
    middle = len(record.moves) // 2
    sitting = begin_at(record, middle, players).go_on()
    assert sitting.record.moves == record.moves
    assert sitting.record.scores == record.scores


def test_players_are_asked_once_for_each_question_and_named_before():
    rules, asked, named = GAMES["hearts"].table(2), [], []

    def play(player_id, hand, trick, previous):
        asked.append(len(hand))
        from playfunc_opponents.hearts import basic

        return basic.play(player_id, hand, trick, previous)

    sitting = begin(rules, rules.deal(random.Random(1)), [None, FunctionPlayer(play, rules, name="slow")])
    sitting = sitting.go_on(named.append)
    for _ in range(3):
        [card, *_] = rules.legal(rules.view(sitting.state, 0))
        after = sitting.play({0: card.text}, named.append)
    assert len(asked) == len(set(asked)) == len(named)
    assert set(named) == {"slow"}
    assert after.names == (HUMAN, "slow")


def test_a_fault_stops_the_game_and_can_be_undone():
    rules = GAMES["footsteps"].table(2)
    sitting = begin(
        rules, rules.deal(random.Random(1)), [None, FunctionPlayer(lambda *_: (99, None), rules, name="wild")]
    )
    after = sitting.go_on().play({0: "5"})
    assert after.over
    assert after.fault.seat == 1
    assert "99" in after.fault.reason
    assert not after.undone().over


def test_what_is_not_allowed_is_refused_and_changes_nothing():
    sitting = sitting_of("hearts")
    rules, view = sitting.rules, sitting.rules.view(sitting.state, 0)
    wrong = next(card for card in view.hand if card not in rules.legal(view))
    with pytest.raises(IllegalMoveError):
        sitting.play({0: wrong.text})
    with pytest.raises(ValueError, match="not your turn"):
        sitting.play({1: "C2"})
    with pytest.raises(ValueError, match="takes 2 players, got 1"):
        begin(rules, sitting.state, [None])
