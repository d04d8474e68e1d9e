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


def session_of(game, people=(0,), seed=1):
    rules = GAMES[game].table(2)
    other = opponent(rules, weakest_at(rules))
    seated = [None if seat in people else other for seat in range(2)]
    return begin(rules, rules.deal(random.Random(seed)), seated).go_on()


def moved(session, rng):
    moves = {}
    for seat in session.turn:
        legal = list(session.rules.legal(session.rules.view(session.state, seat)))[:30]
        moves[seat] = session.rules.projection.move_text(rng.choice(legal))
    return session.play(moves)


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("people", [(0,), (1,), (0, 1)])
def test_a_whole_game_is_a_record_that_replays(game, people):
    session, rng = session_of(game, people), random.Random(3)
    for _ in range(1000):
        if session.over:
            break
        assert set(session.turn) <= set(people)
        session = moved(session, rng)
    assert session.record.scores == tuple(session.rules.scores(replay(session.record)))
    assert session.state == replay(session.record)
    assert session.now.made == len(session.record.moves)
    assert all(move.memory is None for move in session.record.moves if move.seat in people)


@pytest.mark.parametrize("game", EVERY)
def test_going_back_leads_to_the_same_position_as_before(game):
    session, rng, seen = session_of(game), random.Random(4), []
    while not session.over and len(seen) < 6:
        seen.append(session)
        session = moved(session, rng)
    for before in reversed(seen):
        session = session.undone()
        assert (session.state, session.now, session.record) == (before.state, before.now, before.record)
    assert not session.can_undo
    with pytest.raises(ValueError, match="no move 99"):
        session.back_to(99)


@pytest.mark.parametrize("game", EVERY)
def test_a_recorded_game_goes_on_from_its_middle_as_it_went(game):
    rules = GAMES[game].table(2)
    players = [opponent(rules, weakest_at(rules), key=key) for key in (b"one", b"two")]
    record = play_game(rules, rules.deal(random.Random(5)), players)
    middle = len(record.moves) // 2
    session = begin_at(record, middle, players).go_on()
    assert session.record.moves == record.moves
    assert session.record.scores == record.scores


def test_players_are_asked_once_for_each_question_and_named_before():
    rules, asked, named = GAMES["hearts"].table(2), [], []

    def play(player_id, hand, trick, previous):
        asked.append(len(hand))
        from playfunc_opponents.hearts import basic

        return basic.play(player_id, hand, trick, previous)

    session = begin(rules, rules.deal(random.Random(1)), [None, FunctionPlayer(play, rules, name="slow")])
    session = session.go_on(named.append)
    for _ in range(3):
        [card, *_] = rules.legal(rules.view(session.state, 0))
        after = session.play({0: card.text}, named.append)
    assert len(asked) == len(set(asked)) == len(named)
    assert set(named) == {"slow"}
    assert after.names == (HUMAN, "slow")


def test_a_fault_stops_the_game_and_can_be_undone():
    rules = GAMES["footsteps"].table(2)
    session = begin(
        rules, rules.deal(random.Random(1)), [None, FunctionPlayer(lambda *_: (99, None), rules, name="wild")]
    )
    after = session.go_on().play({0: "5"})
    assert after.over
    assert after.fault.seat == 1
    assert "99" in after.fault.reason
    assert not after.undone().over


def test_what_is_not_allowed_is_refused_and_changes_nothing():
    session = session_of("hearts")
    rules, view = session.rules, session.rules.view(session.state, 0)
    wrong = next(card for card in view.hand if card not in rules.legal(view))
    with pytest.raises(IllegalMoveError):
        session.play({0: wrong.text})
    with pytest.raises(ValueError, match="not your turn"):
        session.play({1: "C2"})
    with pytest.raises(ValueError, match="takes 2 players, got 1"):
        begin(rules, session.state, [None])
