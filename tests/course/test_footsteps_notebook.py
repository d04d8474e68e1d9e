"""The FootSteps unit: planted mistakes are found, and its class is marked as it expects."""

import numpy
import pytest
from course_assignments import FOOTSTEPS, SKULLWHIST
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks import next_baseline
from playfunc_checks.checks import checks_for
from playfunc_checks.extract import player_from_cells
from playfunc_checks.marking import check_player
from playfunc_classroom.demo import fill_in, read_class
from playfunc_workbook import footsteps
from playfunc_workbook.finding import State
from playfunc_workbook.footsteps import exercises as exercises
from workbooks import nbgrader, solved, student_version

pytestmark = pytest.mark.broad

SOLVED = solved("footsteps")
CLASS = {demo.student: demo for demo in read_class("footsteps")}

STUB = student_version(SOLVED)


def names_of(notebook):
    """The functions of the player's cells, and of the two exercises that are no part of it."""
    names = {}
    exec(player_from_cells(notebook.cells, FOOTSTEPS, "footsteps.ipynb").source, names)
    for cell in notebook.cells:
        if nbgrader(cell).get("grade_id") in ("outbid", "two-by-two"):
            exec(cell.source, names)
    return names


def test_a_checkpoint_names_no_function_that_the_unit_lacks(monkeypatch):
    play = names_of(SOLVED)["play"]
    shown = repr(footsteps.checkpoint(play, "basic", deals=2))
    assert "Elo points" not in shown
    monkeypatch.setattr(next_baseline, "RATED", 2)
    shown = repr(footsteps.checkpoint(play, "basic", deals=2))
    assert "The next baseline is" in shown
    assert "`rate`" not in shown


def test_the_board_is_solved_once_and_only_for_a_table_that_can_be_read():
    exercises._exact.cache_clear()
    assert exercises.table_finding(names_of(STUB)["read_values"]).state is State.UNWRITTEN
    assert exercises._exact.cache_info().currsize == 0
    for _ in range(2):
        assert exercises.table_finding(names_of(SOLVED)["read_values"]).state is State.RIGHT
    assert exercises._exact.cache_info().misses == 1


def wrong_by_one(goal, points):
    values = numpy.zeros((2 * goal + 1, points + 1, points + 1))
    values[0], values[-1] = -1, 1
    values[1:-1, 1:, :] = 0.5
    return values


@pytest.mark.parametrize(
    "finding",
    [
        lambda: exercises.legal_finding(lambda points: list(range(1, points + 1))),
        lambda: exercises.legal_finding(lambda points: list(range(points + 1))),
        lambda: exercises.outbid_finding(lambda p, mine, theirs, bid: min(mine, bid + 1), lambda *state: 1),
        lambda: exercises.outbid_finding(lambda p, mine, theirs, bid: bid + 60, lambda *state: 1),
        lambda: exercises.two_by_two_finding(lambda a, b, c, d: (0.5, (a + b + c + d) / 4)),
        lambda: exercises.two_by_two_finding(lambda a, b, c, d: 0.5),
        lambda: exercises.game_finding(lambda matrix: (numpy.eye(len(matrix))[0], 0.0)),
        lambda: exercises.board_finding(wrong_by_one),
        lambda: exercises.table_finding(lambda: wrong_by_one(3, 50)),
        lambda: exercises.mix_finding(lambda position, mine, theirs: {min(mine, 8): 1.0}),
        lambda: exercises.mix_finding(lambda position, mine, theirs: {mine + 1: 1.0}),
    ],
)
def test_planted_mistakes_are_found(finding):
    found = finding()
    assert found.state is State.WRONG
    assert found.said


def both_at_once(matrix, rounds=50):
    """Regret matching as it should be, but each answers the other's last mixture."""
    sums, regrets = [numpy.zeros(n) for n in matrix.shape], [numpy.zeros(n) for n in matrix.shape]
    for turn in range(1, rounds + 1):
        mine, other = (r / r.sum() if r.sum() else numpy.full(len(r), 1 / len(r)) for r in regrets)
        got = mine @ matrix @ other
        regrets[0] = numpy.maximum(regrets[0] + matrix @ other - got, 0)
        regrets[1] = numpy.maximum(regrets[1] + got - mine @ matrix, 0)
        sums = [sums[0] + turn * mine, sums[1] + turn * other]
    mine, other = (total / total.sum() for total in sums)
    return mine, float(mine @ matrix @ other)


def test_who_learns_rightly_but_slowly_is_told_so():
    assert "Take turns" in exercises.game_finding(both_at_once).hint
    bottom = exercises.game_finding(lambda matrix, rounds=50: (numpy.eye(len(matrix))[-1], 0.0))
    assert "Take turns" not in bottom.hint
    assert bottom.hint


def test_one_way_without_return_is_no_stub():
    found = exercises.legal_finding(lambda points: list(range(1, points + 1)) if points else None)
    assert found.state is State.WRONG
    assert "(0)` returned None" in found.said
    found = exercises.outbid_finding(lambda p, mine, theirs, bid: None if bid > 9 else bid, lambda *state: 1)
    assert "returned None" in found.said


def test_nothing_is_asked_of_a_memory_that_the_game_does_not_need():
    assert "memory" not in [check.name for check in checks_for(FOOTSTEPS)]
    assert "memory" in [check.name for check in checks_for(SKULLWHIST)]


def test_the_table_reads_back():
    names = names_of(SOLVED)
    text = footsteps.table_text(names["VALUES"]).text
    again = {**names}
    exec(text, again)
    names["read_values"].__globals__["TABLE"] = again["TABLE"]
    assert numpy.array_equal(names["read_values"](), names["VALUES"])


def test_bids_are_shown_for_the_students_own_position():
    assert "it has 50  1  1  1  1  1  1" in repr(footsteps.show_bids())
    assert "it has 50  16  16  15  1  1  1" in repr(footsteps.show_bids("minmax", position=1))
    with pytest.raises(ValueError, match="from -2 to 2"):
        footsteps.show_bids("minmax", position=3)


def test_who_never_mixes_gets_less_than_half_of_the_points():
    """What the class's authors expect, and the runs below confirm: bids that were looked up beat both opponents."""
    earned = {
        student: sum(worth for name, worth in FOOTSTEPS.points.items() if demo.expects.get(name) == "passed")
        for student, demo in CLASS.items()
    }
    assert (earned["nina"], earned["otis"], earned["mara"], earned["pia"]) == (100, 40, 30, 20)


QUICK = ("nina", "sven")
"""Marked in every run: the best, and the one who wrote nothing."""


@pytest.mark.parametrize(
    "student", [pytest.param(s, marks=() if s in QUICK else pytest.mark.long) for s in CLASS]
)
def test_the_class_is_marked_as_it_expects(student):
    source = player_from_cells(fill_in(STUB, CLASS[student]).cells, FOOTSTEPS, student).source
    results = check_player(source, FOOTSTEPS, WorkerAsker(), deals=10)
    verdicts = {result.check: result.verdict.value for result in results}
    expects = CLASS[student].expects
    assert {name: verdicts[name] for name in expects} == expects


def test_only_the_students_own_functions_have_a_time_limit_in_a_known_bid(monkeypatch):
    """minmax solves its first position, which on a busy machine takes longer than a move may."""
    names, ask = names_of(SOLVED), exercises.ask
    own = names["outbid"], names["thrifty"]

    def limited(function, *given, **limits):
        assert function in own
        return ask(function, *given, **limits)

    monkeypatch.setattr(exercises, "ask", limited)
    assert exercises.outbid_finding(*own).state is State.RIGHT
