"""The win rule: duplicate deals, the 60% threshold, early ends that change nothing, forfeits."""

import dataclasses
from pathlib import Path

from course_assignments import HEARTS
from measured_players import cautious, player
from playfunc.codec import encode
from playfunc.measure import always
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.budget import Budget, Spent
from playfunc_checks.checks.beats import check_beats
from playfunc_checks.checks.context import Context
from playfunc_checks.checks.measurement import measure
from playfunc_checks.results import CheckResult


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
