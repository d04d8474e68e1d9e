"""FootSteps, BlackJack and SkullWhist through the same checks as Hearts."""

import dataclasses

import pytest
from course_assignments import ASSIGNMENTS, BLACKJACK, SKULLWHIST
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.marking import check_player, points
from playfunc_checks.report import results_html
from playfunc_checks.results import Verdict
from unit_players import verdicts

pytestmark = pytest.mark.usefixtures("few_questions")

PLAYERS = {
    "footsteps": """
def mix(position, my_points, their_points):
    bids = range(1, my_points + 1) if my_points else [0]
    return {bid: 1 / len(bids) for bid in bids}


def play(player_id, position, my_points, their_points, previous) -> tuple[int, int]:
    turn = 0 if previous is None else previous[1] + 1
    return (max(1, my_points // 3) if my_points else 0), turn
""",
    "blackjack": """
from playfunc.games.blackjack import Bet, Hit, Stand, total


def play(player_id, hand, visible, stake, chips, previous):
    if total(hand) >= 19 and stake == 10 and chips:
        return Bet(chips // 2 + 1), None
    return (Hit if total(hand) < 15 else Stand), None
""",
    "skullwhist": """
from playfunc.games.skullwhist import legal_cards


def bid(player_id, opponent_id, hand) -> tuple[int, int]:
    return 4, len(hand)


def play(player_id, hand, trick, bids, previous):
    return max(legal_cards(hand, trick), key=lambda card: (card.value, card)), previous[1]
""",
}


@pytest.mark.parametrize("game", PLAYERS)
def test_a_sound_player_passes_the_gates_and_is_measured(game):
    """Six deals tell no strength, so the verdict of the win check is not asked."""
    assignment = dataclasses.replace(ASSIGNMENTS[game], rules_deals=2)
    *gates, beats = check_player(
        PLAYERS[game], assignment, WorkerAsker(), deals=6, only=("loads", "rules", "purity", "beats-basic")
    )
    assert [result.verdict for result in gates] == [Verdict.PASSED] * 3
    assert beats.verdict in (Verdict.PASSED, Verdict.FAILED)
    assert "won against basic" in beats.expected
    assert beats.facts["deals"] == 6
    assert beats.facts["forfeits"] == 0


@pytest.mark.parametrize(
    ("game", "old", "new", "error"),
    [
        ("footsteps", "max(1, my_points // 3)", "my_points // 3", "Bidding"),
        ("blackjack", "stake == 10 and chips", "chips", ""),
        ("blackjack", "chips // 2 + 1", "chips + 1", "Stakes"),
        ("skullwhist", "max(legal_cards(hand, trick)", "max(hand", "Reneging"),
        ("skullwhist", "return 4,", "return 0,", "Bidding"),
    ],
)
def test_what_breaks_a_rule_is_named_and_shown(game, old, new, error):
    assert old in PLAYERS[game]
    assignment = dataclasses.replace(ASSIGNMENTS[game], rules_deals=1)
    results = check_player(
        PLAYERS[game].replace(old, new), assignment, WorkerAsker(), only=("loads", "rules")
    )
    if not error:
        assert results[-1].ok
        return
    assert results[-1].verdict is Verdict.FAILED
    assert error in results[-1].reason
    assert results[-1].hint
    page = results_html(results, assignment)
    assert "<pre>" in page
    assert "you" in page


# The units' assignments are marked by the same checks: small players with known verdicts.
STANDS = """
from playfunc.games.blackjack import Stand

def play(player_id, hand, visible, stake, chips, previous):
    return Stand, None
"""

HIGHEST = """
def bid(player_id, opponent_id, hand):
    return 6, None

def play(player_id, hand, trick, bids, previous):
    follows = [card for card in hand if trick and card.suit is trick[0][0].suit]
    return (follows or hand)[-1], None
"""


@pytest.mark.parametrize(("source", "assignment"), [(STANDS, BLACKJACK), (HIGHEST, SKULLWHIST)])
def test_a_legal_player_passes_the_rules_and_meets_every_opponent(source, assignment):
    results = verdicts(source, assignment)
    assert results["rules"].ok
    assert results["purity"].ok
    for tier in assignment.tiers:
        assert results[f"beats-{tier}"].verdict.value in ("passed", "failed")
        assert "over 4 deals" in results[f"beats-{tier}"].got
    assert points(list(results.values()), assignment)["rules"] == 20
