"""What the workbook's cells call: it works on live functions, never raises, and never writes to stderr."""

import math
import random
from contextlib import contextmanager

import pytest
from course_assignments import HEARTS
from playfunc import Card, Hearts, Suit, legal_cards
from playfunc.record import replay
from playfunc_checks.facts import facts_told, source_facts
from playfunc_checks.results import passed
from playfunc_checks.undefined import undefined
from playfunc_classroom.marks.store import Mark, Stamp
from playfunc_classroom.pages.report import facts_html
from playfunc_opponents.hearts import basic, minmax
from playfunc_workbook import hearts as notebook
from playfunc_workbook import view
from playfunc_workbook.hearts import matches
from playfunc_workbook.hearts.matches import measured, own_points
from playfunc_workbook.marking import chance_of_passing, unsaved
from playfunc_workbook.view import Shown, note
from workbooks import source_path


def reneges(player_id, hand, trick, previous) -> tuple[Card, str]:
    return hand[-1], ""


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
    assert "Watch the worst of these hands" in text
    assert shown._repr_html_().count("<svg") == 2
    assert "<iframe" in shown._repr_html_()


def test_a_checkpoints_points_are_the_players_own_in_either_seat():
    result = measured(minmax.play, "basic", 4)
    for place, (record, points) in enumerate(zip(result.records, own_points(result), strict=True)):
        seat = record.players.index("you")
        assert seat == place % 2
        taken = Hearts(2).points_taken(replay(record))
        assert points == (26 - taken[seat] if 26 in taken else taken[seat])


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
    assert "200 deals that nobody has seen" in good._repr_html_()
    assert repr(notebook.gate(basic.play)) == "0.0"


def test_the_gate_raises_only_for_the_validate_button(monkeypatch):
    assert notebook.gate(reneges) == 0.0
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    assert notebook.gate(basic.play) == 0.0
    with pytest.raises(matches.RulesNotPassed, match="check_rules"):
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


def test_what_the_players_print_is_kept_off_the_cell(capsys):
    shown = notebook.check_rules(talks)
    assert capsys.readouterr() == ("", "")
    assert "your code printed" in repr(shown)
    assert "thinking" in repr(shown)


def test_worst_moves_are_the_costliest_tricks_at_the_players_last_choice():
    games = 6
    losses = sorted(
        (loss for place, record in enumerate(_records(games)) for loss in matches._losses(record, place % 2)),
        key=lambda loss: -loss.points,
    )
    rules = Hearts(2)
    for loss in losses:
        assert loss.record.players[loss.seat] == "you"
        assert len(rules.legal(rules.view(loss.state, loss.seat))) > 1 or loss.at == 0
        assert loss.card.text == loss.record.moves[loss.at].move
        assert len(loss.state.history) < loss.trick
        trick = replay(loss.record).history[loss.trick - 1]
        assert loss.points == sum(13 if card is Card("SQ") else card.suit is Suit.HEARTS for card, _ in trick)
    shown = notebook.worst_moves(basic.play, "minmax", games=games)
    assert f"{sum(loss.points for loss in losses)} points in all" in repr(shown)
    assert shown._repr_html_().count("<iframe") == 3


def _records(games, tier="minmax", name="worst"):
    from playfunc import FunctionPlayer
    from playfunc.duplicate import deal_rng, rotations
    from playfunc.match import play_games
    from playfunc_opponents import opponent

    rules = Hearts(2)
    players = (FunctionPlayer(basic.play, rules, name="you"), opponent(rules, tier))
    tables = [
        table
        for number in range(games // 2)
        for table in rotations(rules, rules.deal(deal_rng("public", name, number)), players)
    ]
    return play_games(rules, tables)


def test_a_forced_trick_is_told_from_the_choice_that_is_drawn():
    seen = set()
    for place, record in enumerate(_records(20)):
        for loss in matches._losses(record, place % 2):
            drawn, _ = matches._loss_parts(loss)
            chosen = len(loss.state.history) + 1
            forced = chosen < loss.trick
            seen.add(forced)
            if forced:
                assert drawn.title == f"Trick {chosen}: your last real choice"
                trick = replay(record).history[loss.trick - 1]
                [card] = [card for card, seat in trick if seat == loss.seat]
                cost = "1 point." if loss.points == 1 else f"{loss.points} points."
                assert drawn.message == f"In trick {loss.trick} {card} was forced and cost {cost}"
            else:
                assert drawn.title.startswith(f"Trick {loss.trick}: {loss.points} points")
    assert seen == {True, False}


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
        assert line.startswith("Stopped.")


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


def test_what_is_not_saved_is_named():
    saved = "def play():\n    return 1\n\n\ndef helper():\n    return 2\n"
    live = {}
    exec(compile(saved, "live.py", "exec"), live)
    assert unsaved(saved, live) == [], "without a source to read there is nothing to say"
    live["helper"] = test_what_is_not_saved_is_named
    assert unsaved(saved, live) == ["helper"]
    assert unsaved(saved, {}) == []


def test_names_that_only_the_notebook_has_are_named():
    source = (
        "from playfunc import Card\n\n\ndef play(hand):\n    return best(points(Card('C2')), len(hand))\n"
    )
    assert undefined(source) == ["best", "points"]
    assert undefined("from playfunc import *\n" + source) == []
    local = "def play(hand):\n    best = hand[0]\n    return [c for c in hand if c is best], lambda x: (x, play)\n"
    assert undefined(local) == []


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


def test_the_cost_plot_says_what_the_review_of_the_same_hands_says():
    from playfunc_opponents.hearts.reviewer import review

    shown = notebook.cost_plot(basic.play, "basic", hands=2, show=2)
    found = [review(record, worlds=0) for record in _records(2, "basic", "costs")]
    mine = sum(each.given_away(place) for place, each in enumerate(found)) / 2
    assert f"your moves gave away {mine:.1f} points a hand" in repr(shown)
    assert f"you: {mine:.1f} points a hand given away" in repr(shown)
    assert shown._repr_html_().count("<iframe") == 2
    assert "gave none." in repr(shown)
