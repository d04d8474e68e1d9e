"""Positions to ask about: twins, and what a player is told."""

from playfunc import points
from playfunc_workbook.hearts.deals import games, questions


def test_moments_tell_what_a_player_is_told():
    for game in games(4, 2, "told"):
        assert len(game) == 52
        for moment in game:
            assert moment.hand == moment.state.hands[moment.seat]
            assert set(moment.legal) <= set(moment.hand)


def test_the_questions_are_thousands_and_reach_every_rule():
    assert len(questions()) > 2000
    rules = {question.rule for question in questions()}
    assert rules == {"Leading", "Reneging", "Bleeding", "Breaking", "Free lead", "Free discard"}
    bleeding = [q for q in questions() if q.rule == "Bleeding"]
    assert any(all(map(points, q.hand)) for q in bleeding)
    assert any(q.legal == list(q.hand) for q in questions() if q.rule == "Breaking")


def test_no_card_on_the_table_is_yours_when_you_are_asked():
    names = [tuple(name for _, name in question.trick) for question in questions()]
    assert {("ana",), ("ben", "cleo"), ("ana", "ben", "cleo")} <= {*names}
    assert not any("you" in trick for trick in names)
