"""What the faces of trick games share."""

from dataclasses import dataclass

from playfunc import Card
from playfunc.show.face import face_of
from playfunc.show.tricks import hands_scene, happened, trick_scene

C2, C9, SQ, H3 = map(Card, ("C2", "C9", "SQ", "H3"))
FIRST = ((C2, 0), (C9, 1))


@dataclass(frozen=True)
class Played:
    history: tuple = ()
    trick: tuple = ()


def winner(trick):
    return max(trick)[1]


def told(before, after):
    return list(happened(before, after, ("Ann", "Bob"), winner, lambda trick: ", so"))


def test_a_complete_trick_lies_on_the_table_until_the_next_lead():
    assert trick_scene(Played(), winner) == {"number": 1, "trick": [], "winner": None, "last": None}
    lying = trick_scene(Played((FIRST,)), winner)
    assert lying == {"number": 1, "trick": [["C2", 0], ["C9", 1]], "winner": 1, "last": None}
    led = trick_scene(Played((FIRST,), ((SQ, 1),)), winner)
    assert (led["number"], led["trick"], led["winner"]) == (2, [["SQ", 1]], None)
    assert led["last"] == {"plays": lying["trick"], "winner": 1}


def test_hands_face_down_are_only_counted():
    hands = ((H3,), ())
    shown = hands_scene(hands, (FIRST,), ((SQ, 1),), None)
    assert shown == {"hands": [["H3"], []], "held": [1, 0], "dealt": 2}
    assert hands_scene(hands, (FIRST,), ((SQ, 1),), 0) == {**shown, "hands": [["H3"], None]}


def test_every_play_is_told_once_and_none_that_was_taken_back():
    led, complete = Played((), FIRST[:1]), Played((FIRST,))
    assert told(Played(), led) == ["Ann led C2."]
    assert told(led, complete) == ["Bob played C9.", "Bob won the trick, so."]
    assert told(complete, complete) == told(complete, led) == []


def test_a_face_brings_the_felt_with_its_own_script_and_style():
    face = face_of("hearts")
    assert "function drawFelt" in face.script
    assert "function drawScene" in face.script
    assert ".pf-round" in face.style
