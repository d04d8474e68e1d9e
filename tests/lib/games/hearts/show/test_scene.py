"""The scene of Hearts shows the hand as it stands, and to a player nothing that it may not know."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc import Card, Hearts
from playfunc.games.hearts.pictures import FACE

NAMES = ("Ann", "Bob", "Cleo", "Dai")


def played(seats, seed, moves):
    rules, rng = Hearts(seats), random.Random(seed)
    found = [rules.deal(rng)]
    while len(found) <= moves and rules.to_act(found[-1]):
        state = found[-1]
        card = rng.choice(rules.legal(rules.view(state, state.turn)))
        found.append(rules.play(state, {state.turn: card}))
    return rules, found


def other_world(state, viewer, rng):
    """A state that `viewer` cannot tell from `state`: the other hands shuffled."""
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    cards = [card for seat in others for card in state.hands[seat]]
    rng.shuffle(cards)
    hands = list(state.hands)
    for seat in others:
        size = len(state.hands[seat])
        hands[seat], cards = tuple(sorted(cards[:size])), cards[size:]
    return type(state)(tuple(hands), state.turn, state.trick, state.history, state.broken)


@given(st.sampled_from([2, 4]), st.integers(0, 2**32), st.integers(0, 52))
def test_a_scene_is_the_same_for_all_hands_that_a_viewer_cannot_tell_apart(seats, seed, moves):
    rules, (*_, state) = played(seats, seed, moves)
    names = NAMES[:seats]
    for viewer in range(seats):
        world = other_world(state, viewer, random.Random(seed + 1))
        assert rules.view(world, viewer) == rules.view(state, viewer)
        assert FACE.scene(rules, world, viewer, names) == FACE.scene(rules, state, viewer, names)
        if state.turn != viewer:
            assert FACE.describe_change(rules, None, world, viewer, names) == FACE.describe_change(
                rules, None, state, viewer, names
            )


@given(st.sampled_from([2, 4]), st.integers(0, 2**32), st.integers(0, 52))
def test_a_scene_says_what_was_played_and_won(seats, seed, moves):
    rules, (*_, state) = played(seats, seed, moves)
    scene = FACE.scene(rules, state, None, NAMES[:seats])
    assert scene["hands"] == [[card.text for card in hand] for hand in state.hands]
    assert scene["held"] == [len(hand) for hand in state.hands]
    assert scene["dealt"] == 52 // seats == scene["count"]
    assert sum(scene["tricks"]) == len(state.history)
    complete = moves > 0 and moves % seats == 0
    assert len(scene["trick"]) == (seats if complete else moves % seats)
    assert scene["winner"] == (state.turn if complete else None)
    assert scene["number"] == (moves // seats if complete else moves // seats + 1)
    assert (scene["last"] is not None) == (moves > seats and not complete)
    assert scene["over"] == (moves == 52)


@given(st.sampled_from([2, 4]), st.integers(0, 2**32), st.integers(0, 51))
def test_choices_are_the_legal_cards_and_the_prompt_names_the_rule(seats, seed, moves):
    rules, (*_, state) = played(seats, seed, moves)
    view = rules.view(state, state.turn)
    choices = FACE.choices(rules, view)
    assert choices.drawn == tuple(card.text for card in rules.legal(view))
    assert not choices.buttons
    if "any card." in choices.prompt:
        assert len(choices.drawn) == len(view.hand)
    if choices.prompt.startswith("Follow suit"):
        assert {card[0] for card in choices.drawn} == {state.trick[0][0].text[0]}


def test_a_hand_in_words():
    rules = Hearts(2)
    state = rules.from_hands([[Card("C2"), Card("H3")], [Card("C9"), Card("SQ")]])
    told, before = [FACE.describe_change(rules, None, state, None, NAMES[:2])], state
    for card in ("C2", "C9", "SQ", "H3"):
        state = rules.play(before, {before.turn: Card(card)})
        told.append(FACE.describe_change(rules, before, state, None, NAMES[:2]))
        before = state
    assert told == [
        "The cards are dealt. Ann to lead: one legal card.",
        "Ann led C2. Bob to play: one legal card.",
        "Bob played C9. Bob won the trick. Bob to lead: one legal card.",
        "Bob led SQ. Ann to play: one legal card.",
        "Ann played H3. Bob won the trick: 14 points. Final points: Ann 0, Bob 14.",
    ]


def test_a_lower_case_name_begins_no_sentence():
    rules, states = played(2, 3, 2)
    told = FACE.describe_change(rules, states[0], states[2], None, ("basic", "minmax"))
    assert "basic" not in told
    assert "Basic" in told
    assert "Minmax" in told


def test_several_moves_are_told_together_and_moves_taken_back_are_not():
    rules, states = played(2, 3, 4)
    told = FACE.describe_change(rules, states[1], states[4], None, NAMES[:2])
    assert told.count(" led ") == 1
    assert told.count(" played ") == 2
    assert told.count("won the trick") == 2
    assert " led " not in FACE.describe_change(rules, states[4], states[1], None, NAMES[:2])


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_forfeit_is_told_with_its_price_and_keeps_hands_hidden(viewer):
    rules, (*_, state) = played(2, 1, 9)
    over = rules.forfeit(state, [1])
    assert FACE.describe_change(rules, state, over, viewer, NAMES[:2]) == (
        "Bob forfeited the hand. Final points: Ann 0, Bob 26."
    )
    scene = FACE.scene(rules, over, viewer, NAMES[:2])
    assert scene["points"] == (0, 26)
    assert [hand is None for hand in scene["hands"]] == [viewer == 1, viewer == 0]


def test_a_moon_is_told():
    rules = Hearts(2)
    hearts, diamonds = ([card for card in Card.deck() if card.text[0] == suit] for suit in "HD")
    state = rules.from_hands([[Card("C3"), Card("SQ"), *hearts], [Card("C2"), Card("C4"), *diamonds]])
    while rules.to_act(state):
        before, view = state, rules.view(state, state.turn)
        card = min(rules.legal(view), key=lambda card: (card.suit.value != "S", card))
        state = rules.play(state, {state.turn: card})
    assert FACE.describe_change(rules, before, state, 0, NAMES[:2]).endswith(
        "Ann shot the moon. Final points: Ann 0, Bob 26."
    )
    assert FACE.scene(rules, state, 0, NAMES[:2])["moon"] == 0


def test_parts_are_tricks():
    rules, states = played(4, 1, 5)
    assert [FACE.part(rules, state) for state in states] == ["Trick 1"] * 4 + ["Trick 2"] * 2
