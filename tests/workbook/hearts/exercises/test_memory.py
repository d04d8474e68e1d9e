"""Memory as text."""

from dataclasses import replace

import pytest
from hearts_findings import Seen, changed, leads_hearts, legal, remember, text
from playfunc import Card, Suit
from playfunc_workbook.finding import State
from playfunc_workbook.hearts.memory import gone_finding, lead_hearts_finding, remember_finding, twins


def test_text_memory():
    assert gone_finding(text).state is State.RIGHT
    assert gone_finding(lambda previous: "").state is State.UNWRITTEN
    only_last = gone_finding(lambda p: "" if p is None else " ".join(str(c) for c, _ in p[0]))
    assert only_last.state is State.WRONG
    assert "Missing" in only_last.position.message
    assert gone_finding(lambda previous: 5).state is State.WRONG


def test_twins_differ_in_nothing_but_what_is_legal():
    one, other = twins()
    assert (one.hand, one.trick, one.title) == (other.hand, other.trick, other.title)
    assert set(one.legal) - set(other.legal) == {c for c in one.hand if c.suit is Suit.HEARTS}


def test_leading_hearts_takes_memory():
    assert lead_hearts_finding(leads_hearts(lambda p: "H" in text(p))).state is State.RIGHT
    forgetful = lead_hearts_finding(
        leads_hearts(lambda p: p is not None and any(c.suit is Suit.HEARTS for c, _ in p[0]))
    )
    assert forgetful.state is State.WRONG
    assert "Hearts have been broken since trick" in forgetful.position.message

    def untouched(player_id, hand, trick, previous) -> tuple[Card, str]:
        return legal(hand, trick, previous is None, "H" in text(previous))[0], text(previous)

    assert lead_hearts_finding(untouched).state is State.UNWRITTEN
    bold = lead_hearts_finding(leads_hearts(lambda p: True))
    assert bold.state is State.WRONG
    assert "Breaking" in bold.position.message


# Exercises on memory: fields that are wrong, never filled, or do not travel.
@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("taken", lambda taken: taken[::-1]),
        ("gone", lambda gone: gone - {Card("SQ")}),
        ("void", lambda void: void[::-1]),
    ],
)
def test_a_wrong_field_is_named(field, change):
    assert remember_finding(remember).state is State.RIGHT
    finding = remember_finding(changed(**{field: change}))
    assert finding.state is State.WRONG
    assert (State.WRONG, f"{field}: wrong") in finding.lines
    assert field in finding.position.message


def test_a_field_that_is_never_filled_is_not_written_yet():
    finding = remember_finding(changed(void=lambda void: (frozenset(),) * len(void)))
    assert finding.state is State.PARTLY
    assert (State.UNWRITTEN, "void: not written yet") in finding.lines


def test_memory_that_does_not_travel_is_told_so():
    def keeps_an_iterator(player_id: str, hand, previous) -> Seen:
        return replace(remember(player_id, hand, previous), gone=iter(()))

    assert "cannot be kept" in remember_finding(keeps_an_iterator).said
