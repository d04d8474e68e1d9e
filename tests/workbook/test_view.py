"""What is shown: escaped, with progress where it takes long, and one sentence for an interrupt."""

from contextlib import contextmanager

import pytest
from playfunc import Card, legal_cards
from playfunc_workbook import hearts as notebook
from playfunc_workbook import isolated_call, view
from playfunc_workbook.isolated_call import STOPPED
from playfunc_workbook.view import Shown, note


def interrupts(player_id, hand, trick, previous) -> tuple[Card, str]:
    raise KeyboardInterrupt


def test_an_interrupt_shows_one_sentence_and_no_frames_of_ours():
    for show in (
        lambda: notebook.check_rules(interrupts),
        lambda: notebook.gate(interrupts),
        lambda: notebook.checkpoint(interrupts, "basic", deals=1),
    ):
        with pytest.raises(KeyboardInterrupt) as caught:
            show()
        [line] = caught.value._render_traceback_()
        assert line == STOPPED


def test_an_interrupt_names_the_line_that_was_running(monkeypatch):
    monkeypatch.setattr(isolated_call, "_can_fork", lambda: False)

    def stopped(*arguments) -> tuple[Card, str]:
        raise KeyboardInterrupt  # as a signal would, on this line

    with pytest.raises(KeyboardInterrupt) as caught:
        notebook.check_legal(stopped)
    lines = caught.value._render_traceback_()
    assert lines[0] == STOPPED
    assert "stopped`, test_view.py:" in lines[2]
    assert lines[3] == "    raise KeyboardInterrupt  # as a signal would, on this line"


def test_progress_appears_only_where_it_takes_long(monkeypatch):
    drawn = []

    @contextmanager
    def bar(total, label):
        drawn.append((total, label))
        yield lambda done: drawn.append(done)

    monkeypatch.setattr(view, "progress", bar)
    with view.late_progress(10, "Moves", after=1e9) as update:
        update(4)
    assert drawn == []
    with view.late_progress(10, "Moves", after=0) as update:
        update(4)
        update(6)
    assert drawn == [(6, "Moves"), 0, 2]


def test_what_students_write_is_escaped():
    shown = note("<script>alert(1)</script> `<b>`")
    assert isinstance(shown, Shown)
    assert "<script" not in shown._repr_html_()
    assert "<code>&lt;b&gt;</code>" in shown._repr_html_()
    hostile = type("Hostile", (Exception,), {"__str__": lambda self: "<img src=x>"})

    def legal(hand, trick, first_trick, hearts_broken):
        if trick:
            raise hostile
        return legal_cards(hand, trick, first_trick=first_trick, hearts_broken=hearts_broken)

    assert "<img" not in notebook.check_legal(legal)._repr_html_()


def test_a_graded_cell_has_its_report_as_text_and_its_points_as_a_bare_number(capsys):
    points = view.Points.of(7.5, 10, Shown("<b>won</b>", "it won"))
    bundle = points._repr_mimebundle_()
    assert "7.5 of 10" in bundle["text/html"]
    assert bundle["text/plain"] == "7.5", "nbgrader reads this"
    assert capsys.readouterr().out == "it won\n"
    assert "no points" in view.Points.of(0, 0, note("kept"))._repr_mimebundle_()["text/html"]
