"""What bids and cards cost: against brute force on endings, and for players whose worth is known."""

import random
from dataclasses import replace
from itertools import combinations

import pytest
from playfunc.compiled.native import NATIVE
from playfunc.errors import RecordError
from playfunc.games.footsteps import FootSteps
from playfunc.games.skullwhist import DECK, HAND, SkullWhist, legal_cards, score, trick_winner
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc.record import states
from playfunc.statistics import mean_interval
from playfunc_opponents import opponent
from playfunc_opponents.reviewer import Effort
from playfunc_opponents.skullwhist.reviewer import REVIEWER, prices_of
from playfunc_opponents.skullwhist.worlds import expected_tricks, likelihood
from skullwhist_positions import plain, plain_lead, plain_trick, positions

RULES = SkullWhist()


def outcome(bids, seat: int, won: int, total: int) -> float:
    mine, theirs = score(bids[seat], won), score(bids[1 - seat], total - won)
    return (mine > theirs) + (mine == theirs) / 2


def fitting(state, seat: int):
    """Every hand that the other may hold, and how well its bid fits: from what both seats have played, alone."""
    other = 1 - seat
    played = [play for trick in (*state.history, state.trick) for play in trick]
    shown = [card for card, who in played if who == other]
    voids = {
        trick[0][0].suit
        for trick in state.history
        if trick[1][1] == other and trick[1][0].suit is not trick[0][0].suit
    }
    seen = {*state.hands[seat], *(card for card, _ in played)}
    free = [card for card in DECK if card not in seen and card.suit not in voids]
    for hand in combinations(free, len(state.hands[other])):
        bid = state.bids[other]
        yield hand, 1.0 if bid is None else likelihood(bid, expected_tricks([*hand, *shown]))


def brute_costs(state) -> dict[str, float]:
    """The cost of every card, by plain minimax in every hand that fits."""
    seat = state.turn
    mine = tuple(card.index for card in state.hands[seat])
    won, total = state.tricks()[seat], len(state.history) + len(mine)
    worth = dict.fromkeys(legal_cards(state.hands[seat], state.trick), 0.0)
    whole = 0.0
    for hand, weight in fitting(state, seat):
        theirs, whole = tuple(card.index for card in hand), whole + weight
        for card in worth:
            if state.trick:
                led = state.trick[0][0].index
                more = len(mine) - plain_trick((led, *theirs), mine, led, card.index)
            else:
                more = plain_lead(mine, theirs, card.index)
            worth[card] += weight * outcome(state.bids, seat, won + more, total)
    most = max(worth.values())
    return {str(card): (most - each) / whole for card, each in worth.items()}


def costs(prices) -> dict[str, float]:
    return {price.move: price.lost for price in prices.moves}


@pytest.mark.parametrize("size", [1, 2])
def test_the_last_cards_cost_what_brute_force_says(size):
    found = 0
    for state in positions(size, 60):
        prices = prices_of(RULES.view(state, state.turn), 8)
        assert all(price.exact for price in prices.moves)
        assert costs(prices) == pytest.approx(brute_costs(state), abs=1e-9)
        found += any(price.lost for price in prices.moves)
    assert found or size == 1


@pytest.mark.broad
def test_bids_cost_what_brute_force_says():
    """With hands of one card, against every card that the other may hold, its bids and either lead."""
    for card in DECK[::7]:
        hand = (card,)
        values = dict.fromkeys(range(1, HAND + 1), 0.0)
        for other in (each for each in DECK if each is not card):
            chances = [likelihood(bid, expected_tricks([other])) for bid in range(1, HAND + 1)]
            for won in (plain((card.index,), (other.index,)), 1 - plain((other.index,), (card.index,))):
                for mine in values:
                    for theirs, chance in enumerate(chances, 1):
                        share = outcome((mine, theirs), 0, won, 1) / 2
                        values[mine] += chance / sum(chances) * share / (len(DECK) - 1)
        state = RULES.from_hands([hand, [DECK[0] if card is not DECK[0] else DECK[1]]], leader=0)
        prices = prices_of(RULES.view(state, 0), 8)
        most = max(values.values())
        expected = {str(bid): most - value for bid, value in values.items()}
        assert costs(prices) == pytest.approx(expected, abs=1e-9)


@pytest.mark.broad
def test_samples_agree_with_all_hands_and_call_no_good_card_a_mistake():
    """Of the intervals, about 95% hold the cost with all hands; of the free cards, at most 5% seem to cost."""
    held, free = [], []
    for state in positions(3, 60 if NATIVE else 20):
        view = RULES.view(state, state.turn)
        exact, sample = prices_of(view, 0, every=50_000), prices_of(view, 64, every=0)
        for truth, estimate in zip(exact.moves, sample.moves, strict=True):
            if not estimate.exact:
                held.append(abs(truth.lost - estimate.lost) <= estimate.margin + 1e-9)
                free += [estimate.sure] if truth.lost == 0 else []
    assert len(free) > 10
    assert sum(free) <= 0.05 * len(free)
    assert sum(held) >= 0.9 * len(held)


@pytest.mark.broad
def test_a_player_of_the_expectation_gives_nothing_away():
    """It looks at other and more hands than the reviewer, whose costs are 0 within their interval."""
    sizes = (11, 9, 7, 6, 5) if NATIVE else (7, 5)
    found = []
    for size in sizes:
        for state in positions(size, 16 if NATIVE else 6):
            view = RULES.view(state, state.turn)
            best = prices_of(view, 400, luck="the player's").best[0]
            found += [price for price in prices_of(view, 100).moves if price.move == best]
    lost = mean_interval([price.lost for price in found])
    assert lost.low <= 0 <= lost.high
    assert all(price.lost >= -price.margin - 1e-9 for price in found)
    assert sum(price.sure for price in found) <= 0.05 * len(found)


@pytest.fixture(scope="module")
def games():
    basic = [opponent(RULES, "basic", key=key) for key in (b"one", b"two")]
    return [play_game(RULES, RULES.deal(deal_rng("reviewed", n)), basic) for n in range(5 if NATIVE else 1)]


@pytest.fixture(scope="module")
def reviews(games):
    return [REVIEWER.review(game, Effort(worlds=24)) for game in games]


@pytest.mark.broad
def test_random_players_give_games_away(reviews):
    given = [review.given_away(seat) for review in reviews for seat in (0, 1)]
    assert min(given) > -0.1
    assert mean_interval(given).low > 0.1 if NATIVE else sum(given) > 0.2
    assert any(cost.sure for review in reviews for cost in review.costs)


def test_a_cost_is_what_the_player_could_know_and_hindsight_what_it_could_not(games, reviews):
    """The same view with other hidden cards costs the same."""
    dealt = next(states(games[0]))
    mixed = replace(
        dealt, hands=(dealt.hands[0], dealt.unseen[:HAND]), unseen=(*dealt.unseen[HAND:], *dealt.hands[1])
    )
    found = [prices_of(RULES.view(state, 0), 24) for state in (dealt, mixed)]
    assert found[0] == found[1]
    assert costs(found[0])[reviews[0].costs[0].move] == reviews[0].costs[0].lost
    assert {cost.hindsight for cost in reviews[0].costs} <= {0.0, 0.5, 1.0}
    positions_played = list(states(games[0]))
    for cost in reviews[0].costs[22:]:
        assert cost.hindsight == hindsight_by_hand(positions_played[cost.at], cost)


def hindsight_by_hand(state, cost) -> float:
    seat, total = cost.seat, HAND
    mine, theirs = (tuple(card.index for card in state.hands[s]) for s in (seat, 1 - seat))
    worth = {}
    for card in legal_cards(state.hands[seat], state.trick):
        if state.trick:
            led = state.trick[0][0].index
            more = len(mine) - plain_trick((led, *theirs), mine, led, card.index)
        else:
            more = plain_lead(mine, theirs, card.index)
        worth[str(card)] = outcome(state.bids, seat, state.tricks()[seat] + more, total)
    return max(worth.values()) - worth[cost.move]


def test_moves_are_named_by_place_kind_and_phase(games, reviews):
    costs, record = reviews[0].costs, games[0]
    assert [cost.where for cost in costs[:4]] == ["Bid", "Bid", "Trick 1", "Trick 1"]
    assert [cost.kind for cost in costs[:3]] == ["bid", "bid", "lead"]
    assert {cost.kind for cost in costs[3::2]} <= {"follow-suit play", "ruff", "discard"}
    assert [costs[at].phase for at in (0, 2, 9, 10, 27)] == [
        "",
        "tricks 1 to 4",
        "tricks 1 to 4",
        "tricks 5 to 8",
        "tricks 9 to 13",
    ]
    last = list(states(record))[-1]
    trick = last.history[0]
    story = REVIEWER.story(record, 2)
    assert story.startswith(f"Trick 1: {trick[0][0]} by {record.players[trick[0][1]]}, ")
    assert f"; {record.players[trick_winner(trick)]} won it. The end: " in story
    assert REVIEWER.story(record, 0).startswith(f"{record.players[0]} bid {last.bids[0]}, ")


def test_what_needs_more_hands_than_asked_for_is_unmeasured(games):
    cost, *_ = REVIEWER.review(games[0], Effort(worlds=0)).costs
    assert (cost.lost, cost.best, cost.sure) == (0, (), False)
    assert cost.unmeasured == "Sampling fewer than 8 hands cannot tell what a move costs."


def test_hindsight_of_a_bid_waits_for_the_other_bid(games):
    first = replace(games[0], moves=games[0].moves[:1], scores=None)
    assert {price.hindsight for price in REVIEWER.prices(first, 1, 1, Effort(8)).moves} <= {0.0, 0.5, 1.0}
    none = replace(games[0], moves=(), scores=None)
    assert {price.hindsight for price in REVIEWER.prices(none, 0, 0, Effort(8)).moves} == {None}


def test_another_game_is_refused():
    rules = FootSteps()
    player = opponent(rules, "basic")
    with pytest.raises(RecordError, match="footsteps"):
        REVIEWER.review(play_game(rules, rules.deal(random.Random(1)), (player, player)))
