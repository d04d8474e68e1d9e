"""Marking one submission of a fast player: all opponents at the full number of deals, and with the early end."""

from __future__ import annotations

import dataclasses
import resource
from functools import partial

from playfunc.games.hearts import Hearts
from playfunc_autograder.sandbox import WorkerPlayer
from playfunc_autograder.sandbox.forks import close_fork_servers
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks.measurement import measure
from playfunc_checks.usual import usual_assignment

from benchmarks.section import Section

HEARTS = usual_assignment("hearts")

SOURCE = '''
def play(player_id, hand, trick, previous):
    """The highest card that loses the trick, else the lowest that may be played."""
    broken = previous is not None and (previous[1] or any(card.suit.value == "H" for card, _ in previous[0]))
    legal = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=bool(broken))
    if not trick:
        return min(legal, key=lambda card: card.rank), bool(broken)
    lead = trick[0][0]
    best = max(card for card, _ in trick if card.suit is lead.suit)
    under = [card for card in legal if card.suit is lead.suit and card < best]
    if under:
        return under[-1], bool(broken)
    dear = [card for card in legal if points(card)]
    if legal[0].suit is not lead.suit and dear:
        return max(dear, key=points), bool(broken)
    return (min if legal[0].suit is lead.suit else max)(legal, key=lambda card: card.rank), bool(broken)


from playfunc import legal_cards, points
'''


def run() -> Section:
    """CPU seconds of marker and player together, after start-up."""
    full = dataclasses.replace(HEARTS, least_deals=HEARTS.deals)
    rows, totals = [], [0.0, 0.0]
    for tier in HEARTS.tiers:
        seconds, deals = _spent(tier, full)
        early, early_deals = _spent(tier, HEARTS)
        totals = [totals[0] + seconds, totals[1] + early]
        rows.append([tier, f"{seconds:.1f}", str(deals), f"{early:.1f}", str(early_deals)])
    rows.append(["all", f"{totals[0]:.1f}", "", f"{totals[1]:.1f}", ""])
    figures = {
        "mark_submission_s": totals[0],
        "mark_submission_deals": float(HEARTS.deals),
        "mark_submission_early_s": totals[1],
    }
    columns = ["opponent", "seconds, no early end", "deals", "seconds, early end", "deals"]
    notes = [
        "CPU time on one core of a quick player's win checks, without purity and other checks; every deal is "
        "played from both seats. Nearly all of it is the opponents' thinking."
    ]
    return Section("Marking one submission", columns, rows, figures, notes)


def _spent(tier: str, assignment: Assignment) -> tuple[float, int]:
    """CPU seconds of the marker and of all workers, and how many deals were played."""
    close_fork_servers("")
    start = _cpu()
    result = measure(partial(WorkerPlayer, SOURCE, Hearts(2), name="quick"), tier, assignment)
    close_fork_servers("")  # only then the system has added up what their workers took
    assert not result.forfeits, "the quick player breaks a rule"
    return _cpu() - start, len(result.records) // 2


def _cpu() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)
