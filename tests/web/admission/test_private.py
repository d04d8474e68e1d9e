from __future__ import annotations

import pytest
from playfunc.duplicate import deal_rng
from playfunc.errors import IllegalMoveError
from playfunc.games import rules_for
from playfunc.match import play_game
from playfunc_opponents import opponent
from playfunc_web.admission.private import clean, drawn_position


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\0b", "ab"),
        ("\ud800", "\\ud800"),
        ("\x1b[31mred", "[31mred"),
        ("line\n\tline", "line\n\tline"),
        ("é🂡", "é🂡"),
    ],
)
def test_text_is_fit_for_databases_and_pages(text: str, kept: str) -> None:
    assert clean(text) == kept
    assert clean(text).encode()


def test_text_has_an_end() -> None:
    assert clean("x" * 10**6).endswith("(cut here)")
    assert len(clean("x" * 10**6)) < 21_000


class Faulty:
    """Plays by the rules until its `number`-th answer."""

    name = "faulty"

    def __init__(self, number: int, other) -> None:
        self.left, self.other = number, other

    def answer(self, calls):
        self.left -= 1
        if self.left < 0:
            return [IllegalMoveError("not that card")]
        return self.other.answer(calls)


@pytest.mark.parametrize("game", ["hearts", "footsteps", "blackjack", "skullwhist"])
@pytest.mark.parametrize("policy", ["stop", "forfeit"])
@pytest.mark.parametrize("number", [0, 2])
def test_the_position_of_a_fault_is_drawn_for_every_game(game: str, policy, number: int) -> None:
    rules = rules_for(game, 2)
    basic = opponent(rules, "basic", key=b"k")
    record = play_game(rules, rules.deal(deal_rng("t", game)), (basic, Faulty(number, basic)), policy)
    assert record.faults
    html = drawn_position(record)
    assert len(html) > 100
    assert "<script" not in html
