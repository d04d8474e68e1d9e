"""A player measured against an opponent: deals, seats, faults and an early end."""

import dataclasses
import random
from pathlib import Path
from types import SimpleNamespace

import pytest
from closed_results import page
from course_assignments import HEARTS
from playfunc import Card, FunctionPlayer, Hearts, Suit, legal_cards, points
from playfunc.codec import encode
from playfunc.errors import ProtocolError, RenegError
from playfunc.game import WinRate
from playfunc.games import game
from playfunc.measure import always
from playfunc.player import Reply
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.budget import Budget, Spent
from playfunc_checks.checks.beats import _margin, check_beats
from playfunc_checks.checks.context import Context
from playfunc_checks.checks.drawing import DRAWS, asked_again, difference, questions, state_of
from playfunc_checks.checks.hidden import LINES, fault_line, pace_of
from playfunc_checks.checks.measurement import is_settled, measure
from playfunc_checks.closed import CRASH, LINE_LIMIT, closed
from playfunc_checks.results import CheckResult, HiddenFault, Told, failed, passed
from playfunc_opponents import opponent

# Players that are measured on few deals.
RULES = Hearts(2)


def cautious(player_id, hand, trick, previous) -> tuple[Card, None]:
    """Ducks under the lead, throws points when void, leads low: better than chance, without memory."""
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    if not trick:
        return min(options, key=lambda card: (card is Card("SQ"), card.rank, card)), None
    lead = trick[0][0]
    if options[0].suit is not lead.suit:
        return max(options, key=lambda card: (points(card), card.rank, card)), None
    under = [card for card in options if card < lead]
    return (max(under, key=lambda card: (points(card), card)) if under else max(options)), None


def player(function):
    return FunctionPlayer(function, RULES, name="you")


def greedy(player_id, hand, trick, previous) -> tuple[Card, None]:
    """Takes what it can."""
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    return max(options, key=lambda card: card.rank), None


def test_a_cautious_player_beats_random_cards_and_a_greedy_one_does_not():
    good = measure(always(player(cautious)), "basic", HEARTS, deals=200)
    bad = measure(always(player(greedy)), "basic", HEARTS, deals=60)
    assert good.win_rate.rate > 0.6
    assert good.beats
    assert good.difference.low > 0
    assert bad.win_rate.rate < 0.5
    assert not bad.beats


def test_an_early_end_gives_the_verdict_of_all_deals():
    early = measure(always(player(greedy)), "minmax", HEARTS, deals=60)
    every = measure(always(player(greedy)), "minmax", dataclasses.replace(HEARTS, certainty=1e9), deals=60)
    assert early.early
    assert len(early.records) < len(every.records) == 120
    assert early.beats == every.beats
    assert early.records == every.records[: len(early.records)]


def test_the_threshold_itself_is_enough():
    found = measure(always(player(cautious)), "basic", HEARTS, deals=2)
    assert dataclasses.replace(found, threshold=found.win_rate.rate).beats
    assert not dataclasses.replace(found, threshold=found.win_rate.rate + 1e-9).beats


def test_equal_players_are_never_settled_early():
    same = measure(always(opponent(RULES, "basic", key=b"another")), "basic", HEARTS, deals=100)
    assert not same.early
    assert abs(same.win_rate.rate - 0.5) < 4 * same.win_rate.standard_error


def test_each_deal_is_played_from_both_seats():
    result = measure(always(player(cautious)), "basic", HEARTS, deals=5)
    for first, second in zip(result.records[::2], result.records[1::2], strict=True):
        assert first.start == second.start
        assert first.players == tuple(reversed(second.players)) == ("you", "opponent")


def test_deals_differ_by_secret_epoch_and_opponent():
    def starts(**parts):
        assignment = dataclasses.replace(HEARTS, epoch=parts.get("epoch", 1))
        result = measure(
            always(player(cautious)),
            parts.get("tier", "basic"),
            assignment,
            secret=parts.get("secret", "s"),
            deals=2,
        )
        return [str(record.start) for record in result.records]

    base = starts()
    assert base == starts()
    for other in (starts(secret="t"), starts(epoch=2), starts(tier="minmax")):
        assert not set(base) & set(other)


def test_the_playing_that_went_worst_comes_first():
    result = measure(always(player(cautious)), "basic", HEARTS, deals=4)
    margins = [
        (r.scores or (0, 0))[seat] - (r.scores or (0, 0))[1 - seat] for r, seat in result_seats(result)
    ]
    assert [margins[place] for place in result.worst_first] == sorted(margins, reverse=True)
    assert result.worst is result.records[margins.index(max(margins))]


@pytest.mark.parametrize(("rate", "chance"), [(1.0, 1.0), (0.0, 0.0)])
def test_without_spread_other_deals_pass_as_these_do(rate, chance):
    result = measure(always(player(cautious)), "basic", HEARTS, deals=2)
    certain = dataclasses.replace(result, win_rate=WinRate(rate, 0.0, 2))
    assert certain.chance_of_passing(200) == chance


def result_seats(result):
    """The records, each with the player's seat."""
    return [(record, record.players.index("you")) for record in result.records]


def test_five_forfeits_end_the_check():
    def offender(player_id, hand, trick, previous) -> tuple[Card, None]:
        return hand[0], None

    result = measure(always(player(offender)), "basic", HEARTS, deals=200)
    assert result.forfeits >= HEARTS.forfeits
    assert len(result.records) == 2 * HEARTS.least_deals
    assert not result.beats
    assert result.win_rate.rate < 0.05


WON, LOST = [(0, 26), (0, 26)], [(26, 0), (26, 0)]
"""The points (player's, opponent's) of a deal's two playings."""


def test_a_check_may_end_from_the_least_number_of_deals_on():
    least = HEARTS.least_deals
    for deal in (WON, LOST):
        assert is_settled([deal] * least, HEARTS, HEARTS.threshold)
        assert not is_settled([deal] * (least - 1), HEARTS, HEARTS.threshold)


def test_a_check_does_not_end_at_the_threshold_itself():
    assert not is_settled([WON, LOST] * HEARTS.least_deals, HEARTS, 0.5)
    assert not is_settled([WON] * HEARTS.least_deals, HEARTS, 1.0)
    assert is_settled([WON] * HEARTS.least_deals, HEARTS, 0.99)


def test_the_deals_without_a_fault_are_measured_as_if_they_were_all():
    def reneges_with_the_deuce(player_id, hand, trick, previous) -> tuple[Card, None]:
        if trick and previous is None and Card("D2") in hand:
            return Card("D2"), None  # C2 was led
        return cautious(player_id, hand, trick, previous)

    assignment = dataclasses.replace(HEARTS, forfeits=1000)
    result = measure(always(player(reneges_with_the_deuce)), "basic", assignment, deals=12)
    whole = measure(always(player(cautious)), "basic", assignment, deals=12)
    kept = [
        deal
        for deal in range(12)
        if not result.records[2 * deal].faults and not result.records[2 * deal + 1].faults
    ]
    assert 0 < len(kept) < 12
    rest = result.faultless
    assert rest.forfeits == 0
    assert rest.win_rate.deals == rest.difference.count == len(kept)
    assert rest.records == tuple(whole.records[2 * deal + turn] for deal in kept for turn in (0, 1))
    assert whole.faultless == whole


def test_without_a_deal_that_is_free_of_faults_nothing_is_left():
    def offender(player_id, hand, trick, previous) -> tuple[Card, None]:
        return hand[0], None

    assert measure(always(player(offender)), "basic", HEARTS, deals=2).faultless is None


def test_a_forfeited_playing_scores_26_to_0():
    def reneges_once(player_id, hand, trick, previous) -> tuple[Card, None]:
        if len(hand) == 10 and trick:
            return next((c for c in hand if c.suit is not trick[0][0].suit), hand[0]), None
        return cautious(player_id, hand, trick, previous)

    result = measure(always(player(reneges_once)), "basic", HEARTS, deals=4)
    for index, record in enumerate(result.records):
        if record.faults:
            mine = index % 2
            assert record.scores[mine] == 26
            assert record.scores[1 - mine] == 0
    assert result.forfeits


def test_the_chance_of_passing_grows_with_the_rate_and_is_sure_where_nothing_varies():
    strong = measure(always(player(cautious)), "basic", HEARTS, deals=20)
    weak = measure(always(player(greedy)), "basic", HEARTS, deals=20)
    assert 0 <= weak.chance_of_passing(200) < strong.chance_of_passing(200) <= 1


def test_random_players_use_hearts_too():
    """The opponents answer from their arguments alone, so the same deals give the same games."""
    state = random.getstate()
    once = measure(always(player(cautious)), "minmax", HEARTS, deals=2)
    assert random.getstate() == state
    assert measure(always(player(cautious)), "minmax", HEARTS, deals=2) == once
    assert any(card.suit is Suit.HEARTS for card in map(Card, (m.move for m in once.records[0].moves)))


# The win rule: duplicate deals, the 60% threshold, early ends that change nothing, forfeits.
def test_who_wins_and_used_up_its_time_does_not_pass():
    assignment = dataclasses.replace(HEARTS, deals=20, threshold=0.3)
    context = Context("", assignment, "s", WorkerAsker(), tiers=("basic",))
    spent = Budget(assignment.limits)
    spent.charge(100, Spent(assignment.limits.total_seconds, 1.0), 1.0)
    context._measured["basic"] = measure(always(player(cautious)), "basic", assignment, secret="s"), spent
    result = check_beats(context, "basic")
    assert result.facts["win_rate"] > 0.4
    assert (result.ok, result.got) == (False, "too slow")


def test_one_deal_gives_no_interval_and_can_be_written_as_json():
    source = (Path(__file__).parents[3] / "course" / "demo" / "hearts" / "sensible.py").read_text()
    assignment = dataclasses.replace(HEARTS, deals=1, least_deals=1)
    with Context(source, assignment, "public", WorkerAsker()) as context:
        context.tiers = ("basic",)
        result = check_beats(context, "basic")
    assert result.facts["points_per_hand"][1] is None
    assert "(too few deals) over 1 deals" in result.got
    assert "points_per_hand" in encode(result, CheckResult)


# Of a fault in hidden games only the number of a line is taken.
@pytest.mark.parametrize(
    ("traceback", "line"),
    [
        ('Traceback:\n  File "player.py", line 2, in play\n    x\nOdd: text', 2),
        ('  File "player.py", line 1, in play\n  File "player.py", line 3, in helper\nOdd', 3),
        ('  File "player.py", line 4, in play', None),
        ('  File "player.py", line 0, in play', None),
        ('  File "player.py", line -1, in play', None),
        ('  File "player.py", line 99999999999999999999, in play', None),
        ('  File "player.py", line 2x, in play', None),
        ('  File "player.py", line ٢, in play', None),
        ("any text", None),
        ("", None),
    ],
)
def test_of_a_traceback_only_the_number_of_a_line_of_the_source_is_taken(traceback, line):
    assert fault_line(traceback, "one\ntwo\nthree") == line


def test_a_line_far_down_or_very_long_is_not_told():
    assert fault_line(f'  File "player.py", line {LINES + 1}', "\n" * (2 * LINES)) is None
    fault = HiddenFault("PlayerCrash", 1, 1, None)
    (shown,) = closed([failed("beats-basic", told=Told("played", "quick", 40, fault))], HEARTS, "x" * 500)
    assert "x" * LINE_LIMIT in shown.reason
    assert "x" * (LINE_LIMIT + 1) not in shown.reason


@pytest.mark.parametrize(
    ("name", "mean", "words"),
    [
        ("hearts", 0.5, "took 0.5 points a hand fewer than basic"),
        ("hearts", -0.5, "took 0.5 points a hand more than basic"),
        ("skullwhist", 0.5, "is 0.5 points a game ahead of basic"),
        ("skullwhist", -0.5, "is 0.5 points a game behind basic"),
    ],
)
def test_a_gap_of_half_a_point_has_its_direction(name, mean, words):
    difference = SimpleNamespace(mean=mean, too_few=True)
    assert words in _margin(SimpleNamespace(difference=difference, game=game(name), tier="basic"))


def shown_reason(told):
    (shown,) = closed([failed("beats-basic", told=told)], HEARTS, "")
    return shown.reason


@pytest.mark.parametrize(
    ("kind", "words"),
    [("PlayerCrash", CRASH), ("RenegError", RenegError.__doc__.strip())],
)
def test_a_fault_is_explained_in_our_words(kind, words):
    assert shown_reason(Told("played", "quick", 40, HiddenFault(kind, 1, None, None))).endswith(words)


@pytest.mark.parametrize(
    ("outcome", "pace", "warned"),
    [
        ("played", "quick", False),
        ("played", "slow", True),
        ("played", "over", True),
        ("impure", "slow", True),
        ("too slow", "over", False),
        ("too slow afresh", "over", False),
        ("asleep", "over", False),
    ],
)
def test_of_the_pace_warns_what_does_not_tell_of_time_already(outcome, pace, warned):
    percent = 40 if outcome == "played" else None
    assert ("Watch the time" in shown_reason(Told(outcome, pace, percent))) == warned


# Times are told in three bands.
def test_times_are_told_in_three_bands():
    def pace(average, slowest):
        return pace_of({"ms_per_move": average, "slowest_move": slowest}, HEARTS)

    assert [pace(1, 0.01), pace(29, 0.29)] == ["quick", "quick"]
    assert [pace(30, 0.01), pace(1, 0.3), pace(57, 1)] == ["slow"] * 3
    assert [pace(58, 0.01), pace(1, 1.01)] == ["over", "over"]

    def html(average, slowest):
        cost = {"ms_per_move": average, "slowest_move": slowest}
        result = passed("beats-basic", cost=cost, told=Told("played", pace(average, slowest), 70))
        return page(result, "")

    assert html(1, 0.01) == html(29, 0.29) != html(30, 0.01) == html(57, 1) != html(58, 1) == html(99, 9)


# Bids that are drawn from a mixture agree with it, whatever the mixture; others do not.
START = (0, 50, 50)


def replies(bids):
    return [Reply(str(bid), "null") for bid in bids]


@pytest.mark.parametrize("bids", [1, 2, 5, 20, 50])
def test_what_is_drawn_from_a_mixture_agrees_with_it(bids):
    rng = random.Random(bids)
    for _ in range(200):
        weights = [rng.random() ** 3 for _ in range(bids)]
        mixture = {bid: weight / sum(weights) for bid, weight in enumerate(weights, 1)}
        drawn = rng.choices(list(mixture), list(mixture.values()), k=DRAWS)
        assert difference(START, replies(drawn), mixture) == ""


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ([3] * DRAWS, "`play` bid 3 in 250 of 250 tries. `mix` gives it the chance 5.0%."),
        ([21] * DRAWS, "`play` bid 21 in 250 of 250 tries. `mix` gives it the chance 0.0%."),
        (
            [1 + number % 10 for number in range(DRAWS)],
            "`play` bid 4 or less in 100 of 250 tries. `mix` gives these bids together the chance 20.0%.",
        ),
    ],
    ids=["one bid", "no bid of the mixture", "the lower half alone"],
)
def test_other_bids_are_told_with_what_the_mixture_says(drawn, told):
    mixture = dict.fromkeys(range(1, 21), 0.05)
    found = difference(START, replies(drawn), mixture)
    assert found.startswith("With the token at +0, you at 50 and they at 50 points,")
    assert told in found


def test_a_fault_is_no_bid():
    assert "Contract: no pair" in difference(START, [ProtocolError("no pair")], {1: 1.0})


def test_the_first_turn_is_asked_where_no_game_is_known():
    (call,) = questions(START, ())
    assert state_of(call) == START
    assert len({again.luck for again in asked_again(call)}) == DRAWS
