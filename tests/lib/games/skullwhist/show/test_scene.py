"""The scene of SkullWhist shows the game as it stands, and to a player nothing that it may not know."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import SkullWhist
from playfunc.games.skullwhist.pictures import FACE

RULES = SkullWhist()
NAMES = ("Ann", "Bob")


def played(seed, moves):
    rng = random.Random(seed)
    found = [RULES.deal(rng)]
    while len(found) <= moves and (acting := RULES.to_act(found[-1])):
        state, (seat,) = found[-1], acting
        found.append(RULES.play(state, {seat: rng.choice(RULES.legal(RULES.view(state, seat)))}))
    return found


def other_world(state, viewer, rng):
    """A state that `viewer` cannot tell from `state`: other hidden cards, leader and hidden bid."""
    other = 1 - viewer
    hidden = [*state.hands[other], *state.unseen]
    rng.shuffle(hidden)
    size = len(state.hands[other])
    hands = list(state.hands)
    hands[other] = tuple(sorted(hidden[:size]))
    world = replace(state, hands=tuple(hands), unseen=tuple(sorted(hidden[size:])))
    if None not in state.bids:
        return world
    bids = tuple(
        rng.randint(1, 13) if bid is not None and seat == other else bid
        for seat, bid in enumerate(state.bids)
    )
    return replace(world, turn=rng.randrange(2), bids=bids)


@given(st.integers(0, 2**32), st.integers(0, 28), st.sampled_from([0, 1]))
def test_a_scene_is_the_same_for_all_games_that_a_viewer_cannot_tell_apart(seed, moves, viewer):
    state = played(seed, moves)[-1]
    world = other_world(state, viewer, random.Random(seed + 1))
    assert RULES.view(world, viewer) == RULES.view(state, viewer)
    assert FACE.scene(RULES, world, viewer, NAMES) == FACE.scene(RULES, state, viewer, NAMES)
    if viewer not in RULES.to_act(state):
        told = [FACE.describe_change(RULES, None, each, viewer, NAMES) for each in (world, state)]
        assert told[0] == told[1]


@given(st.integers(0, 2**32), st.integers(0, 28))
def test_a_scene_says_what_was_bid_played_and_won(seed, moves):
    state = played(seed, moves)[-1]
    scene = FACE.scene(RULES, state, None, NAMES)
    assert scene["hands"] == [[card.text for card in hand] for hand in state.hands]
    assert scene["bids"] == state.bids
    assert scene["bidding"] == (moves < 2)
    assert scene["won"] == state.tricks()
    assert scene["count"] == scene["dealt"] == 13
    assert scene["left"] == 13 - sum(scene["won"])
    assert scene["scores"] == (RULES.scores(state) if moves == 28 else None)


@given(st.integers(0, 2**32), st.integers(0, 27))
def test_every_legal_move_can_be_chosen(seed, moves):
    state = played(seed, moves)[-1]
    (seat,) = RULES.to_act(state)
    view = RULES.view(state, seat)
    choices = FACE.choices(RULES, view)
    offered = [*choices.drawn, *(choice.move for choice in choices.buttons)]
    assert offered == [RULES.projection.move_text(move) for move in RULES.legal(view)]
    assert bool(choices.buttons) == (moves < 2)
    if "any card" in choices.prompt:
        assert len(offered) == len(view.hand)


def test_bids_are_told_to_each_player_only_when_both_are_made():
    start = played(1, 0)[0]
    first = RULES.play(start, {0: 4})
    both = RULES.play(first, {1: 5})
    leader = NAMES[both.turn]
    assert FACE.describe_change(RULES, None, start, 1, NAMES) == "The cards are dealt. Ann to bid."
    assert FACE.describe_change(RULES, start, first, 0, NAMES) == "Ann bid 4. Bob to bid."
    assert FACE.describe_change(RULES, start, first, 1, NAMES) == "Ann has bid. Bob to bid."
    assert FACE.describe_change(RULES, first, both, 1 - both.turn, NAMES) == (
        f"The bids are made: Ann 4, Bob 5. {leader} to lead."
    )
    assert FACE.scene(RULES, first, 1, NAMES)["bids"] == (None, None)
    assert FACE.scene(RULES, both, 1, NAMES)["bids"] == (4, 5)


def test_an_ending_in_words():
    hands = [[WhistCard("C05"), WhistCard("H02")], [WhistCard("S01"), WhistCard("C04")]]
    state = RULES.from_hands(hands, leader=0, bids=(1, 1))
    told, before = [], state
    for card in ("H02", "S01", "C04", "C05"):
        (seat,) = RULES.to_act(before)
        state = RULES.play(before, {seat: WhistCard(card)})
        told.append(FACE.describe_change(RULES, before, state, None, NAMES))
        before = state
    assert told == [
        "Ann led H02. Bob to play: 2 legal cards.",
        "Bob played S01. Bob won the trick. Bob to lead: one legal card.",
        "Bob led C04. Ann to play: one legal card.",
        "Ann played C05. Ann won the trick. Final points: Ann 10 (bid 1, won 1), Bob 10 (bid 1, won 1).",
    ]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_forfeit_is_told_with_its_price_and_keeps_hands_hidden(viewer):
    state = RULES.forfeit(replace(played(1, 0)[0], bids=(4, 5)), [1])
    assert FACE.describe_change(RULES, None, state, viewer, NAMES).endswith(
        "Bob forfeited the game. Final points: Ann 40, Bob -50."
    )
    hands = FACE.scene(RULES, state, viewer, NAMES)["hands"]
    assert [hand is None for hand in hands] == [viewer == 1, viewer == 0]


def test_a_position_shows_the_hand_alone_before_the_bid_and_marks_the_lowest_card():
    state = RULES.from_hands([[WhistCard("C01")], [WhistCard("S13")]], leader=1)
    before = FACE.position(RULES, state, 0, NAMES)
    assert "Bids" in str(before)
    assert "legal" not in before._repr_html_().split("</style>")[1]
    assert "1 of clubs, the lowest" in before._repr_html_()
    led = RULES.play(replace(state, bids=(1, 1)), {1: WhistCard("S13")})
    after = FACE.position(RULES, led, 0, NAMES)
    assert "13 of spades by Bob" in after._repr_html_()
    assert "Bids: Ann 1, Bob 1. Tricks won: Ann 0, Bob 0." in str(after)


def test_parts_are_the_bids_and_the_tricks():
    parts = [FACE.part(RULES, state) for state in played(1, 5)]
    assert parts == ["Bids", "Bids", "Trick 1", "Trick 1", "Trick 2", "Trick 2"]
