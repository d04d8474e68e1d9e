"""The worth of a hand, against plain enumeration and simulation."""

import random
from fractions import Fraction
from functools import cache

import pytest
from blackjack_hands import less
from playfunc.games.blackjack import FACES, hand_score, total
from playfunc_opponents.blackjack.expectation import DECK, Purse, pool, worth


def faces(values) -> str:
    return "".join(FACES[value - 1] for value in values)


@cache
def plain_chance(score: int, dealer: tuple[int, ...], counts: tuple[int, ...]) -> Fraction:
    """The chance that the dealer ends below `score`, drawing one card after the other."""
    if total(faces(dealer)) >= 17:
        return Fraction(int(hand_score(faces(dealer)) < score))
    return sum(
        Fraction(count, sum(counts))
        * plain_chance(score, tuple(sorted((*dealer, value))), less(counts, value))
        for value, count in enumerate(counts, 1)
        if count
    )


@cache
def plain_worth(hand: tuple[int, ...], upcard: int, counts: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Stand, hit and double for a stake of 1, by the contract's words, in fractions."""

    def stand(cards, left):
        score = hand_score(faces(cards))
        return 2 * plain_chance(score, (upcard,), left) - 1 if score else Fraction(-1)

    hit = double = Fraction(0)
    for value, count in enumerate(counts, 1):
        if count:
            cards, left = tuple(sorted((*hand, value))), less(counts, value)
            share = Fraction(count, sum(counts))
            double += 2 * share * stand(cards, left)
            hit += share * (max(plain_worth(cards, upcard, left)[:2]) if total(faces(cards)) <= 21 else -1)
    return stand(hand, counts), hit, double


@pytest.mark.parametrize(
    ("hand", "upcard"),
    [("T6", "T"), ("A7", "9"), ("99", "7"), ("TA", "A"), ("K3", "8"), ("T9", "9"), ("A2", "T")],
)
def test_worth_is_what_plain_enumeration_finds(hand, upcard):
    rng = random.Random(hand + upcard)
    counts = [3, 0, 0, 0, 0, 2, 2, 2, 3, 6] if "A" not in hand else [2, 1, 0, 0, 0, 2, 1, 1, 2, 7]
    counts[rng.randrange(5, 10)] += 1
    values = tuple(sorted(min(FACES.index(face) + 1, 10) for face in hand))
    expected = plain_worth(values, min(FACES.index(upcard) + 1, 10), tuple(counts))
    found = worth(hand, upcard, counts, Purse(1.0))
    assert found[:3] == pytest.approx([float(part) for part in expected], abs=1e-12)


def test_a_whole_deck_against_a_simulation():
    """Nothing but the rules: 16 against a ten, standing and doubling, dealt 15,000 times."""
    rng = random.Random(1)
    won = {"stand": 0, "double": 0}
    rest = list("A23456789TJQK" * 4)
    for face in "T6T":
        rest.remove(face)
    for _ in range(15_000):
        drawn = rng.sample(rest, 14)
        for move, mine, left in (("stand", "T6", drawn), ("double", "T6" + drawn[0], drawn[1:])):
            dealer = "T" + left[0]
            for face in left[1:]:
                if total(dealer) >= 17:
                    break
                dealer += face
            won[move] += hand_score(mine) > hand_score(dealer)
    found = worth("T6", "T", pool("T6T#"), Purse(10))
    assert found.stand == pytest.approx(10 * (2 * won["stand"] / 15_000 - 1), abs=0.35)
    assert found.double == pytest.approx(20 * (2 * won["double"] / 15_000 - 1), abs=0.7)


def test_worth_scales_with_the_stake_and_a_raise_only_adds():
    counts = pool("T95#")
    one, ten = worth("T9", "5", counts, Purse(1)), worth("T9", "5", counts, Purse(10))
    assert ten[:3] == pytest.approx([10 * part for part in one[:3]])
    raising = worth("T9", "5", counts, Purse(10, 100, 1.0))
    assert raising.stand == pytest.approx(ten.stand + 100 * (2 * ten.chance - 1) ** 2)
    assert worth("T6", "T", counts, Purse(10, 100, 1.0)).stand == worth("T6", "T", counts, Purse(10)).stand


def test_the_pool_is_what_has_not_been_dealt():
    assert pool("") == DECK
    assert pool("AAKQ#") == (2, 4, 4, 4, 4, 4, 4, 4, 4, 14)
    nearly_all = ("A23456789TJQK" * 4)[:45]
    assert sum(pool(nearly_all)) == 7 + 52
