"""Progress: words that are right, silence where nobody looks, and never a sign on stderr."""

import io
import subprocess
import sys
import types

import pytest
from playfunc import Hearts
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng
from playfunc.show import progress
from playfunc.show.progress import counted, in_notebook, status


@pytest.mark.parametrize(
    ("done", "elapsed", "told"),
    [
        (0, 3.0, "Deals: 0 of 40"),
        (10, 3.0, "Deals: 10 of 40, about 9 s left"),
        (1, 10.0, "Deals: 1 of 40, about 6 min 30 s left"),
        (40, 99.4, "Deals: 40 of 40, took 99 s"),
        (40, 125.0, "Deals: 40 of 40, took 2 min 05 s"),
    ],
)
def test_the_state_in_words(done, elapsed, told):
    assert status("Deals", done, 40, elapsed) == told


def test_silent_where_nobody_looks(capsys):
    assert not in_notebook()
    with progress(3, "Deals") as update:
        update(3)
    assert capsys.readouterr() == ("", "")


def test_it_fits_the_match_runner(player):
    rules = Hearts(2)
    tables = [Table(rules.deal(deal_rng("p", n)), (player("sensible"), player("sensible"))) for n in range(2)]
    with progress(104, "Moves") as update:
        play_games(rules, tables, on_round=update)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_gets_a_bar_on_stdout_alone(monkeypatch, capsys):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    errors = sys.stderr
    with progress(4, "Deals [red]of Ann[/red]") as update:
        assert sys.stderr is errors
        update(2)
        update(4)
    assert "Deals [red]of Ann[/red]" in terminal.getvalue()
    assert "4/4" in terminal.getvalue()
    assert capsys.readouterr().err == ""


@pytest.fixture
def notebook(monkeypatch):
    """A kernel's shell that keeps what is displayed: the first bundle, then its updates."""
    import IPython
    import IPython.display

    shown = []

    def display(bundle, *, raw, display_id):
        assert raw
        assert display_id
        shown.append(bundle)
        return types.SimpleNamespace(update=lambda new, *, raw: shown.append(new))

    monkeypatch.setattr(IPython, "get_ipython", lambda: types.SimpleNamespace(kernel=object()))
    monkeypatch.setattr(IPython.display, "display", display)
    return shown


def test_a_notebook_gets_a_bar_that_leaves_its_end_state(notebook, capsys):
    assert in_notebook()
    with progress(1000, "Deals </div><img>") as update:
        for done in range(1, 1001):
            update(done)
    assert notebook[0]["text/plain"] == "Deals </div><img>: 0 of 1000"
    assert notebook[-1]["text/plain"].startswith("Deals </div><img>: 1000 of 1000, took ")
    assert "width:100.0%" in notebook[-1]["text/html"]
    assert "<img" not in notebook[-1]["text/html"]
    assert len(notebook) < 100
    assert capsys.readouterr() == ("", "")


def break_off():
    with progress(10, "Deals") as update:
        update(4)
        raise KeyError


def test_what_breaks_off_shows_how_far_it_came(notebook):
    with pytest.raises(KeyError):
        break_off()
    assert notebook[-1]["text/plain"].startswith("Deals: 4 of 10")


def test_nothing_to_do_is_done(notebook):
    with progress(0, "Deals"):
        pass
    assert notebook[-1]["text/plain"] == "Deals: 0 of 0, took 0 s"


def test_the_function_is_not_hidden_by_its_module():
    code = "import playfunc.show.progress, playfunc.show.replay\nfrom playfunc.show import progress, replay\n"
    code += "assert callable(progress) and callable(replay)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_count_without_an_end_is_shown_once_it_takes_long(notebook, monkeypatch):
    monkeypatch.setattr("time.monotonic", iter([0.0, 1.9, 2.5, 2.5, 2.6, 4.0, 4.0]).__next__)
    with counted("Calls") as update:
        for done in (10, 1234, 1300, 5000):
            update(done)
    assert notebook == [
        {"text/plain": "Calls: 1,234 so far, 2 s"},
        {"text/plain": "Calls: 5,000 so far, 4 s"},
    ]


def test_a_count_is_silent_where_nobody_looks(capsys):
    with counted("Calls", after=0.0) as update:
        update(3)
    assert capsys.readouterr() == ("", "")
