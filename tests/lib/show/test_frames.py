"""The frames of a replay are the record's own states, with every fault in its place."""

import dataclasses
import itertools

import pytest
from games_on_show import shown_game
from playfunc.errors import RecordError
from playfunc.games import GAMES
from playfunc.record import RecordedFault, RecordedMove, rules_of, states
from playfunc.show.frames import caption, frame_after, frame_of_move, frames, wrong_move
from shown_games import played

HANDS = [("sensible",) * 2, ("sensible",) * 4]


@pytest.mark.parametrize("name", GAMES)
def test_frames_are_the_states_of_the_record(name):
    game = played(name)
    sequence = frames(game)
    assert [frame.state for frame in sequence] == list(states(game))
    assert [frame.before for frame in sequence] == [None, *list(states(game))[:-1]]
    assert tuple(move for frame in sequence for move in frame.moves) == game.moves
    assert sequence[-1].played == len(game.moves)


@pytest.mark.parametrize("name", GAMES)
def test_frames_tell_whose_turn_it_is_and_what_was_legal(name):
    game = played(name)
    rules, sequence = rules_of(game), frames(game)
    for frame, after in itertools.pairwise(sequence):
        assert frame.turn == rules.to_act(frame.state) == tuple(move.seat for move in after.moves)
        if len(frame.turn) == 1 and frame.legal is not None:
            assert after.moves[0].move in frame.legal
        assert after.part
    assert sequence[-1].turn == ()


@pytest.mark.parametrize("kinds", HANDS)
def test_memories_are_what_each_player_returned_last(record, kinds):
    game = record(*kinds)
    last = {}
    for frame in frames(game):
        for move in frame.moves:
            last[move.seat] = move.memory
        assert frame.memories == tuple(last.get(seat) for seat in range(len(kinds)))


def test_memories_that_were_brought_along_are_there_at_the_start():
    game = dataclasses.replace(played("footsteps"), memories=('"mine"', None))
    assert frames(game)[0].memories == ('"mine"', None)


def test_a_fault_that_stops_the_game_is_the_last_frame(record):
    game = record("sensible", "reneging")
    *before, last = frames(game)
    (fault,) = game.faults
    assert last.fault == fault
    assert last.turn == (fault.seat,) == (1,)
    assert last.state == before[-1].state
    assert last.legal == before[-1].legal != ()
    wrong = wrong_move(game, fault)
    assert wrong in {card.text for card in last.state.hands[1]}
    assert wrong not in last.legal
    assert [frame.state for frame in before] == list(states(game))


def test_a_forfeit_ends_the_hand_with_its_price(record):
    game = record("sensible", "reneging", policy="forfeit")
    *before, last = frames(game)
    assert last.fault == game.faults[0]
    assert rules_of(game).scores(last.state) == (0, 26)
    assert last.legal == before[-1].legal
    assert [frame.state for frame in [*before, last]] == list(states(game))


def test_a_game_goes_on_after_a_fault_where_its_rules_say_so():
    game = shown_game("blackjack", crashes=True)
    sequence = frames(game)
    place = next(place for place, frame in enumerate(sequence) if frame.fault)
    assert sequence[place].fault == game.faults[0]
    assert sequence[place].memories == sequence[place - 1].memories
    assert [frame.state for frame in sequence] == list(states(game))
    assert place < len(sequence) - 1


def test_each_of_two_faults_at_once_has_a_frame():
    faults = tuple(RecordedFault(seat, 0, "forfeit", "TimeError", "too late") for seat in (0, 1))
    game = dataclasses.replace(played("footsteps"), moves=(), faults=faults, scores=(0.5, 0.5))
    start, first, second = frames(game)
    assert [first.fault, second.fault] == list(faults)
    assert first.state == second.state != start.state
    assert (first.turn, second.turn) == ((0,), (1,))


def test_a_record_that_does_not_replay_is_refused(record):
    game = record("sensible", "sensible")
    with pytest.raises(RecordError, match="move 4 of the record cannot be played"):
        frames(dataclasses.replace(game, moves=game.moves[:3] + game.moves[4:]))
    with pytest.raises(RecordError, match="over"):
        frames(dataclasses.replace(game, moves=(*game.moves, RecordedMove(0, "C2"))))
    late = RecordedFault(0, 52, "forfeit", "TimeError", "too late")
    with pytest.raises(RecordError, match="after the end of the game"):
        frames(dataclasses.replace(game, faults=(late,)))


def test_frame_after_counts_moves_and_shows_a_fault_there(record):
    sequence = frames(shown_game("blackjack", crashes=True))
    at = next(place for place, frame in enumerate(sequence) if frame.fault)
    last = len(sequence) - 1
    assert frame_after(sequence, 0) == 0
    assert frame_after(sequence, at - 1) == at
    assert frame_after(sequence, at) == at + 1
    assert frame_after(sequence, 99) == frame_after(sequence, -1) == last
    assert frame_after(sequence, -99) == 0


def test_moves_made_together_are_one_frame():
    sequence = frames(played("footsteps"))
    assert [frame.played for frame in sequence] == list(range(0, 2 * len(sequence), 2))
    assert [frame_of_move(sequence, at) for at in range(4)] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("policy", "price"),
    [
        ("stop", "The game stops here."),
        ("forfeit", "The hand is forfeited."),
    ],
)
def test_captions_of_faults(record, policy, price):
    game = record("sensible", "reneging", policy=policy)
    frame = next(frame for frame in frames(game) if frame.fault)
    assert caption(game, frame) == f"Bob made a fault. {price}"
