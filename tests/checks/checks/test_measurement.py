"""A player measured against an opponent: deals, seats, faults and an early end."""

import dataclasses
import inspect
import random
from pathlib import Path

import pytest
from course_assignments import HEARTS, against
from playfunc import Card, FunctionPlayer, Hearts, Suit, legal_cards, points
from playfunc.codec import encode
from playfunc.errors import TimeError
from playfunc.game import WinRate
from playfunc.measure import always
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.checks.beats import check_beats
from playfunc_checks.checks.context import Context
from playfunc_checks.checks.repeated_questions import Again
from playfunc_checks.checks.win_rate import is_settled, measure
from playfunc_checks.results import CheckResult
from playfunc_checks.submitted_player import Budget, Spent
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


def test_an_opponent_of_the_course_s_own_is_played_by_its_file():
    def own(source):
        [basic] = against(HEARTS, "basic").opponents
        return dataclasses.replace(HEARTS, opponents=(dataclasses.replace(basic, name="own", source=source),))

    source = "from playfunc import Card, legal_cards\n" + inspect.getsource(greedy).replace("greedy", "play")
    mine = measure(always(player(cautious)), "own", own(source), deals=3)
    assert mine.beats
    with pytest.raises(ValueError, match=r"opponents/own\.py must define play, as every player of hearts"):
        measure(always(player(cautious)), "own", own("answer = 1"), deals=3)


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


def test_who_wins_and_does_not_answer_afresh_does_not_pass():
    assignment = dataclasses.replace(HEARTS, deals=20, threshold=0.3)
    context = Context("", assignment, "s", WorkerAsker(), tiers=("basic",))
    found = measure(always(player(cautious)), "basic", assignment, secret="s")
    context._measured["basic"] = found, Budget(assignment.limits)
    context.again_hidden = Again(9, 3, [], TimeError("1.2 s"), 1.2)
    result = check_beats(context, "basic")
    assert result.facts["points_per_hand"] == [
        round(found.difference.mean, 2),
        round(found.difference.half_width, 2),
    ]
    assert (result.ok, result.got) == (False, "too slow when asked afresh")
    assert (result.told.outcome, result.cost["slowest_afresh"]) == ("too slow afresh", 1.2)


def test_one_deal_gives_no_interval_and_can_be_written_as_json():
    source = (Path(__file__).parents[3] / "course" / "demo" / "hearts" / "sensible.py").read_text()
    assignment = dataclasses.replace(HEARTS, deals=1, least_deals=1)
    with Context(source, assignment, "public", WorkerAsker()) as context:
        context.tiers = ("basic",)
        result = check_beats(context, "basic")
    assert result.facts["points_per_hand"][1] is None
    assert "(too few deals) over 1 deals" in result.got
    assert "points_per_hand" in encode(result, CheckResult)
