"""The number of complete plays of small deals, and how they end: the rules against a brute force."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hearts_bruteforce import distribution
from playfunc import Card, Hearts
from playfunc.games.hearts import HeartsState

DEALS = json.loads((Path(__file__).parents[3] / "golden" / "hearts_counts.json").read_text(encoding="utf-8"))
every_deal = pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["shows"])


def stored(deal: dict) -> Counter[tuple[int, ...]]:
    return Counter({tuple(points): number for points, number in deal["scores"]})


def by_the_rules(rules: Hearts, state: HeartsState) -> Counter[tuple[int, ...]]:
    acting = rules.to_act(state)
    if not acting:
        return Counter([rules.scores(state)])
    (seat,) = acting
    moves = rules.legal(rules.view(state, seat))
    return sum((by_the_rules(rules, rules.play(state, {seat: card})) for card in moves), Counter())


@every_deal
def test_rules_agree_with_stored_counts(deal):
    rules = Hearts(len(deal["hands"]))
    ends = by_the_rules(rules, rules.from_hands([[Card(text) for text in hand] for hand in deal["hands"]]))
    assert ends == stored(deal)
    assert ends.total() == deal["plays"]


@every_deal
def test_brute_force_agrees_with_stored_counts(deal):
    assert distribution(deal["hands"]) == stored(deal)


def test_there_are_enough_deals_of_both_sizes():
    sizes = Counter(len(deal["hands"]) for deal in DEALS)
    assert sizes[2] >= 6
    assert sizes[4] >= 4


@pytest.mark.parametrize(
    ("hands", "ends"),
    [
        # C2, C5; the hand of one heart may lead it; D3 goes with it.
        ([["C2", "D3"], ["C5", "H4"]], {(0, 1): 1}),
        # D5 is all that may be thrown on C2; S4 then draws SQ, and H9 takes H3.
        ([["C2", "S4", "H9"], ["D5", "SQ", "H3"]], {(2, 13): 1}),
        # A card each of its own suit: the leader wins all. SQ may not fall first, hearts may (nothing else).
        ([["C2", "C5"], ["D3", "D6"], ["S2", "SQ"], ["H3", "H8"]], {(15, 0, 0, 0): 1 * 2 * 1 * 2}),
        # B takes C2 with C6 and, hearts unbroken, leads SQ; breaks nothing by it, but H8 is all it has left.
        ([["C2", "C3", "S2"], ["C6", "SQ", "H8"]], {(0, 14): 1}),
    ],
)
def test_brute_force_agrees_with_counts_by_hand(hands, ends):
    assert distribution(hands) == ends
