"""What the workbook's cells call: it works on live functions, never raises, and never writes to stderr."""

import pytest
from playfunc import Card
from playfunc.statistics import Interval
from playfunc_opponents.hearts import basic, minmax
from playfunc_workbook import hearts as notebook
from playfunc_workbook.checkpoint import about, deals_told, deals_wanted, seconds_for
from shown_pages import reneges
from workbooks import source_path


def crashes(player_id, hand, trick, previous) -> tuple[Card, str]:
    return hand[99], ""


def talks(player_id, hand, trick, previous) -> tuple[Card, bool]:
    import sys

    print("thinking")
    print("hard", file=sys.stderr)
    return basic.play(player_id, hand, trick, previous)


def test_a_checkpoint_shows_rate_interval_points_and_the_worst_hand():
    shown = notebook.checkpoint(minmax.play, "basic", deals=6)
    text = repr(shown)
    assert "Your player beats basic" in text
    assert "60% are needed" in text
    assert "6 deals" in text
    assert "your points per hand" in text
    assert "Watch one of the worst of these hands" in text
    assert shown._repr_html_().count("<svg") == 2
    assert "<iframe" in shown._repr_html_()


@pytest.mark.parametrize(("player", "rule"), [(reneges, "Reneging"), (crashes, "IndexError")])
def test_a_fault_is_drawn_and_named_in_every_kind_of_cell(player, rule):
    for show in (
        lambda: notebook.check_rules(player),
        lambda: notebook.checkpoint(player, "basic", deals=2),
        lambda: notebook.table_of_four(player, "basic", deals=1),
        lambda: notebook.worst_moves(player, "basic", games=2),
        lambda: notebook.cost_plot(player, "basic", hands=1),
        lambda: notebook.performance(player, "basic", deals=2).shown,
    ):
        text = repr(show())
        assert rule in text or "Leading" in text
        assert "hand:" in text
        assert "legal:" in text


def test_points_are_all_or_nothing_and_print_as_a_number(monkeypatch):
    monkeypatch.chdir(source_path("hearts").parent)
    good = notebook.performance(minmax.play, "basic", deals=3)
    bad = notebook.performance(reneges, "basic", deals=3)
    assert (repr(good), repr(bad)) == ("10.0", "0.0")
    assert "200 other deals, which nobody has seen" in repr(good.shown)
    assert repr(notebook.gate(basic.play)) == "0.0"


def test_what_the_players_print_is_kept_off_the_cell(capsys):
    shown = notebook.check_rules(talks)
    assert capsys.readouterr() == ("", "")
    assert "your code printed" in repr(shown)
    assert "thinking" in repr(shown)


def test_a_hand_to_watch_and_one_to_play():
    assert "Points:" in repr(notebook.watch("basic", "basic", seed=3))
    table = notebook.play_a_hand("basic", "basic", "basic", seed=3)
    assert len(table.record.players) == 4


def test_one_call_is_shown_with_real_arguments():
    text = repr(notebook.show_call(trick=4))
    assert "player_id = 'you'" in text
    call = eval(text, {"Card": Card, "play": lambda **arguments: arguments})
    assert len(call["hand"]) == 23
    assert len(call["previous"][0]) == 2


# The advice on how much more to play leads to a decision, and to none that takes longer than marking.
def rate(mean, half, deals):
    return Interval(mean, mean - half, mean + half, deals)


def test_what_is_decided_needs_no_more_deals():
    assert deals_told(rate(0.8, 0.1, 50), 0.6, 200, 10) == ""


def test_the_deals_advised_would_decide_it_at_the_same_rate():
    """A half-width of 12 points shrinks below 11 with 125 · (12/11)² = 149 deals, and a fifth more is safe."""
    said = deals_told(rate(0.71, 0.12, 125), 0.6, 200, 60)
    assert said == "`deals=200` would probably decide it, and take about 2 min."


def test_the_advice_does_not_walk_with_the_estimate():
    """At every rate the same few numbers, and each time more than were played."""
    advised = {deals_wanted(rate(mean / 100, 0.15, 20), 0.6, 200)[0] for mean in range(46, 75) if mean != 60}
    assert advised == {40, 100}
    assert deals_wanted(rate(0.61, 0.3, 10), 0.6, 200) == (40, "tell more about")


def test_few_deals_lead_to_some_more_at_first():
    assert (
        deals_told(rate(0.62, 0.3, 10), 0.6, 200, 4)
        == "`deals=40` would tell more about it, and take about 20 s."
    )


@pytest.mark.parametrize("mean", [0.58, 0.6, 0.62])
def test_more_deals_than_marking_plays_are_never_advised(mean):
    assert "Make your player stronger." in deals_told(rate(mean, 0.1, 125), 0.6, 200, 60)


def test_an_interval_shrinks_with_the_root_of_the_time():
    assert seconds_for(120, 60, 60) == 300, "four times as long, and some more"


def test_times_are_rounded_up():
    assert [about(3), about(60), about(61), about(150)] == [
        "a few seconds",
        "about 60 s",
        "about 2 min",
        "about 3 min",
    ]
