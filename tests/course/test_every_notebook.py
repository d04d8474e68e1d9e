"""Every notebook of the course: valid for Jupyter and nbgrader, as its assignment says, and without its solution."""

import ast
import json
import re
from importlib import import_module

import nbformat
import pytest
from course_assignments import BLACKJACK, FOOTSTEPS, HEARTS, SKULLWHIST
from mistakes import notebook_of, written_cells
from nbgrader.nbgraderformat import MetadataValidator
from playfunc_checks.extract import player_from_cells
from playfunc_checks.source_facts import source_facts
from playfunc_checks.structure import undefined
from playfunc_classroom.nbgrader_bridge.preprocessors import NOT_EXECUTED
from playfunc_workbook.workbook import Workbook
from workbooks import cell_of, code_cells_of, nbgrader, solved, source_path, student_version

ASSIGNMENTS = {"hearts": HEARTS, "footsteps": FOOTSTEPS, "blackjack": BLACKJACK, "skullwhist": SKULLWHIST}
SOLVED = {game: solved(game) for game in ASSIGNMENTS}
STUBS = {game: student_version(notebook) for game, notebook in SOLVED.items()}
VERSIONS = {"solved": SOLVED, "stub": STUBS}

CALLED_BY_NO_CELL = {*Workbook("any").cells(), "play_a_game", "try_hand"}
"""What every notebook has, such as `keep`, which stands in the cells that `retry` writes, and two for the reader."""

SECRETS = {
    "hearts": ("def search", "def learn", "def deal_fitting", "def best_card", "A Hearts player that"),
    "footsteps": ("dearer", "other_regret = np.maximum(", "chances.append", 'TABLE = """'),
    "blackjack": (
        "2 * wins[points] - 1 if",
        "SHARE",
        "memory.seen, *visible).count(",
        "counts the shoe and bets",
    ),
    "skullwhist": ("def card_worth", "def beats", "def best_card", "CANDIDATES", "A SkullWhist player that"),
}
CHECKS = ("check", "show_", "self_", "worst", "quality", "rate")
SLOW = [
    "checkpoint", "self_check", "play_a_hand", "worst_moves", "cost_plot", "table_of_four", "performance",
    "rate",
]  # fmt: skip

pytestmark = pytest.mark.parametrize("game", ASSIGNMENTS)


def offered(game):
    return set(import_module(f"playfunc_workbook.{game}").__all__)


def player_of(version, game):
    return player_from_cells(VERSIONS[version][game].cells, ASSIGNMENTS[game], f"{game}.ipynb")


def test_the_file_is_a_clean_notebook(game):
    nbformat.validate(SOLVED[game])
    MetadataValidator().validate_nb(SOLVED[game])
    raw = json.loads(source_path(game).read_text(encoding="utf-8"))
    assert raw["nbformat"] == 4
    assert raw["nbformat_minor"] >= 5
    assert raw["metadata"]["kernelspec"]["name"] == "python3"
    assert all(c.outputs == [] and c.execution_count is None for c in code_cells_of(SOLVED[game]))
    ids = [c.id for c in SOLVED[game].cells]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in ids), "ids that somebody chose, not random ones"


def test_every_nbgrader_cell_is_of_schema_3_and_of_a_kind_that_grading_knows(game):
    for meta in filter(None, map(nbgrader, SOLVED[game].cells)):
        assert meta["schema_version"] == 3
        kinds = {
            "answer": meta["solution"] and not meta["grade"] and not meta["locked"],
            "graded": meta["grade"] and not meta["solution"] and meta["locked"],
            "task": meta["task"] and not meta["grade"] and meta["locked"],
            "text": meta["locked"] and not (meta["grade"] or meta["solution"] or meta["task"]),
        }
        assert sum(map(bool, kinds.values())) == 1, meta


def test_the_player_is_made_of_the_assignments_cells_in_their_order(game):
    tagged = [c for c in SOLVED[game].cells if "player" in c.metadata.get("tags", ())]
    assert [nbgrader(c)["grade_id"] for c in tagged] == list(ASSIGNMENTS[game].player_cells)
    assert all(nbgrader(c)["solution"] and not nbgrader(c)["locked"] for c in tagged)
    assert "def play(" in tagged[-1].source


def test_graded_cells_are_the_assignments_one_visible_call_each_and_not_run_while_marking(game):
    points = {n["grade_id"]: n["points"] for n in map(nbgrader, SOLVED[game].cells) if "points" in n}
    by_hand = {"rules": 0, "comments": 30, "quality": 40} if game == "hearts" else {}
    assert points == ASSIGNMENTS[game].points | by_hand
    for name in points.keys() - {"comments", "quality"}:
        graded = cell_of(SOLVED[game], name)
        assert [nbgrader(graded)[flag] for flag in ("grade", "locked", "solution")] == [True, True, False]
        assert NOT_EXECUTED in graded.metadata["tags"]
        (statement,) = ast.parse(graded.source).body
        assert isinstance(statement.value, ast.Call)
        assert statement.value.func.id in offered(game)
        assert "assert" not in graded.source


def test_what_plays_against_opponents_is_not_run_while_marking(game):
    for found in code_cells_of(SOLVED[game]):
        if found.source.partition("(")[0] in SLOW:
            assert NOT_EXECUTED in found.metadata["tags"], found.source


def test_the_cells_call_only_what_the_module_offers_and_all_of_it(game):
    called = {
        node.func.id
        for found in code_cells_of(SOLVED[game])
        if not nbgrader(found).get("solution")
        for node in ast.walk(ast.parse(found.source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert {name for name in called if name.startswith(CHECKS)} <= offered(game)
    assert offered(game) - CALLED_BY_NO_CELL <= called, "offered, and called by no cell"


def test_the_students_version_holds_no_solution(game):
    whole, text = ("\n".join(c.source for c in each[game].cells) for each in (SOLVED, STUBS))
    assert "SOLUTION" not in text
    for secret in SECRETS[game]:
        assert secret in whole
        assert secret not in text
    kept = [c for c in STUBS[game].cells if nbgrader(c).get("solution")]
    assert all("# write your code here" in c.source for c in kept)
    assert all(line == line.rstrip() for c in kept for line in c.source.splitlines())


@pytest.mark.parametrize("version", VERSIONS)
def test_the_player_is_clean_and_needs_nothing_of_the_notebook(game, version):
    player = player_of(version, game)
    names = {node.id for node in ast.walk(ast.parse(player.source)) if isinstance(node, ast.Name)}
    assert not names & {*offered(game), "input", "print", "open", "get_ipython"}
    assert undefined(player.source) == []
    assert player.notes == ()
    facts = source_facts(player.source)
    if (game, version) != ("footsteps", "stub"):  # which names what is to be used
        assert facts.findings in ((), None)
    assert facts.python_warnings == ()
    assert facts.documented == facts.documentable


BEGINS = {"solved": "✓", "stub": "○"}
OPEN = {"hearts": "check_arguments(", "footsteps": "check_rules("}
"""Checks that do not tell the versions apart: the answers stand in the call, or the stub keeps to the rules."""


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("version", VERSIONS)
def test_every_exercise_is_right_when_solved_and_politely_open_before(game, version, monkeypatch):
    monkeypatch.setattr(Workbook, "rules_deals", 1)
    checks = {c.source for c in code_cells_of(SOLVED[game]) if c.source.startswith("check_")}
    asked = sorted(check for check in checks if not check.startswith(OPEN.get(game, " ")))
    assert len(asked) > 7
    with notebook_of(written_cells(game, VERSIONS[version][game])) as module:
        told = [(check, repr(eval(check, vars(module)))) for check in asked]
    assert [(check, text) for check, text in told if not text.startswith(BEGINS[version])] == []
