"""The final cells look at the player as graders do."""

import math
import random

import pytest
from course_assignments import HEARTS
from playfunc_checks.facts import facts_told, source_facts
from playfunc_checks.results import passed
from playfunc_classroom.marks.store import Mark, Stamp
from playfunc_classroom.pages.report import facts_html
from playfunc_workbook import hearts as notebook
from playfunc_workbook.marking import chance_of_passing, unsaved


def test_without_a_notebook_the_final_cells_say_what_to_do(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for show in (notebook.show_marked_source, notebook.self_check, notebook.quality_facts):
        assert "Save the notebook first" in repr(show())


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
    assert "chance of passing" in text
    assert "F401" not in repr(notebook.quality_facts())


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
    for fact in facts_told(facts):
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
