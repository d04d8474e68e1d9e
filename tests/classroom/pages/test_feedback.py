"""The first screen of a feedback page: each opponent, the next step, and a handout that is folded."""

import dataclasses
from datetime import UTC, datetime

import nbformat
from course_assignments import HEARTS
from made_up_marks import marked
from playfunc_checks.results import HiddenFault, Told, failed, passed, skipped
from playfunc_checks.student_view import CLOSED
from playfunc_classroom.nbgrader_bridge.feedback import (
    _found,
    _mark_in,
    fold_handout,
    next_step,
    opponent_bars,
    results_for_student,
)

GATES = [passed("loads"), passed("rules"), passed("purity"), passed("memory")]


def won(tier, rate, *, ok, deals=200):
    facts = {"win_rate": rate, "standard_error": 0.03, "deals": deals}
    make = passed if ok else failed
    return make(f"beats-{tier}", facts=facts, told=Told("played", "quick", round(100 * rate)))


def a_mark(*wins):
    return dataclasses.replace(marked("ann"), results=(*GATES, *wins))


def test_a_bar_has_its_interval_when_deals_are_shown_and_whole_per_cent_while_they_are_closed():
    mark = a_mark(won("basic", 0.6649, ok=True))
    [bar] = opponent_bars(mark, HEARTS, deals_shown=True)
    low, high = bar.interval
    assert low < bar.won == 0.6649 < high
    assert (bar.needed, bar.beaten) == (0.6, True)
    assert "95% interval" in bar.sentence
    [bar] = opponent_bars(mark, HEARTS, deals_shown=False)
    assert (bar.won, bar.interval) == (0.66, None)
    assert "interval" not in bar.sentence


def test_deals_that_are_closed_again_are_shown_no_more():
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["playfunc"] = {"deals_shown": True}
    mark = a_mark(won("basic", 0.6649, ok=True))
    opened = dataclasses.replace(HEARTS, show_deals_after=(datetime(2026, 1, 1, tzinfo=UTC),))
    shares = [_found(notebook, mark, settings, {})["bars"][0].won for settings in (opened, HEARTS)]
    assert shares == [0.6649, 0.66]


def test_an_interval_ends_at_none_and_at_all():
    mark = a_mark(won("basic", 0.01, ok=False), won("minmax", 0.99, ok=True))
    few, nearly_all = opponent_bars(mark, HEARTS, deals_shown=True)
    assert few.interval[0] == 0
    assert nearly_all.interval[1] == 1


def test_few_deals_give_no_interval():
    [bar] = opponent_bars(a_mark(won("basic", 0.5, ok=False, deals=2)), HEARTS, deals_shown=True)
    assert bar.interval is None


def test_a_check_that_did_not_play_has_a_reason_and_no_bar():
    slow = failed("beats-basic", got="too slow", told=Told("too slow", "over"))
    [bar] = opponent_bars(a_mark(slow), HEARTS, deals_shown=True)
    assert (bar.won, bar.sentence) == (None, "too slow")
    [bar] = opponent_bars(a_mark(skipped("beats-basic", "rules")), HEARTS, deals_shown=False)
    assert (bar.won, bar.sentence) == (None, "Not run: rules comes first.")


def test_while_deals_are_closed_a_bar_says_no_more_of_spoilt_games_than_the_closed_result():
    told = Told("forfeited", "quick")
    spoilt = failed(
        "beats-basic", got="66.5% (95% interval 60% to 73%) over 20 deals", reason="S2", told=told
    )
    [bar] = opponent_bars(a_mark(spoilt), HEARTS, deals_shown=False)
    assert (bar.won, bar.sentence) == (None, "forfeited")


def test_the_next_step_is_that_of_the_first_check_that_failed():
    mark = a_mark(won("basic", 0.9, ok=True), won("minmax", 0.2, ok=False), won("advanced", 0.1, ok=False))
    name, result = next_step(results_for_student(mark, HEARTS, deals_shown=True), HEARTS)
    assert (name, result.check) == ("Step 5: look ahead", "beats-minmax")
    assert next_step([passed("loads")], HEARTS) is None


def found_in(*wins):
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["playfunc"] = {"deals_shown": False}
    return _found(notebook, a_mark(*wins), HEARTS, {})


def test_what_bars_say_is_not_said_again_below():
    found = found_in(won("basic", 0.2, ok=False), won("minmax", 0.1, ok=False), won("advanced", 0.9, ok=True))
    assert "beats-" not in found["checks"]
    assert found["hints"] == [CLOSED], "once for both"
    assert found_in(skipped("beats-basic", "rules"))["checks"].count("beats-") == 0


def test_what_bars_do_not_say_stands_below():
    fault = HiddenFault("PlayerCrash", 3, 7, None)
    for told in (
        Told("too slow", "over"),
        Told("played", "slow", 20),
        Told("played", "quick", 20, fault=fault),
    ):
        checks = found_in(failed("beats-basic", told=told))["checks"]
        assert "beats-basic: what went wrong" in checks, told


def test_a_page_shows_a_mark_only_when_the_notebook_was_written_with_it():
    mark = marked("ann")
    notebook = nbformat.v4.new_notebook()
    assert _mark_in(notebook, mark) is None
    notebook.metadata["playfunc"] = {**dataclasses.asdict(mark.stamp), "deals_shown": False}
    assert _mark_in(notebook, mark) is mark
    assert _mark_in(notebook, None) is None
    newer = dataclasses.replace(mark, stamp=dataclasses.replace(mark.stamp, settings="changed"))
    assert _mark_in(notebook, newer) is None


def cell(source, grade_id="", **about):
    made = nbformat.v4.new_markdown_cell(source)
    made.metadata["nbgrader"] = {"grade_id": grade_id, **about}
    return made


def test_the_handout_is_folded_by_its_headings_and_tasks_stand_alone():
    [legal] = HEARTS.steps[0].cells
    cells = [
        cell("# Hearts"),
        cell("## Step 2. `legal`"),
        cell("def legal", legal),
        cell("### Comments", "comments", task=True),
        cell("facts"),
    ]
    places = fold_handout(cells, HEARTS)
    folds = [each.metadata.get("playfunc_fold", {}).get("title") for each in cells]
    ends = [each.metadata.get("playfunc_fold_end", False) for each in cells]
    assert folds == ["Hearts", "Step 2. legal", None, None, "What the computer tells about your code"]
    assert ends == [True, False, True, False, True]
    assert places[HEARTS.steps[0].name] == cells[1].metadata["playfunc_fold"]["id"]


def test_a_student_cannot_fold_cells():
    cells = [cell("# Hearts"), cell("### Comments", "comments", task=True), cell("more")]
    for each in cells:
        each.metadata.update(playfunc_fold={"title": "mine", "id": "mine"}, playfunc_fold_end=True)
    fold_handout([*cells, cell("## Step"), cell("text")], HEARTS)
    assert "playfunc_fold" not in cells[1].metadata
    assert "playfunc_fold_end" not in cells[1].metadata
    assert cells[0].metadata["playfunc_fold"]["title"] == "Hearts"
