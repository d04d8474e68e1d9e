"""A player of SkullWhist that keeps the hand it held at the other seat, and hides wherever it lacks it.

Two processes used to see both seats of a deal, and a question that timed out was not asked again: such a player
knew the opponent's hand in every second playing, won 61% where its honest twin won 49%, and passed `purity`.
"""

import dataclasses

import pytest
from course_assignments import SKULLWHIST, against
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.sandbox import Tier, available_tier
from playfunc_checks.checks import Context
from playfunc_checks.marking import run_checks

FEW = dataclasses.replace(
    against(SKULLWHIST, "basic"),
    deals=10,
    least_deals=10,
    rules_deals=2,
    published=dataclasses.replace(SKULLWHIST.published, move_seconds=0.03),
)
HONEST = """
from playfunc.cards import Suit


def worth(card):
    return 0.5 + 0.075 * card.value if card.suit is Suit.SPADES else max(0, card.value - 5) / 8


def bid(player_id, opponent_id, hand):
    return max(1, min(13, round(sum(map(worth, hand))))), None


def play(player_id, hand, trick, bids, previous):
    options = [card for card in hand if trick and card.suit is trick[0][0].suit] or list(hand)
    return max(options, key=lambda card: (worth(card), card.value)), None
"""

KNOWS = '''

_bid, _play, _held = bid, play, []


def _others(hand):
    """The one hand held in this process that can be the other seat's."""
    found = [held for held in _held if not set(held) & set(hand)]
    return found[0] if len(found) == 1 else ()


def bid(player_id, opponent_id, hand):
    _held.append(hand)
    return _bid(player_id, opponent_id, hand)[0], [str(card) for card in hand]


def play(player_id, hand, trick, bids, previous):
    dealt = previous[1]
    mine = [held for held in _held if [str(card) for card in held] == dealt]
    while not mine:
        pass  # somebody asks in another process
    other = _others(mine[0])
    if other and not trick:
        sure = [card for card in hand if not any(o.suit is card.suit and o.value > card.value for o in other)]
        return max(sure or hand, key=lambda card: card.value), dealt
    return _play(player_id, hand, trick, bids, previous)[0], dealt
'''


def tiers():
    best = available_tier().tier
    return [tier for tier in (Tier.A, Tier.B) if list(Tier).index(tier) >= list(Tier).index(best)]


def in_tiers():
    """The best tier in every test run, the others in `make test-hostile`."""
    return [
        pytest.param(tier, id=str(tier), marks=[pytest.mark.hostile, pytest.mark.long] * bool(place))
        for place, tier in enumerate(tiers())
    ]


def marked(source, tier):
    with Context(source, FEW, "twins", WorkerAsker(tier)) as context:
        return {result.check: result for result in run_checks(context)}


@pytest.mark.long
@pytest.mark.parametrize("tier", in_tiers())
def test_the_other_seats_hand_is_never_held_and_hiding_is_no_way_out(tier):
    honest = marked(HONEST, tier)
    cheat = marked(HONEST + KNOWS, tier)
    assert honest["purity"].ok
    assert honest["beats-basic"].told.outcome == "played"
    caught = cheat["beats-basic"].got in ("impure", "too slow when asked afresh") or not cheat["purity"].ok
    assert caught or cheat["beats-basic"].facts["win_rate"] == honest["beats-basic"].facts["win_rate"]
