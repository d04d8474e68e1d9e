"""The demo class is what it says: sixteen different students, their notebooks, and players that play."""

import ast
import dataclasses
import itertools
import json
import re
import sys
import types
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import nbformat
import pytest
from course_assignments import HEARTS
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playfunc.games.hearts import Hearts
from playfunc.match import play_games
from playfunc.measure import deal_rng, rotations
from playfunc.player import FunctionPlayer
from playfunc_checks.checks import checks_for
from playfunc_checks.extract import ExtractError, read_player
from playfunc_classroom import archive as instructor
from playfunc_classroom.demo import (
    DemoError,
    DemoSubmission,
    demo_folder,
    hand_in,
    hand_in_class,
    read_class,
    read_demo,
)
from playfunc_classroom.intake.notebook_choice import entered
from playfunc_opponents import opponent

CLONE = Path(__file__).parents[3]
REAL = CLONE / "course" / "source" / "hearts" / "hearts.ipynb"

KINDS = [
    "broken_json", "crashes", "dataclass_memory", "deleted_cell", "duplicated_cell", "global_state",
    "illegal", "lowest_card", "montecarlo", "prints", "random_legal", "sensible", "strong", "text_memory",
    "too_slow", "untouched",
]  # fmt: skip

CLASS = {path.stem: read_demo(path) for path in sorted((demo_folder() / "hearts").glob("*.py"))}
BY_STUDENT = {demo.student: demo for demo in CLASS.values()}

CHECKS = [check.name for check in checks_for(HEARTS)]
SEARCHERS = {"montecarlo", "strong"}
LEGAL = [kind for kind, demo in CLASS.items() if demo.expects.get("rules") == "passed"]
WRITTEN = [kind for kind, demo in CLASS.items() if demo.cells]


def code(demo):
    return "\n\n".join(text for name, text in demo.cells.items() if name != "report")


@pytest.fixture
def load(request):
    """A student's cells as one module, known to `sys.modules` as dataclasses ask for it."""
    loaded = []

    def load(demo):
        module = types.ModuleType(f"demo_{demo.student}")
        sys.modules[module.__name__] = module
        loaded.append(module.__name__)
        with redirect_stderr(StringIO()), redirect_stdout(StringIO()):
            exec(compile(code(demo), f"{demo.student}.py", "exec"), module.__dict__)
        return module

    yield load
    for name in loaded:
        del sys.modules[name]


# --- the files


def test_the_class_holds_all_kinds_of_sixteen_students():
    assert sorted(CLASS) == KINDS
    assert len(BY_STUDENT) == 16
    assert [demo.student for demo in read_class("hearts")] == sorted(BY_STUDENT)


@pytest.mark.parametrize("kind", CLASS)
def test_what_is_expected_names_checks_and_obeys_their_dependencies(kind):
    demo = CLASS[kind]
    assert demo.student.isalpha()
    assert demo.student.islower()
    assert demo.about
    assert set(demo.expects) <= set(CHECKS)
    for check in checks_for(HEARTS):
        if any(demo.expects.get(need) in ("failed", "skipped") for need in check.needs):
            assert demo.expects[check.name] == "skipped"


@pytest.mark.parametrize("kind", WRITTEN)
def test_cells_are_the_players_own_in_notebook_order_and_each_is_python(kind):
    demo = CLASS[kind]
    assert [name for name in HEARTS.player_cells if name in demo.cells] == [
        name for name in demo.cells if name != "report"
    ]
    assert "player" in demo.cells
    for text in demo.cells.values():
        ast.parse(text)


@pytest.mark.parametrize("kind", WRITTEN)
def test_players_import_only_the_standard_library_and_playfunc_and_read_no_clock_and_no_file(kind):
    tree = ast.parse(code(CLASS[kind]))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert imported <= sys.stdlib_module_names | {"playfunc"}
    assert not imported & {"time", "datetime", "os", "pathlib", "io", "tempfile", "shutil", "timeit"}
    assert not {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & {"open", "exec", "eval"}


def shape(source, length=7):
    """Every run of `length` kinds of syntax in the source, whatever the names and numbers are."""
    kinds = [type(node).__name__ for node in walk_in_order(ast.parse(source))]
    return {tuple(kinds[at : at + length]) for at in range(len(kinds) - length + 1)}


def walk_in_order(node):
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr_context | ast.alias):
            yield child
            yield from walk_in_order(child)


def likeness(one, other):
    return len(one & other) / len(one | other)


def test_likeness_sees_through_new_names():
    source = code(CLASS["sensible"])
    renamed = source.replace("losing", "hopeless").replace("duck", "dive").replace("20", "30")
    assert likeness(shape(source), shape(renamed)) > 0.95


def test_no_two_students_wrote_alike():
    shapes = {kind: shape(code(CLASS[kind])) for kind in WRITTEN}
    worst = max(itertools.combinations(WRITTEN, 2), key=lambda pair: likeness(*(shapes[k] for k in pair)))
    assert likeness(shapes[worst[0]], shapes[worst[1]]) < 0.2, worst


# --- the players


def play_all(demo, function, seats, deals):
    """The demo player against itself and against random cards from every seat."""
    rules = Hearts(seats)
    me = FunctionPlayer(function, rules, name=demo.student)
    basic = opponent(rules, "basic")
    tables = [
        table
        for number in deals
        for players in ((me,) * seats, (me, *(basic,) * (seats - 1)))
        for table in rotations(rules, rules.deal(deal_rng("public", "rules", seats, number)), players)
    ]
    with redirect_stderr(StringIO()), redirect_stdout(StringIO()):
        return play_games(rules, tables, "forfeit")


@pytest.mark.hardest("-4", "-2")
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("kind", LEGAL)
def test_legal_players_play_legal_cards(kind, seats, load):
    deals = [0] if kind in SEARCHERS else range(4)
    for record in play_all(CLASS[kind], load(CLASS[kind]).play, seats, deals):
        assert not record.faults, record.faults[0]


@pytest.mark.parametrize(("kind", "error"), [("illegal", "RenegError"), ("crashes", "PlayerCrash")])
def test_faulty_players_go_wrong_now_and_then_and_by_the_right_name(kind, error, load):
    function = load(CLASS[kind]).play
    records = [r for seats in (2, 4) for r in play_all(CLASS[kind], function, seats, range(3))]
    faults = [fault for record in records for fault in record.faults]
    assert {fault.error for fault in faults} == {error}
    assert len(faults) < sum(len(record.moves) for record in records) / 20


def test_the_slow_player_meets_its_position_within_the_first_public_deals_but_rarely(load):
    module = load(CLASS["too_slow"])
    rules = Hearts(2)
    deals = [rules.deal(deal_rng("public", "rules", 2, number)) for number in range(3)]
    slow = [hand for deal in deals for hand in deal.hands if module.can_plan_moon(hand)]
    assert len(slow) == 1
    module.permutations = lambda hand: iter(())
    for record in play_all(CLASS["too_slow"], module.play, 2, range(3)):
        assert not record.faults, "but for the search it plays by the rules"


def test_the_printing_player_prints_at_import_and_at_play(capsys):
    exec(compile(code(CLASS["prints"]), "prints.py", "exec"), {"__name__": "prints"})
    assert capsys.readouterr().err


# --- the notebooks


def answer_cell(name, source="# write your code here\n"):
    nbgrader = {"grade_id": name, "grade": False, "solution": True, "locked": False, "schema_version": 3}
    return new_code_cell(source, id=name, metadata={"nbgrader": nbgrader, "tags": ["player"]})


def check_cell(name, points=0):
    nbgrader = {"grade_id": name, "grade": True, "solution": False, "locked": True, "schema_version": 3}
    return new_code_cell("'checked'", id=name, metadata={"nbgrader": {**nbgrader, "points": points}})


@pytest.fixture
def released(tmp_path):
    """A notebook as students get it, with every cell that a demo file may name."""
    cells = [
        new_markdown_cell("# Hearts", id="title"),
        *(answer_cell(name) for name in HEARTS.player_cells[:-1]),
        answer_cell("player", "def play(player_id, hand, trick, previous):\n    return hand[0], None\n"),
        check_cell("rules"),
        *(check_cell(name, 10) for name in HEARTS.points),
        new_markdown_cell("*Your report*", id="report", metadata={"tags": ["report"]}),
    ]
    path = tmp_path / "released.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    return path


def grade_ids(notebook):
    return [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]


def test_the_class_hands_in_valid_notebooks_but_for_the_broken_one(released, tmp_path):
    paths = hand_in_class(released, tmp_path / "submitted", "hearts")
    assert sorted(paths) == sorted(BY_STUDENT)
    before = nbformat.read(released, as_version=4)
    for student, path in paths.items():
        assert path == tmp_path / "submitted" / student / "hearts" / "hearts.ipynb"
        if student == CLASS["broken_json"].student:
            with pytest.raises(json.JSONDecodeError):
                json.loads(path.read_text(encoding="utf-8"))
            continue
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        demo = BY_STUDENT[student]
        assert {grade_ids(notebook)[at]: cell.source for at, cell in enumerate(notebook.cells)}.items() >= {
            name: text for name, text in demo.cells.items() if name != "report"
        }.items()
        if not demo.defects:
            assert grade_ids(notebook) == grade_ids(before)


def test_the_untouched_notebook_is_the_released_one(released, tmp_path):
    path = hand_in(CLASS["untouched"], released, tmp_path, "hearts")
    assert nbformat.read(path, as_version=4) == nbformat.read(released, as_version=4)


def test_the_deleted_cell_is_gone_and_the_duplicated_one_there_twice(released, tmp_path):
    before = grade_ids(nbformat.read(released, as_version=4))
    deleted = nbformat.read(hand_in(CLASS["deleted_cell"], released, tmp_path, "hearts"), as_version=4)
    assert grade_ids(deleted) == [name for name in before if name != "beats-minmax"]
    doubled = nbformat.read(hand_in(CLASS["duplicated_cell"], released, tmp_path, "hearts"), as_version=4)
    assert [name for name in grade_ids(doubled) if name == "rules"] == ["rules", "rules"]
    assert len({cell.id for cell in doubled.cells}) == len(before) + 1


def test_players_can_be_taken_out_of_the_notebooks_again(released, tmp_path):
    for student, path in hand_in_class(released, tmp_path, "hearts").items():
        if student == CLASS["broken_json"].student:
            with pytest.raises(ExtractError):
                read_player(path, HEARTS)
        else:
            assert BY_STUDENT[student].cells.get("player", "def play") in read_player(path, HEARTS).source


def test_reports_become_markdown(released, tmp_path):
    for kind in ("text_memory", "untouched"):
        notebook = nbformat.read(hand_in(CLASS[kind], released, tmp_path, "hearts"), as_version=4)
        (report,) = [cell.source for cell in notebook.cells if "report" in cell.metadata.get("tags", ())]
        assert report.startswith("**How it works**" if CLASS[kind].cells else "*Your report*")
        assert "\n# " not in report


def test_handing_in_twice_makes_the_same_file(released, tmp_path):
    for kind in ("duplicated_cell", "text_memory"):
        first = hand_in(CLASS[kind], released, tmp_path / "a", "hearts").read_bytes()
        assert hand_in(CLASS[kind], released, tmp_path / "b", "hearts").read_bytes() == first


@pytest.fixture
def real(tmp_path):
    """The assignment's own notebook as students get it: without the solutions."""
    if not REAL.exists():
        pytest.skip("the assignment's notebook is not there")
    notebook = nbformat.read(REAL, as_version=4)
    for cell in notebook.cells:
        cell.source = re.sub(
            SOLUTION, r"\1# write your code here", cell.source, flags=re.MULTILINE | re.DOTALL
        )
    path = tmp_path / "real.ipynb"
    nbformat.write(notebook, path)
    return path


SOLUTION = r"^( *)### BEGIN SOLUTION$.*?^ *### END SOLUTION$"


@pytest.mark.hardest("strong", "legal")
@pytest.mark.parametrize("kind", [kind for kind in CLASS if kind != "broken_json"])
def test_the_class_fits_the_real_notebook(kind, real, load, tmp_path):
    demo = CLASS[kind]
    path = hand_in(demo, real, tmp_path, "hearts")
    nbformat.validate(nbformat.read(path, as_version=4))
    player = read_player(path, HEARTS)
    assert demo.cells.get("player", "") in player.source
    if demo.expects["loads"] == "passed":
        whole = dataclasses.replace(demo, cells={"player": player.source})
        function = load(whole).play
        if demo.expects["rules"] == "passed":
            assert not any(record.faults for record in play_all(whole, function, 2, [0]))


# --- what is refused


HEADER = "# student: zoe\n# about: a test\n# expects: loads=passed\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# student: zoe\n# about: a test\n", "expects"),
        (HEADER + "# excepts: rules=passed\n", "no header"),
        (HEADER + "# expects: rules=perhaps\n", "rules=perhaps"),
        (HEADER + "# expects: rules=broken\n", "rules=broken"),
        (HEADER + "import this\n", "import this"),
        (HEADER + "# %% legal\n1\n# %% legal\n2\n", "more than once"),
    ],
)
def test_files_that_cannot_be_read_say_why(text, message, tmp_path):
    (tmp_path / "zoe.py").write_text(text)
    with pytest.raises(DemoError, match=message):
        read_demo(tmp_path / "zoe.py")


def test_a_cell_that_is_given_empty_is_emptied(released, tmp_path):
    (tmp_path / "zoe.py").write_text(
        HEADER + "# defect: delete-cell rules\n\n# %% legal\n\n# %% player\nx = 1\n"
    )
    demo = read_demo(tmp_path / "zoe.py")
    assert demo == DemoSubmission(
        "zoe", "a test", {"loads": "passed"}, {"legal": "", "player": "x = 1"}, ("delete-cell rules",)
    )
    notebook = nbformat.read(hand_in(demo, released, tmp_path, "hearts"), as_version=4)
    assert next(c for c in notebook.cells if c.id == "legal").source == ""
    assert next(c for c in notebook.cells if c.id == "sensible").source.startswith("# write")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cells": {"leagl": "1"}}, "leagl"),
        ({"defects": ("delete-cell beats-everybody",)}, "beats-everybody"),
        ({"defects": ("eaten-by-dog",)}, "eaten-by-dog.*delete-cell"),
    ],
)
def test_submissions_that_do_not_fit_the_notebook_say_why(change, message, released, tmp_path):
    demo = dataclasses.replace(CLASS["untouched"], **change)
    with pytest.raises(DemoError, match=message):
        hand_in(demo, released, tmp_path, "hearts")


def test_outside_a_clone_the_demo_class_says_where_it_is(monkeypatch, tmp_path):
    monkeypatch.setattr(instructor, "__file__", str(tmp_path / "site-packages" / "package" / "instructor.py"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="clone"):
        demo_folder()


def test_an_assignment_without_a_demo_class_is_named():
    with pytest.raises(FileNotFoundError, match="chess"):
        read_class("chess")


@pytest.mark.parametrize("assignment", ["hearts", "footsteps", "blackjack", "skullwhist"])
def test_two_or_more_enter_the_contest_in_the_cell_that_is_there_for_it(assignment, tmp_path):
    source = CLONE / "course/source" / assignment / f"{assignment}.ipynb"
    whole = [demo for demo in read_class(assignment) if not demo.defects]
    assert sum(demo.enters for demo in whole) >= 2
    for demo in whole:
        assert entered(hand_in(demo, source, tmp_path, assignment)) is demo.enters
