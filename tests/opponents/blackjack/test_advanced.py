"""`advanced` counts the shoe and raises with the odds."""

from __future__ import annotations

from playfunc.games.blackjack import Bet, Hit, Stand
from playfunc_opponents.blackjack import advanced


def test_the_shoe_is_counted_across_decks():
    seen = "A23456789TJQK" * 4
    assert advanced.since_opened(seen[:50], ("K", "#", "5")) == ("5",)
    assert advanced.since_opened(seen[:30], ("K", "#")) == (*seen[:30], "K", "#")
    assert advanced.since_opened("", ("K",)) == ("K",)


def test_advanced_raises_once_with_the_odds_and_never_against_them():
    move, seen = advanced.play("x", ("T", "T"), tuple("5#TT"), 10, 100, None)
    assert isinstance(move, Bet)
    assert 40 <= move.chips <= 100
    assert (
        advanced.play("x", ("T", "T"), tuple("5#TT"), 10 + move.chips, 100 - move.chips, ((), seen))[0]
        == Stand
    )
    assert advanced.play("x", ("T", "7"), tuple("T#T7"), 10, 100, None)[0] in (Stand, Hit)


def test_advanced_remembers_the_shoe_once_a_hand():
    before = tuple("KQJT")
    _, seen = advanced.play("x", ("5", "5"), tuple("6#55"), 10, 0, (before, "A2"))
    assert seen == "A2KQJT"
    _, again = advanced.play("x", ("5", "5", "2"), tuple("6#552"), 10, 0, (before, seen))
    assert again == seen
