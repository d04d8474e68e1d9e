"""The advice on how much more to play leads to a decision, and to none that takes longer than marking."""

import pytest
from playfunc.statistics import Interval
from playfunc_opponents.footsteps import minmax
from playfunc_workbook import footsteps
from playfunc_workbook.checkpoint import about, deals_wanted, describe_deals, seconds_for


def rate(mean, half, deals):
    return Interval(mean, mean - half, mean + half, deals)


def test_what_is_decided_needs_no_more_deals():
    assert describe_deals(rate(0.8, 0.1, 50), 0.6, 200, 10) == ""


def test_the_deals_advised_would_decide_it_at_the_same_rate():
    """A half-width of 12 points shrinks below 11 with 125 · (12/11)² = 149 deals, and a fifth more is safe."""
    said = describe_deals(rate(0.71, 0.12, 125), 0.6, 200, 60)
    assert said == "`deals=200` would probably decide it, and take about 2 min."


def test_the_advice_does_not_walk_with_the_estimate():
    """At every rate the same few numbers, and each time more than were played."""
    advised = {deals_wanted(rate(mean / 100, 0.15, 20), 0.6, 200)[0] for mean in range(46, 75) if mean != 60}
    assert advised == {40, 100}
    assert deals_wanted(rate(0.61, 0.3, 10), 0.6, 200) == (40, "tell more about")


def test_few_deals_lead_to_some_more_at_first():
    assert (
        describe_deals(rate(0.62, 0.3, 10), 0.6, 200, 4)
        == "`deals=40` would tell more about it, and take about 20 s."
    )


@pytest.mark.parametrize("mean", [0.58, 0.6, 0.62])
def test_more_deals_than_marking_plays_are_never_advised(mean):
    assert "Make your player stronger." in describe_deals(rate(mean, 0.1, 125), 0.6, 200, 60)


def test_an_interval_shrinks_with_the_root_of_the_time():
    assert seconds_for(120, 60, 60) == 300, "four times as long, and some more"


def test_times_are_rounded_up():
    assert [about(3), about(60), about(61), about(150)] == [
        "a few seconds",
        "about 60 s",
        "about 2 min",
        "about 3 min",
    ]


def test_a_checkpoint_says_when_it_stopped_before_its_deals(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    stopped = "It stopped after 50 deals, because the verdict was clear."
    assert stopped in repr(footsteps.checkpoint(minmax.play, "basic", deals=60))
    assert "It stopped" not in repr(footsteps.checkpoint(minmax.play, "basic", deals=40))
