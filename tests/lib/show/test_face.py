"""The face of a game without pictures: its own words, and every legal move a button."""

import random

import pytest
from playfunc.games import GAMES
from playfunc.show.face import PlainFace
from playfunc.show.tricks import belonging, sentences


@pytest.mark.parametrize("game", GAMES)
def test_every_move_that_a_plain_face_offers_is_legal_and_can_be_read(game):
    rules = GAMES[game].rules()
    state, face = rules.deal(random.Random(1)), PlainFace()
    for seat in rules.to_act(state):
        view = rules.view(state, seat)
        choices = face.choices(rules, view)
        assert choices.buttons
        for choice in choices.buttons:
            rules.check(view, rules.projection.parse_move(choice.move))


@pytest.mark.parametrize("game", GAMES)
def test_a_plain_scene_shows_a_viewer_its_own_view(game):
    rules = GAMES[game].rules()
    state, face, names = rules.deal(random.Random(1)), PlainFace(), [f"p{s}" for s in range(rules.seats)]
    view = rules.view(state, 0)
    assert face.scene(rules, state, 0, names) == {"text": rules.storyteller.describe(rules, view, names)}
    assert face.describe_change(rules, None, state, 0, names).startswith("p")


# Names and sentences, for a person and for players.
def test_what_belongs_to_a_person_is_yours():
    assert [belonging(name) for name in ("You", "Bo")] == ["your", "Bo's"]


def test_a_sentence_that_begins_with_a_name_has_a_capital_and_nothing_else_changes():
    assert (
        sentences(["basic led CQ.", "You won.", "7 of minmax.", ""]) == "Basic led CQ. You won. 7 of minmax. "
    )
