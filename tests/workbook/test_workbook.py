"""What the workbook's cells call: it works on live functions, never raises, and never writes to stderr."""

import pytest
from playfunc import Card
from playfunc_opponents.hearts import basic, minmax
from playfunc_workbook import hearts as notebook
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
        lambda: notebook.cost_plot(player, "basic", games=1),
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
