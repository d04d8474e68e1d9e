"""The final cells look at the player as graders do."""

import json
import math
import random
from dataclasses import asdict

import pytest
from course_assignments import FOOTSTEPS, HEARTS
from playfunc import Card, legal_cards
from playfunc.errors import TimeError
from playfunc_checks.results import failed, passed
from playfunc_checks.source_facts import describe_facts, source_facts
from playfunc_classroom.marks import Mark, Stamp
from playfunc_classroom.pages.report import facts_html
from playfunc_opponents.hearts import basic
from playfunc_workbook import footsteps, self_check, view
from playfunc_workbook import hearts as notebook
from playfunc_workbook.checkpoint import NO_WIN_COUNTS
from playfunc_workbook.history import Entry, fingerprint
from playfunc_workbook.players import TimedPlayer
from playfunc_workbook.self_check import chance_of_passing, unsaved
from shown_pages import reneges
from workbooks import source_path

pytestmark = pytest.mark.usefixtures("few_questions")


def test_without_a_notebook_the_final_cells_say_what_to_do(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for show in (notebook.show_marked_source, notebook.self_check, notebook.quality_facts):
        assert "Save the notebook first" in repr(show())


def test_a_player_beside_the_notebook_is_not_called_unsaved(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = "def play(player_id, hand, trick, previous):\n    return hand[0], None\n"
    (tmp_path / "player.py").write_text(own)
    monkeypatch.setattr("__main__.play", counts_worst, raising=False)
    assert unsaved(own, {"play": counts_worst}) == ["play"]
    assert "Save the notebook first" not in repr(notebook.show_marked_source())


def test_the_final_cells_look_at_player_py_as_graders_do(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "player.py").write_text(
        "import random\nfrom playfunc import Card, legal_cards\n\n\n"
        "def play(player_id, hand, trick, previous) -> tuple[Card, None]:\n"
        "    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)\n"
        "    return random.choice(options), None\n"
    )
    assert "random.choice(options)" in repr(notebook.show_marked_source())
    text = repr(notebook.self_check(deals=1))
    assert "rules: passed" in text
    assert "from 40 deals on: `self_check(deals=40)`" in text
    assert "beats-basic: not decided" in text, "one deal decides nothing"
    assert "Elo points" not in text
    assert "F401" not in repr(notebook.quality_facts())


def test_the_self_check_tells_how_the_notebook_was_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source = "%%time\ndef play(player_id, hand, trick, previous) -> tuple: ...\n"
    cell = {"cell_type": "markdown", "source": source, "metadata": {"tags": ["player"]}}
    (tmp_path / "hearts.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}}))
    for shown in (notebook.self_check(deals=1), notebook.show_marked_source()):
        assert "is a command to the notebook" in shown.text
        assert "is of the type Markdown" in shown.text


def test_where_nothing_limits_the_player_the_self_check_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "player.py").write_text("def play(player_id, hand, trick, previous) -> tuple: ...\n")
    assert "Not all limits" not in repr(notebook.self_check(deals=1))
    monkeypatch.setattr("sys.platform", "emscripten")
    text = repr(notebook.self_check(deals=1))
    assert "Not all limits hold here: a loop in Python is ended" in text
    assert "Marking has all limits." in text


def test_the_quality_facts_are_the_markers_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    loop = "".join(
        f"    best = [c for c in best if c.rank > {n} and c is not best[0]] or best\n" for n in range(4)
    )
    source = (
        "from playfunc import Card\n\n\n"
        f"def first(hand):\n    best = list(hand)\n{loop}    return best\n\n\n"
        f"def second(cards):\n    best = list(cards)\n{loop}    return best\n\n\n"
        "def play(player_id, hand, trick, previous):\n    return first(hand)[0], None\n"
    )
    (tmp_path / "player.py").write_text(source)
    text = repr(notebook.quality_facts())
    assert "Said twice  the same but for names and numbers: lines 5–" in text
    assert "Never used  never reached from play: second (line 13)" in text
    facts = source_facts(source)
    mark = Mark("ann", Stamp("s", "t", "u"), "", (), (), {}, "", (), facts, source, "A")
    page = facts_html(mark, HEARTS)
    for fact in describe_facts(facts):
        assert str(fact) in text
        assert all(f"<code>{finding}</code>" in page for finding in fact.findings)


@pytest.mark.parametrize(("rate", "error", "deals"), [(0.6, 0.05, 20), (0.9, 0.0, 4), (0.3, 0.1, 10)])
def test_the_chance_of_passing_agrees_with_a_simulation(rate, error, deals):
    facts = {"win_rate": rate, "standard_error": error, "deals": deals}
    rng = random.Random(1)
    own = max(error, 0.5 / math.sqrt(2 * deals))
    hidden = own * math.sqrt(deals / HEARTS.deals)
    passes = sum(rng.gauss(rng.gauss(rate, own), hidden) >= HEARTS.threshold for _ in range(20000))
    assert chance_of_passing(passed("beats-basic", facts=facts), HEARTS) == pytest.approx(
        passes / 20000, abs=0.02
    )


def test_what_is_not_saved_is_named():
    saved = "def play():\n    return 1\n\n\ndef helper():\n    return 2\n"
    live = {}
    exec(compile(saved, "live.py", "exec"), live)
    assert unsaved(saved, live) == [], "without a source to read there is nothing to say"
    live["helper"] = test_what_is_not_saved_is_named
    assert unsaved(saved, live) == ["helper"]
    assert unsaved(saved, {}) == []


def test_what_was_given_is_left_out_of_the_quality_facts_where_the_notebook_holds_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = 'def helper():\n    """Given to all."""\n\n\ndef play(*told):\n    """Given to all, too."""\n'
    written = given + "\n\ndef own():\n    return 1\n"
    cell = {"cell_type": "code", "source": written, "metadata": {"tags": ["player"]}}
    notebook_of = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path = tmp_path / "hearts.ipynb"
    path.write_text(json.dumps(notebook_of))
    text = repr(notebook.quality_facts())
    assert "could not be left out here" in text
    assert "2 of 3 functions and classes" in text
    notebook_of["metadata"] = {"playfunc": {"given": given}}
    path.write_text(json.dumps(notebook_of))
    text = repr(notebook.quality_facts())
    assert "could not be left out here" not in text
    assert "0 of 1 functions and classes" in text
    assert "2 more still have the released one" in text


def test_the_self_check_holds_the_published_limit_and_says_what_an_overrun_costs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "player.py").write_text(
        "from playfunc import Card, legal_cards\n\n\n"
        "def play(player_id, hand, trick, previous) -> tuple[Card, None]:\n"
        "    while len(hand) < 26:\n        pass\n"
        "    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], None\n"
    )
    settings = source_path("hearts").with_name("assignment.toml").read_text()
    settings = settings.replace("[limits]", "[limits]\nmove_seconds = 0.2")
    (tmp_path / "assignment.toml").write_text(f'name = "hearts"\n{settings}')
    shown = notebook.self_check(deals=1)
    assert "not decided" not in shown.html, "a fault decides"
    assert "over 0.2 s of CPU time" in shown.html
    assert "Marking allows 3 times that" in shown.text


def counts_worst(player_id, hand, trick, previous) -> tuple[Card, None]:
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[-1], None


def in_history(folder, rate, deals):
    """A checkpoint of `counts_worst` against `basic` in the history."""
    found = Entry(
        "beats-basic", "2026-11-02 10:00", fingerprint([counts_worst]), rate, rate - 0.05, rate + 0.05, deals
    )
    (folder / "history.json").write_text(json.dumps({"measured": [asdict(found)]}))


def test_a_longer_checkpoint_of_the_same_player_decides_in_graded_cells(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    alone = notebook.performance(counts_worst, "basic", deals=2)
    assert "but that is not decided yet" in repr(alone.shown)
    assert "0% to 100%" not in repr(alone.shown)
    in_history(tmp_path, 0.9, 100)
    told = repr(notebook.performance(counts_worst, "basic", deals=2).shown)
    assert "exactly this player was measured on 100 deals: it won 90% (85% to 95%) of games to 100." in told
    assert "if it stays so" in told
    in_history(tmp_path, 0.2, 100)
    assert float(notebook.performance(counts_worst, "basic", deals=2)) == 0


def test_a_longer_checkpoint_of_the_same_player_decides_in_the_final_check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    few = {"win_rate": 0.5, "standard_error": 0.2, "deals": 4, "forfeits": 0}
    result = failed("beats-basic", expected="at least 60%", facts=few)
    assert self_check._known(result, {"play": counts_worst}, HEARTS) is result
    in_history(tmp_path, 0.9, 100)
    known = self_check._known(result, {"play": counts_worst}, HEARTS)
    assert known.ok
    assert not self_check.is_open(known, HEARTS)
    assert "over 100 deals, as measured on 2026-11-02 10:00 with this player" in known.got
    assert self_check._known(result, {"play": test_what_is_not_saved_is_named}, HEARTS) is result
    faulty = failed("beats-basic", facts={**few, "forfeits": 1})
    assert self_check._known(faulty, {"play": counts_worst}, HEARTS) is faulty


def test_a_long_final_check_is_remembered_by_the_next_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hearts.ipynb").write_text("{}")
    own = {"play": counts_worst}
    long = passed("beats-basic", facts={"win_rate": 0.8, "standard_error": 0.05, "deals": 40, "forfeits": 0})
    few = failed("beats-basic", facts={"win_rate": 0.5, "standard_error": 0.3, "deals": 2, "forfeits": 0})
    assert self_check._known(few, own, HEARTS) is few
    assert self_check._known(long, own, HEARTS) is long
    assert self_check._known(few, own, HEARTS).facts["deals"] == 40


def test_what_is_open_names_deals_and_time(tmp_path):
    few = {"win_rate": 0.7, "standard_error": 0.1, "deals": 10}
    said = repr(self_check._deciding((passed("beats-basic", facts=few),), HEARTS, 20))
    assert (
        said
        == "… `self_check(deals=40)` would tell more about what is not decided, and take about 2 min at most."
    )
    assert self_check._deciding((passed("rules"),), HEARTS, 20) is None


def test_the_points_of_what_passed_are_told_and_what_is_open():
    sure = {"win_rate": 0.9, "standard_error": 0.02, "deals": 50}
    unsure = {"win_rate": 0.6, "standard_error": 0.1, "deals": 50}
    found = (passed("rules"), passed("beats-basic", facts=sure), passed("beats-minmax", facts=unsure))
    said = repr(self_check._points_shown(found, FOOTSTEPS))
    assert "Points of the checks that passed: 30 of 100. Not decided: beats-minmax (10)." in said


def test_a_player_that_prints_is_told_where(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "player.py").write_text("def play(player_id, hand, trick, previous):\n    print(hand)\n")
    told = repr(notebook.show_marked_source())
    assert "Your player calls `print` (line 2: `print(hand)`). Nobody reads or types" in told


def test_a_player_without_a_docstring_at_its_top_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    play = 'def play(player_id, hand, trick, previous):\n    """Plays."""\n    return hand[0], None\n'
    for top, missing in (("import random\n", True), ('"""Plays its first card."""\n', False)):
        (tmp_path / "player.py").write_text(top + play)
        assert (
            "Your player has no docstring at its top yet." in repr(self_check.show_marked_source(HEARTS))
        ) == missing


# The gate raises only for the Validate button, which skips what takes long.
def test_the_gate_raises_only_for_the_validate_button(monkeypatch):
    assert notebook.gate(reneges) == 0.0
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    assert notebook.gate(basic.play) == 0.0
    with pytest.raises(view.RulesNotPassed, match="check_rules"):
        notebook.gate(reneges)


def test_the_validate_button_skips_what_takes_long(monkeypatch):
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    never = pytest.fail
    for shown in (
        notebook.checkpoint(never, "advanced"),
        notebook.table_of_four(never, "advanced"),
        notebook.worst_moves(never, "advanced"),
        notebook.cost_plot(never, "advanced"),
        notebook.self_check(),
    ):
        assert "Not run by Validate" in repr(shown)


def test_the_gate_refuses_a_player_that_answers_twice_differently():
    asked = []

    def forgets_nothing(player_id, hand, trick, previous):
        asked.append(hand)
        cards = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
        return cards[len(asked) % len(cards)], None

    assert notebook.gate(forgets_nothing) == 0.0


def test_a_quick_look_takes_no_time_out_for_another_answer_and_shows_no_prints(monkeypatch, capsys):
    """A table that grows over a game is slow to make anew, and marking gives that more time."""

    def prints(player_id, position, my_points, their_points, previous):
        print("thinking")
        return min(my_points, 5), None

    late = TimeError("too long")
    monkeypatch.setattr(TimedPlayer, "answer", answering(TimedPlayer.answer, late))
    monkeypatch.chdir(source_path("footsteps").parent)
    won = footsteps.performance(prints, "basic", deals=2)
    assert NO_WIN_COUNTS not in repr(won.shown)
    assert "thinking" not in capsys.readouterr().out


def answering(answer, late):
    """As `answer`, but late where one question alone is asked, as it is when it is asked again."""

    def answered(player, calls):
        return answer(player, calls) if len(calls) > 1 else [late]

    return answered


def test_such_a_player_keeps_the_points_of_the_rules(monkeypatch):
    asked = []

    def forgets_nothing(player_id, position, my_points, their_points, previous):
        asked.append(position)
        return min(my_points, 1 + len(asked) % 7), None

    monkeypatch.chdir(source_path("footsteps").parent)
    found = footsteps.gate(forgets_nothing)
    assert found == FOOTSTEPS.points["rules"] == 20
    assert "Same arguments, same answer: wrong. No move against the rules. But `play` was asked" in repr(
        found.shown
    )
    assert NO_WIN_COUNTS in repr(found.shown)
    won = footsteps.performance(forgets_nothing, "basic", deals=2)
    assert (won, NO_WIN_COUNTS in repr(won.shown)) == (0, True)
