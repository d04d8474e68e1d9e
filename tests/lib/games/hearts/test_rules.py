"""Every way to break the rules of Hearts: the named error, which goes first, and what its message shows."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hearts_bruteforce import distribution
from playfunc import DECK, Card, FunctionPlayer, Hearts, play_game
from playfunc.errors import (
    BleedError,
    BrokenError,
    IllegalMoveError,
    InvalidCardError,
    LeadError,
    PlayError,
    RenegError,
)
from playfunc.games.hearts import HeartsState, HeartsView


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


def position(hand: str, trick: str = "", *, earlier: str = "C2 C3", broken: bool = False) -> HeartsView:
    """What seat 1 of 2 sees; `earlier` is the one complete trick before, nothing on the first trick."""
    history = (tuple((card, seat) for seat, card in enumerate(cards(earlier))),) if earlier else ()
    return HeartsView(1, 2, cards(hand), tuple((card, 0) for card in cards(trick)), history, broken)


FIRST = {"earlier": ""}

FAULTS = [
    # a card, where it is played, the error; more than one rule is broken where a comment says so
    ("D5", position("C4 D6"), InvalidCardError),
    ("D5", position("C2 D6", **FIRST), InvalidCardError),  # nor is it C2
    ("H5", position("C4 D6", "C2", **FIRST), InvalidCardError),  # a point card, and C4 would follow
    ("SQ", position("C4 D6", "C2", **FIRST), InvalidCardError),  # likewise
    ("H5", position("C4 D6"), InvalidCardError),  # hearts are not broken
    ("D5", position("C4 D6", "C2"), InvalidCardError),  # does not follow
    ("H5", position("", "C2"), InvalidCardError),  # an empty hand
    ("C3", position("C2 C3 D4", **FIRST), LeadError),
    ("SQ", position("C2 SQ", **FIRST), LeadError),  # a point card
    ("H4", position("C2 H4", **FIRST), LeadError),  # a point card, and hearts are not broken
    ("H4", position("D3 H4 SQ", "C2", **FIRST), BleedError),
    ("SQ", position("D3 H4 SQ", "C2", **FIRST), BleedError),
    ("H4", position("C9 H4", "C2", **FIRST), BleedError),  # does not follow
    ("SQ", position("C9 SQ", "C2", **FIRST), BleedError),  # does not follow
    ("H4", position("C9 H4"), BrokenError),
    ("H4", position("SQ H4"), BrokenError),
    ("HA", position("SQ H4 HA", earlier="C2 SK"), BrokenError),
    ("H4", position("C9 H4", earlier="SA SQ"), BrokenError),  # the queen of spades breaks nothing
    ("D4", position("C9 D4", "C2"), RenegError),
    ("D4", position("C9 D4", "C2", **FIRST), RenegError),
    ("H4", position("C9 H4", "C2"), RenegError),
    ("SQ", position("SQ H4", "HK"), RenegError),
]
ALLOWED = [
    ("C2", position("C2 C3 D4", **FIRST)),
    ("D3", position("D3 H4 SQ", "C2", **FIRST)),
    ("H4", position("SQ H4", "C2", **FIRST)),  # nothing but points
    ("SQ", position("SQ H4", "C2", **FIRST)),
    ("SQ", position("D3 SQ", "C9")),  # after the first trick
    ("H4", position("D3 H4", "C9")),
    ("SQ", position("SQ H4")),  # must lead it
    ("H4", position("H4 HK")),  # nothing but hearts
    ("H4", position("C9 H4", broken=True)),
    ("SQ", position("C9 SQ")),
    # deals for study that hold no C2: what the other rules say
    ("D3", position("D3 H4 SQ", **FIRST)),
    ("SQ", position("H4 SQ", **FIRST)),
    ("H4", position("C9 H4", "HK", **FIRST)),
]


@pytest.mark.parametrize(("card", "view", "error"), FAULTS)
def test_the_first_rule_broken_is_named(card, view, error):
    with pytest.raises(error) as caught:
        Hearts(2).check(view, Card(card))
    assert type(caught.value) is error
    assert Card(card) not in Hearts(2).legal(view)
    reason, hand = str(caught.value).splitlines()[:2]
    assert reason.startswith((f"{error.rule}: {card} ", f"{error.rule}: You led {card},"))
    assert hand.split() == ["hand:", *(held.text for held in view.hand)]


@pytest.mark.parametrize(("card", "view"), ALLOWED)
def test_what_is_allowed_passes(card, view):
    Hearts(2).check(view, Card(card))
    assert Card(card) in Hearts(2).legal(view)


@pytest.mark.parametrize(("card", "view", "_"), FAULTS)
def test_check_and_legal_are_one_rule(card, view, _):
    def passes(card: Card) -> bool:
        try:
            Hearts(2).check(view, card)
        except IllegalMoveError:
            return False
        return True

    assert [card for card in DECK if passes(card)] == Hearts(2).legal(view)


def scripted(*texts: str):
    """A player that plays these cards in order, its memory the number played."""

    def play(player_id, hand, trick, previous) -> tuple[Card, int]:
        played = previous[1] if previous else 0
        return Card(texts[played]), played + 1

    return play


def stopped(hands: list[str], *plays: str) -> PlayError:
    """The fault that stops the game when each seat plays its cards as told."""
    rules = Hearts(len(hands))
    names = ["Ann", "Bob", "Cy", "Di"]
    players = [
        FunctionPlayer(scripted(*line.split()), rules, name=name)
        for name, line in zip(names, plays, strict=False)
    ]
    record = play_game(rules, rules.from_hands([cards(hand) for hand in hands]), players)
    (fault,) = record.faults
    assert record.scores is None
    return fault.as_error()


def test_messages_name_player_rule_and_card_and_show_hand_and_trick():
    error = stopped(["C2 D4 S7", "C9 D3 DK"], "C2 S7", "C9 D3 DK")
    assert isinstance(error, RenegError)
    assert str(error).splitlines() == [
        "Ann: Reneging: S7 does not follow D3, and your hand holds D4",
        "  hand:  D4 S7",
        "  trick: D3 by Bob",
        "  legal: D4",
    ]


@pytest.mark.parametrize(
    ("hands", "plays", "first", "position"),
    [
        (["C4 D5", "C2 D6", "C7 D8", "C9 DJ"], ["", "D6", "", ""],
         "Bob: Leading: You led D6, but the first trick must open with C2",
         "hand: C2 D6 trick: (to lead) — the first trick legal: C2"),
        (["C2 D5", "D6 H2", "C7 D8", "C9 DJ"], ["C2", "H2", "", ""],
         "Bob: Bleeding: H2 is a point card, and point cards must not be played on the first trick",
         "hand: D6 H2 trick: C2 by Ann — the first trick legal: D6"),
        (["C2 D5", "C6 D2", "C7 D8", "CA DJ"], ["C2", "D2", "", ""],
         "Bob: Reneging: D2 does not follow C2, and your hand holds C6",
         "hand: C6 D2 trick: C2 by Ann — the first trick legal: C6"),
        (["C2 D5 S3", "C6 D2 S4", "C7 D8 S5", "CA DJ H6"], ["C2", "C6", "C7", "CA H6"],
         "Di: Breaking: You led H6, but no heart was played in an earlier trick",
         "hand: DJ H6 trick: (to lead) legal: DJ"),
        (["C2 D5 S3", "C6 D2 S4", "C7 D8 S5", "CA DJ H6"], ["C2 D5", "C6 D2", "C7 S9", "CA DJ"],
         "Cy: Own cards: S9 is not in your hand", "hand: D8 S5 trick: DJ by Di, D5 by Ann, D2 by Bob legal: D8"),
    ],
)  # fmt: skip
def test_messages_at_a_table_of_four(hands, plays, first, position):
    lines = str(stopped(hands, *plays)).splitlines()
    assert lines[0] == first
    assert " ".join(" ".join(lines[1:]).split()) == position


def test_a_card_is_not_in_hand_twice():
    error = stopped(["C2 D4", "C9 D3"], "C2 C2", "C9 D3")
    assert isinstance(error, InvalidCardError)
    assert str(error).startswith("Ann: Own cards: C2 is not in your hand")


def test_legal_cards_are_in_hand_order_and_never_empty():
    for _, view in ALLOWED:
        legal = Hearts(2).legal(view)
        assert legal == [card for card in view.hand if card in legal] != []


# The number of complete plays of small deals, and how they end: the rules against a brute force.
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
