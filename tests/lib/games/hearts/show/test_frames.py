"""The pictures of a replay are the record's own states, with every fault in its place."""

from __future__ import annotations

import dataclasses
import random

import pytest
from playfunc import Card, FunctionPlayer, Hearts, play_game
from playfunc.errors import RecordError
from playfunc.games.hearts.show.frames import caption, fault_card, frame_after, frames
from playfunc.record import RecordedFault, RecordedMove, states

HANDS = [("sensible",) * 2, ("sensible",) * 4]


def counted_points(history, seats):
    """Points by the contract, counted anew: hearts 1, SQ 13, to the highest card of the suit led."""
    taken = [0] * seats
    for trick in history:
        led = trick[0][0].suit
        _, winner = max((card.rank, seat) for card, seat in trick if card.suit is led)
        taken[winner] += sum({"H": 1}.get(card.text[0], 0) + 13 * (card.text == "SQ") for card, _ in trick)
    return tuple(taken)


@pytest.mark.parametrize("kinds", HANDS)
def test_frames_are_the_states_of_the_record(record, kinds):
    game = record(*kinds)
    sequence = frames(game)
    assert [frame.state for frame in sequence] == list(states(game))
    assert [frame.played for frame in sequence] == list(range(53))
    assert [frame.move for frame in sequence[1:]] == list(game.moves)


@pytest.mark.parametrize("kinds", HANDS)
def test_frames_tell_whose_turn_it_is_and_what_was_legal(record, kinds):
    game = record(*kinds)
    for frame, move in zip(frames(game), game.moves, strict=False):
        assert frame.turn == move.seat
        assert Card(move.move) in frame.legal
        assert set(frame.legal) <= set(frame.state.hands[move.seat])
    assert frames(game)[-1].turn is None
    assert frames(game)[-1].legal == ()


@pytest.mark.parametrize("kinds", HANDS)
def test_points_and_scores(record, kinds):
    sequence = frames(record(*kinds))
    for frame in sequence:
        assert frame.points == counted_points(frame.state.history, len(kinds))
    assert [frame.scores for frame in sequence[:-1]] == [None] * 52
    assert sequence[-1].scores == record(*kinds).scores


@pytest.mark.parametrize("kinds", HANDS)
def test_a_complete_trick_lies_on_the_table_until_the_next_lead(record, kinds):
    seats = len(kinds)
    for place, frame in enumerate(frames(record(*kinds))):
        complete = place > 0 and place % seats == 0
        assert len(frame.trick) == (seats if complete else place % seats)
        assert (frame.winner is not None) == complete
        assert frame.trick_number == max(1, -(-place // seats)) if complete else place // seats + 1
        if complete:
            assert frame.winner == frame.state.turn


def test_memories_are_what_each_player_returned_last(record):
    game = record(*["sensible"] * 4)
    last = {}
    for frame in frames(game):
        if frame.move is not None:
            last[frame.move.seat] = frame.move.memory
        assert frame.memories == tuple(last.get(seat) for seat in range(4))


def test_a_fault_that_stops_the_game_is_the_last_frame(record):
    game = record("sensible", "reneging")
    *before, last = frames(game)
    (fault,) = game.faults
    assert last.fault == fault
    assert last.turn == fault.seat == 1
    assert last.state == before[-1].state
    assert last.legal == before[-1].legal != ()
    assert fault_card(fault) in last.state.hands[1]
    assert fault_card(fault) not in last.legal
    assert last.scores is None
    assert [frame.state for frame in before] == list(states(game))


def test_a_forfeit_ends_the_hand_with_its_price(record):
    game = record("sensible", "reneging", policy="forfeit")
    *before, last = frames(game)
    assert last.fault == game.faults[0]
    assert last.scores == (0, 26)
    assert last.legal == before[-1].legal
    assert [frame.state for frame in [*before, last]] == list(states(game))


def test_a_substitute_plays_on_after_the_fault(record):
    game = record("sensible", "reneging", policy="substitute")
    sequence = frames(game)
    at = game.faults[0].at
    assert sequence[at + 1].fault == game.faults[0]
    assert sequence[at + 1].memories[1] is None
    assert [frame.state for frame in sequence if frame.fault is None] == list(states(game))
    assert len(sequence) == 54
    assert sequence[-1].scores == game.scores


def test_a_fault_on_the_lead_leaves_the_table_bare(record):
    rules = Hearts(2)

    def leads_hearts(player_id, hand, trick, previous):
        suit = [c for c in hand if not trick or c.suit is trick[0][0].suit]
        return (suit or hand)[0] if previous is None or trick else hand[-1], None

    players = [FunctionPlayer(leads_hearts, rules, name=name) for name in ("Ann", "Bob")]
    last = frames(play_game(rules, rules.deal(random.Random(3)), players))[-1]
    assert last.fault is not None
    assert last.fault.error == "BrokenError"
    assert last.trick == ()
    assert last.winner is None


def test_a_record_that_does_not_replay_is_refused(record):
    game = record("sensible", "sensible")
    with pytest.raises(RecordError, match="move 4 of the record cannot be played"):
        frames(dataclasses.replace(game, moves=game.moves[:3] + game.moves[4:]))
    with pytest.raises(RecordError, match="over"):
        frames(dataclasses.replace(game, moves=(*game.moves, RecordedMove(0, "C2"))))
    late = RecordedFault(0, 52, "forfeit", "TimeError", "too late")
    with pytest.raises(RecordError, match="after the end of the hand"):
        frames(dataclasses.replace(game, faults=(late,)))


def test_frame_after_counts_moves_and_shows_a_fault_there(record):
    sequence = frames(record("sensible", "reneging", policy="substitute"))
    at = next(place for place, frame in enumerate(sequence) if frame.fault)
    assert frame_after(sequence, 0) == 0
    assert frame_after(sequence, at - 1) == at
    assert frame_after(sequence, at) == at + 1
    assert frame_after(sequence, 99) == frame_after(sequence, -1) == 53
    assert frame_after(sequence, -99) == 0


def test_captions(record):
    rules = Hearts(2)
    start = rules.from_hands([[Card("C2"), Card("H3")], [Card("C9"), Card("SQ")]])

    def first(player_id, hand, trick, previous):
        return hand[0], None

    players = [FunctionPlayer(first, rules, name=name) for name in ("Ann", "Bob")]
    assert [caption(frame, ("Ann", "Bob")) for frame in frames(play_game(rules, start, players))] == [
        "The cards are dealt. Ann to lead: one legal card.",
        "Ann led C2. Bob to play: one legal card.",
        "Bob played C9. The trick goes to Bob. Bob to lead: one legal card.",
        "Bob led SQ. Ann to play: one legal card.",
        "Ann played H3. The trick goes to Bob: 14 points. Final points: Ann 0, Bob 14.",
    ]


@pytest.mark.parametrize(
    ("policy", "price"),
    [
        ("stop", "The game stops here."),
        ("forfeit", "Bob forfeits the hand."),
        ("substitute", "From here on a substitute plays Bob's cards."),
    ],
)
def test_captions_of_faults(record, policy, price):
    game = record("sensible", "reneging", policy=policy)
    frame = next(frame for frame in frames(game) if frame.fault)
    assert caption(frame, game.players) == f"Bob made a fault. {price}"


def test_a_moon_is_told():
    rules = Hearts(2)
    hearts, diamonds = ([card for card in Card.deck() if card.text[0] == suit] for suit in "HD")
    start = rules.from_hands([[Card("C3"), Card("SQ"), *hearts], [Card("C2"), Card("C4"), *diamonds]])

    def spades_first(player_id, hand, trick, previous):
        return min(hand, key=lambda card: (card.suit.value != "S", card)) if previous else hand[0], None

    players = [FunctionPlayer(spades_first, rules, name=name) for name in ("Ann", "Bob")]
    last = frames(play_game(rules, start, players))[-1]
    assert last.points == (26, 0)
    assert caption(last, ("Ann", "Bob")).endswith("Ann shot the moon. Final points: Ann 0, Bob 26.")
