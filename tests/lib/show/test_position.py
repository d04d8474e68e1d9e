"""A drawn position says in text and in picture what was held, legal and played."""

import json

import pytest
from playfunc import DECK, Card
from playfunc.show import Position
from playfunc.show.markup import asset, card_html

HAND = [Card(text) for text in ("H9", "C4", "SQ", "CK")]
TRICK = ((Card("C5"), "Ann"), (Card("CQ"), "Bob"))
LEGAL = [Card("C4"), Card("CK")]


def test_as_text_with_a_wrong_card():
    position = Position(HAND, TRICK, LEGAL, played=Card("H9"), title="Follow suit", message="Reneging: …")
    assert str(position) == (
        "Follow suit\n"
        "  trick:  C5 by Ann, CQ by Bob\n"
        "  hand:   C4 CK SQ H9\n"
        "  legal:  C4 CK\n"
        "  played: H9, not legal\n"
        "Reneging: …"
    )
    assert position.wrong


def test_as_text_on_the_lead():
    position = Position(HAND, (), LEGAL)
    assert str(position) == "  trick:  (to lead)\n  hand:   C4 CK SQ H9\n  legal:  C4 CK"
    assert not position.wrong
    assert "this player leads" in position._repr_html_()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("played", "marks"),
    [
        (None, ["legal", "legal", "dim", "dim"]),
        ("C4", ["right", "legal", "dim", "dim"]),
        ("H9", ["legal", "legal", "dim", "wrong"]),
        ("S2", ["legal", "legal", "dim", "dim"]),
    ],
)
def test_the_picture_marks_each_card(offline_page, played, marks):
    position = Position(HAND, TRICK, LEGAL, played=Card(played) if played else None)
    offline_page.set_content(position._repr_html_())
    drawn = offline_page.locator(".pf-row .pf-card")
    assert [
        classes.split("pf-")[-1] for classes in drawn.evaluate_all("cards => cards.map(c => c.className)")
    ] == marks
    labels = drawn.evaluate_all("cards => cards.map(c => c.getAttribute('aria-label').split(',')[0])")
    assert labels == ["4 of clubs", "king of clubs", "queen of spades", "9 of hearts"]
    assert ("not in the hand" in offline_page.inner_text("body")) == (played == "S2")


@pytest.mark.browser
def test_no_text_in_it_comes_alive(offline_page, nasty_text):
    trick = ((Card("C5"), nasty_text), (Card("CQ"), f"</style>{nasty_text}"))
    position = Position(HAND, trick, LEGAL, played=Card("H9"), title=nasty_text, message=nasty_text)
    offline_page.set_content(position._repr_html_())
    assert offline_page.locator("img, script").count() == 0
    assert offline_page.inner_text("body").count("onerror=alert(2)") == 4


@pytest.mark.browser
def test_both_ways_to_draw_a_card_agree(offline_page):
    offline_page.set_content("<main></main>")
    drawn = offline_page.evaluate(
        f"(() => {{ {asset('cards.js')}; return {json.dumps([card.text for card in DECK])}"
        ".map((card) => drawCard(card, { marks: ['pf-legal'], note: ', legal' }).outerHTML) })()"
    )
    assert drawn == [card_html(card, ["pf-legal"], ", legal") for card in DECK]
