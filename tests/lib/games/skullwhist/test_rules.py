"""SkullWhist: the contract's worked examples, and complete plays counted by another program."""

import random
from collections import Counter

import pytest
from playfunc.cards import WhistCard
from playfunc.errors import BidError, InvalidCardError, RenegError
from playfunc.games.skullwhist import SkullWhist, SkullWhistState, legal_cards, score
from playfunc.match import play_game
from playfunc.player import FunctionPlayer
from playfunc.record import replay, transcript
from skullwhist_games import cards

RULES = SkullWhist()


@pytest.mark.parametrize(
    ("bid", "tricks", "points"),
    [(1, 11, 20), (2, 2, 20), (1, 7, 16), (1, 6, 15), (8, 7, -80), (5, 6, 51), (13, 13, 130), (13, 0, -130)],
)
def test_the_worked_examples(bid, tricks, points):
    assert score(bid, tricks) == points


def game(bids, policy="forfeit", seed=3, plays=None):
    """A game of players that make these bids and play their first legal card."""

    def player(seat):
        def bid(player_id, opponent_id, hand) -> tuple[int, str]:
            return bids[seat], f"{player_id} bid {bids[seat]}"

        def play(player_id, hand, trick, bids_made, previous) -> tuple[WhistCard, str]:
            return (plays or (lambda hand, trick: legal_cards(hand, trick)[0]))(hand, trick), previous[1]

        return FunctionPlayer({"bid": bid, "play": play}, RULES, name=f"p{seat}")

    return play_game(RULES, RULES.deal(random.Random(seed)), [player(0), player(1)], policy)


def test_scores_of_a_whole_game():
    record = game((4, 6))
    won = replay(record).tricks()
    assert sum(won) == 13
    assert record.scores == (score(4, won[0]), score(6, won[1]))
    assert "p0 4, p1 6" in transcript(record)


def test_who_leads_is_drawn():
    assert {RULES.deal(random.Random(seed)).turn for seed in range(10)} == {0, 1}


@pytest.mark.parametrize("bid", [0, 14, -3])
def test_a_bid_is_one_to_thirteen(bid):
    with pytest.raises(BidError, match=r"1 … 13"):
        RULES.play(RULES.deal(random.Random(1)), {0: bid})


def test_illegal_cards_are_named():
    state = RULES.from_hands([cards("C05 D02"), cards("C09 S01")], leader=0, bids=(1, 1))
    with pytest.raises(InvalidCardError):
        RULES.play(state, {0: WhistCard("S01")})
    state = RULES.play(state, {0: WhistCard("C05")})
    with pytest.raises(RenegError, match="C09"):
        RULES.play(state, {1: WhistCard("S01")})
    with pytest.raises(BidError, match="already"):
        RULES.play(state, {1: 5})


def test_what_a_fault_costs():
    assert game((0, 6)).scores == (-130, 0)  # the second was never asked
    assert game((6, 0)).scores == (60, -130)
    assert game((4, 6), plays=lambda hand, trick: hand[0] if not trick else WhistCard("C01")).scores in (
        (-40, 60),
        (40, -60),
    )


def test_bid_and_play_share_one_memory_and_see_both_bids():
    asked = []

    def bid(player_id, opponent_id, hand) -> tuple[int, list[str]]:
        asked.append((player_id, opponent_id, hand))
        return 6, ["bid"]

    def play(player_id, hand, trick, bids, previous) -> tuple[WhistCard, list[str]]:
        asked.append((player_id, trick, bids, previous))
        return legal_cards(hand, trick)[0], [*previous[1], "played"]

    functions = {"bid": bid, "play": play}
    state = RULES.from_hands([cards("C05 D02"), cards("C09 S01")], leader=1)
    play_game(RULES, state, [FunctionPlayer(functions, RULES, name=n) for n in ("a", "b")])
    assert asked == [
        ("a", "b", cards("C05 D02")),
        ("b", "a", cards("C09 S01")),
        ("b", (), {"a": 6, "b": 6}, ((), ["bid"])),
        ("a", ((WhistCard("C09"), "b"),), {"a": 6, "b": 6}, ((), ["bid"])),
        ("b", (), {"a": 6, "b": 6}, (((WhistCard("C09"), "b"), (WhistCard("C05"), "a")), ["bid", "played"])),
        (
            "a",
            ((WhistCard("S01"), "b"),),
            {"a": 6, "b": 6},
            (((WhistCard("C09"), "b"), (WhistCard("C05"), "a")), ["bid", "played"]),
        ),
    ]


def count_by_the_rules(state: SkullWhistState) -> Counter[tuple[int, int]]:
    acting = RULES.to_act(state)
    if not acting:
        return Counter([state.tricks()])
    legal = RULES.legal(RULES.view(state, acting[0]))
    return sum((count_by_the_rules(RULES.play(state, {acting[0]: card})) for card in legal), Counter())


def count_by_recursion(leads: list[str], answers: list[str], leader: int) -> Counter[tuple[int, int]]:
    """From the contract's words, on card texts: `leads` is the leader's hand; (tricks of seat 0, of seat 1)."""
    if not leads:
        return Counter([(0, 0)])
    found: Counter[tuple[int, int]] = Counter()
    for lead in leads:
        same = [card for card in answers if card[0] == lead[0]]
        for answer in same or answers:
            beaten = int(answer[1:]) > int(lead[1:]) if same else answer[0] == "S"
            mine = [card for card in leads if card != lead]
            other = [card for card in answers if card != answer]
            winner = 1 - leader if beaten else leader
            rest = (
                count_by_recursion(other, mine, winner) if beaten else count_by_recursion(mine, other, winner)
            )
            for (a, b), number in rest.items():
                found[a + (winner == 0), b + (winner == 1)] += number
    return found


@pytest.mark.parametrize("seed", range(12))
def test_complete_plays(seed):
    rng = random.Random(seed)
    size = 2 + seed % 4
    deck = (
        [card.text for card in WhistCard.deck()]
        if seed % 2
        else ["C01", "C02", "D01", "D02", "S01", "S02", "H01", "H02", "C03", "S03"]
    )
    dealt = rng.sample(deck, 2 * size)
    first, second, leader = dealt[:size], dealt[size:], seed // 4 % 2
    state = RULES.from_hands([cards(" ".join(first)), cards(" ".join(second))], leader, bids=(1, 1))
    hands = (first, second)
    assert count_by_the_rules(state) == count_by_recursion(hands[leader], hands[1 - leader], leader)


def test_complete_plays_by_hand():
    """C1 S1 leads to C2 D1: C1 is beaten by C2 (must follow), then D1 led is trumped by S1: one trick each.
    S1 led takes either card, then C1 meets the other: C2 wins, D1 loses."""
    state = RULES.from_hands([cards("C01 S01"), cards("C02 D01")], leader=0, bids=(1, 1))
    assert count_by_the_rules(state) == {(1, 1): 2, (2, 0): 1}
