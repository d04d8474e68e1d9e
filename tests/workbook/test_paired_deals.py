"""The difference of two versions on the same deals, beside a textbook's example and two measurements apart."""

import json
import math
from pathlib import Path

import pytest
from playfunc import Card, Suit
from playfunc.games import game
from playfunc.statistics import Interval, mean_interval
from playfunc_workbook.cell_warnings import never_true
from playfunc_workbook.history import difference, difference_shown

BEFORE = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
AFTER = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
"""Hours of sleep gained by ten patients with either drug (Student, The Probable Error of a Mean, 1908)."""


def test_students_own_sleep_data():
    """The published paired interval is 0.70 to 2.46; that of two separate samples holds zero."""
    found = difference({"minmax": AFTER}, {"minmax": BEFORE})
    assert (found.mean, found.low, found.high) == pytest.approx((1.58, 0.70, 2.46), abs=0.005)
    apart = math.hypot(mean_interval(BEFORE).half_width, mean_interval(AFTER).half_width)
    assert found.half_width < apart / 2
    assert apart > found.mean


def test_only_deals_that_both_played_count_against_each_opponent():
    new = {"minmax": [1, 2, 3, 50], "hasty": [5] * 7, "perfect": [99] * 9}
    old = {"minmax": [0, 0, 0], "hasty": [*[1] * 7, 70], "basic": [-99] * 9}
    found = difference(new, old)
    assert (found.mean, found.count) == ((1 + 2 + 3 + 7 * 4) / 10, 10)


def test_too_few_deals_tell_nothing():
    assert difference({"minmax": AFTER[:9]}, {"minmax": BEFORE}) is None
    assert difference({"minmax": AFTER}, {"basic": BEFORE}) is None
    assert difference({}, {}) is None


@pytest.mark.parametrize(
    ("found", "sign", "words"),
    [
        (Interval(1.58, 0.70, 2.46, 10), "✓",
         "Better than the best version before it. On the same 10 deals the advantage over the opponent, in points "
         "a hand, is 1.58"),
        (Interval(-1.58, -2.46, -0.70, 10), "✗",
         "is 1.58 smaller than that of `play` of 14:05 (95% interval of the change -2.46 to -0.70)."),
        (Interval(2, 2, 2, 10), "✓", "in points a hand, is 2.00 larger than that of `play` of 14:05 (on each deal)."),
        (Interval(-2, -2, -2, 10), "✗", "Worse than the best version before it. On the same 10 deals the advantage"),
        (Interval(0, 0, 0, 10), "…", "this version and `play` of 14:05 have exactly the same scores."),
        (Interval(0.5, -0.5, 1.5, 25), "…", "Not decided; about 100 deals with each of the two would tell."),
        (Interval(0, -1, 1, 25), "…",
         "Not decided; if they differ, it is by so little that 1000 deals would not tell."),
        (Interval(0.01, -0.99, 1.01, 25), "…", "it is by so little that 1000 deals would not tell."),
    ],
)  # fmt: skip
def test_what_it_says(found, sign, words):
    shown = repr(difference_shown(found, "`play` of 14:05", "points a hand"))
    assert shown.startswith(sign)
    assert words in shown


def test_the_advice_would_be_enough():
    """With four times the deals an interval is half as wide: that much is needed where zero is at half of it."""
    shown = repr(difference_shown(Interval(1, -1, 3, 50), "`play`", "points a hand"))
    assert "about 200 deals" in shown


def test_two_versions_are_compared_by_what_counts_as_a_win():
    """A run won by one chip counts as much as one won by thousands; hands of Hearts are parts of a game to 100."""
    deals = [[(500.0, 0.0), (0.0, 1.0)], [(2.0, 1.0), (7.0, 7.0)]]
    assert game("blackjack").compared(deals) == [0.0, 0.5]
    assert game("hearts").compared(deals) == [-249.5, -0.5]


def test_what_a_change_is_counted_in():
    assert [game(name).compared_in for name in ("hearts", "blackjack", "footsteps")] == [
        "points a hand",
        "wins minus losses a run",
        "wins minus losses a game",
    ]


# Comparisons of cards with text, which are never true.
SOURCE = Path(__file__).parents[2] / "course" / "source"


@pytest.mark.parametrize(
    ("cell", "right"),
    [
        ('if card == "C2": pass', 'write `Card("C2")`'),
        ('if "SQ" in options: pass', 'write `Card("SQ")`'),
        ('if "SQ" not in options: pass', 'write `Card("SQ")`'),
        ('[c for c in hand if "C2" != c]', 'write `Card("C2")`'),
        ('if trick[0][0] is not "H10": pass', 'write `Card("H10")`'),
        ('if card.suit == "H": pass', "write `Suit.HEARTS`"),
        ("if trick == []: pass", "write `not trick`"),
        ("if hand != []: pass", "write `hand`"),
        ('from playfunc import WhistCard\nif card == "C05": pass', 'write `WhistCard("C05")`'),
    ],
)
def test_a_card_or_suit_never_true_is_named(cell: str, right: str) -> None:
    (said,) = never_true(cell)
    assert right in said


def test_it_is_true_that_they_are_never_equal() -> None:
    assert Card("C2") != "C2"
    assert "SQ" not in [Card("SQ")]
    assert Suit.HEARTS != "H"


@pytest.mark.parametrize(
    "cell",
    [
        'if card == Card("C2"): pass',
        'if str(card) == "C2": pass',
        'if card.text == "C2": pass',
        'if card.suit.value == "H": pass',
        'if name == "Ana": pass',
        'if "C2" in "C2 C3".split(): pass',
        "if 1 < 2 < 3: pass",
        "no python (",
        "",
    ],
)
def test_nothing_else_is(cell: str) -> None:
    assert never_true(cell) == []


@pytest.mark.parametrize("name", ["hearts", "blackjack", "footsteps", "skullwhist"])
def test_no_cell_of_ours_is_named(name: str) -> None:
    notebook = json.loads((SOURCE / name / f"{name}.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [said for cell in cells for said in never_true(cell)] == []
