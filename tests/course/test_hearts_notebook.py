"""The Hearts workbook: valid for Jupyter and nbgrader, right in the solved version, playable in the stub."""

import copy
import re
import sys
import types

import nbformat
import pytest
from course_assignments import HEARTS
from hearts_findings import measured
from nbclient import NotebookClient
from nbgrader.validator import Validator
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.extract import player_from_cells
from playfunc_checks.marking import check_player
from playfunc_workbook.finding import State
from playfunc_workbook.hearts import rules_of_play
from workbooks import cell_of, code_cells_of, nbgrader, solved, source_path, student_version

SOLVED = solved("hearts")

STUB = student_version(SOLVED)
VERSIONS = {"solved": SOLVED, "stub": STUB}


def player_source(version):
    return player_from_cells(VERSIONS[version].cells, HEARTS, "hearts.ipynb")


@pytest.fixture(scope="module", params=VERSIONS)
def version(request):
    return request.param


@pytest.fixture(scope="module")
def module(version):
    module = types.ModuleType(f"hearts_{version}")
    source = player_source(version).source + "\n\n" + cell("lead-hearts", VERSIONS[version]).source
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(__import__("sys").modules, module.__name__, module)
        exec(compile(source, f"{version}.py", "exec"), module.__dict__)
        yield module


def cell(grade_id, notebook=SOLVED):
    return cell_of(notebook, grade_id)


def code_cells(notebook=SOLVED):
    return code_cells_of(notebook)


def test_tasks_are_the_assignments():
    for name in HEARTS.task_cells:
        assert nbgrader(cell(name))["task"]
        assert cell(name).cell_type == "markdown"
    text = cell("comments").source + cell("quality").source
    for said in ("Pass", "Credit", "Distinction", "High Distinction", "never change", "`C90`"):
        assert said in text


def test_the_report_stands_before_what_people_mark():
    ids = [nbgrader(c).get("grade_id", "") for c in SOLVED.cells]
    (report,) = [n for n, c in enumerate(SOLVED.cells) if "report" in c.metadata.get("tags", ())]
    assert SOLVED.cells[report].cell_type == "markdown"
    assert not nbgrader(SOLVED.cells[report])
    assert report < ids.index("comments") < ids.index("quality")
    headings = [line for line in SOLVED.cells[report].source.splitlines() if line.startswith("#")]
    assert headings[-1] == "#### Sources and help: people, pages, assistants"


def by_id(name):
    return next(c for c in SOLVED.cells if c.id == name).source


def searching(mine, others):
    """A plain search in which seat 0 takes `mine` of the values, and anybody else `others`."""

    def look_ahead(world, tricks):
        if world.over:
            return world.taken[0]
        values = [look_ahead(world.play(card), tricks) for card in world.options()]
        return (mine if world.turn == 0 else others)(values)

    return look_ahead


def too_shallow(world, tricks):
    """A search that counts every card as a trick, and guesses that the rest is shared evenly."""
    if tricks == 0 or world.over:
        return world.taken[0] + (26 - sum(world.taken)) / len(world.hands)
    values = [too_shallow(world.play(card), tricks - 1) for card in world.options()]
    return (min if world.turn == 0 else max)(values)


@pytest.mark.parametrize("version", ["solved"], indirect=True)
def test_the_example_of_step_5_tells_the_usual_mistakes_apart(module, version):
    """The text promises 6, 19, 19 to the right search, and names what the four wrong ones find."""
    setup, _, _ = by_id("step-5-example").rpartition("\n")

    class Playing(module.World):
        __slots__ = ()

        @property
        def over(self):
            return not any(self.hands)

        def play(self, card):
            return Playing(*super().play(card))

    def costs(look_ahead, world_type=Playing):
        names = {"World": world_type, "Card": module.Card, "look_ahead": look_ahead}
        exec(setup, names)
        return list(names["costs"].values())

    assert costs(module.look_ahead, module.World) == [6, 19, 19]
    assert costs(searching(min, max)) == [6, 19, 19]
    assert costs(searching(min, min)) == [6, 6, 6]
    assert costs(searching(max, max)) == [19, 19, 19]
    assert costs(searching(max, min)) == [19, 6, 6]
    assert costs(too_shallow) == [12.5, 12.5, 19]


@pytest.mark.long
@pytest.mark.parametrize("version", ["solved"], indirect=True)
def test_the_moon_in_the_estimate_is_what_beats_minmax_in_step_5(module, version, monkeypatch):
    """The hint's two lines as they stand there, in the player of step 5, against the estimate handed out."""
    hinted = [line[4:] for line in by_id("step-5-estimate").splitlines() if line.startswith("    ")]

    def handed_out(world):
        if max(world.taken) == 26:
            return 0 if world.taken[0] == 26 else 26
        return world.taken[0] + world.left / 2

    def with_the_moon(world):
        names = {"world": world, "cost": handed_out(world), "won": sum(world.taken)}
        if names["won"] in world.taken and 0 < names["won"] < 26:
            exec(moon, names)
        return names["cost"]

    moon = compile("\n".join(hinted), "hint", "exec")
    exec(by_id("step-5-player"), module.__dict__)
    rates = []
    for estimate in (handed_out, with_the_moon):
        monkeypatch.setattr(module, "estimate", estimate)
        rates.append(measured(module.looking_ahead, "minmax", 50).win_rate.rate)
    assert rates[0] < 0.5
    assert rates[1] > HEARTS.threshold


@pytest.mark.long
def test_the_players_of_steps_3_and_4_win_as_often_as_the_text_says(monkeypatch):
    """About three games in four by the advice of step 3, and over nine of ten once a moon is stopped."""
    module = types.ModuleType("hearts_steps")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for name in ("imports", "legal", "sensible", "first-play", "memory"):
        exec(cell(name).source, module.__dict__)
    exec(next(c.source for c in SOLVED.cells if "def remembering(" in c.source), module.__dict__)
    rates = [measured(player, "basic", 200).win_rate.rate for player in (module.play, module.remembering)]
    assert 0.7 < rates[0] < 0.88
    assert rates[1] > 0.9


@pytest.mark.parametrize("version", ["stub"], indirect=True)
def test_the_stub_plays_legally_as_soon_as_legal_is_written(module, version):
    """A student who stops after step 2 has a player that plays."""
    solved = types.ModuleType("solved_legal")
    source = cell("imports").source + "\n" + cell("legal").source
    exec(source, solved.__dict__)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "legal", solved.legal)
        assert rules_of_play.rules_finding(module.play).state is State.RIGHT


def text_of(outputs):
    return "\n".join(o.get("text", "") or o.get("data", {}).get("text/plain", "") for o in outputs)


FEW_QUESTIONS = """
from playfunc_checks.checks import context
context.ASKED_PUBLIC, context.ASKED_HIDDEN = 4, 8
"""


def shortened(source):
    """The same calls, on one deal each."""
    source = re.sub(r"\b(deals|games|hands)=\d+", r"\1=1", source)
    without = r'^(check_rules\(play|(?:checkpoint|performance)\(\w+, "\w+"|self_check\()\)$'
    return re.sub(without, lambda call: f"{call[1]}{', ' if call[1][-1] != '(' else ''}deals=1)", source)


def run(notebook, folder):
    """What the notebook shows, by cell id, run top to bottom where the file lies. With as many deals and questions as
    in the text, nbval runs it (`make test-broad`)."""
    nbformat.write(notebook, folder / "hearts.ipynb")
    settings = source_path("hearts").with_name("assignment.toml").read_text(encoding="utf-8")
    (folder / "assignment.toml").write_text(f'name = "hearts"\nrules_deals = 1\n{settings}', encoding="utf-8")
    ran = copy.deepcopy(notebook)
    for found in code_cells(ran):
        found.source = shortened(found.source)
    ran.cells.insert(0, nbformat.v4.new_code_cell(FEW_QUESTIONS))
    resources = {"metadata": {"path": str(folder)}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLAYFUNC_RATE_SECONDS", "1")
        NotebookClient(
            ran, timeout=120, kernel_name="python3", resources=resources, allow_errors=True
        ).execute()
    return {c.id: c.outputs for c in code_cells(ran)}


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """Those of the students' version."""
    return run(STUB, tmp_path_factory.mktemp("stub"))


jupyter = pytest.mark.filterwarnings("ignore")  # Jupyter's own


def quiet(outputs):
    """No error, and nothing on stderr."""
    for name, shown in outputs.items():
        assert not [o for o in shown if o.output_type == "error" or o.get("name") == "stderr"], (name, shown)
    return True


def said_by_checks(outputs):
    checks = re.compile("check$|-rules$|-checkpoint$|-rate$|-moon$")
    return {n: text_of(shown) for n, shown in outputs.items() if checks.search(n) and n != "graded-rules"}


@pytest.mark.broad  # `make test-notebooks` runs it too, with all deals and questions
@jupyter
def test_the_solved_version_runs_from_top_to_bottom(tmp_path):
    ran = run(SOLVED, tmp_path)
    assert quiet(ran)
    assert all(text and "not written yet" not in text for text in said_by_checks(ran).values())
    for check in ("loads", "rules", "purity", "memory"):
        assert f"{check}: passed" in text_of(ran["step-8-self-check-run"])


@jupyter
def test_the_students_version_runs_from_top_to_bottom(outputs):
    """Every check says politely what is not written yet."""
    assert quiet(outputs)
    checks = said_by_checks(outputs)
    assert len(checks) > 10
    for name, shown in checks.items():
        assert "not written yet" in shown, name


@jupyter
def test_graded_cells_end_in_one_number(outputs):
    for name in ("rules", *HEARTS.points):
        results = [o for o in outputs[f"graded-{name}"] if o.output_type == "execute_result"]
        assert [o["data"]["text/plain"] for o in results] == ["0.0"]


@jupyter
def test_the_source_shown_is_the_source_that_is_marked(outputs):
    shown = text_of(outputs["step-8-source"])
    assert player_source("stub").source.rstrip() in shown
    assert "Save the notebook first" not in shown


@jupyter
def test_the_final_check_says_how_it_stands(outputs):
    shown = text_of(outputs["step-8-self-check-run"])
    assert "loads: passed" in shown
    assert "rules: failed" in shown
    assert "Reneg" in shown


@pytest.mark.broad
@jupyter
@pytest.mark.parametrize("version", ["stub", pytest.param("solved", marks=pytest.mark.long)], indirect=True)
def test_the_validate_button_tells_the_gate_and_the_opponents(version, tmp_path):
    """nbgrader's own validation, within its 30 seconds a cell."""
    nbformat.write(VERSIONS[version], tmp_path / "hearts.ipynb")
    results = Validator().validate(str(tmp_path / "hearts.ipynb"))
    failed = {cell["source"]: cell["raw_error"] for cell in results["failed"]}
    assert not [error for error in failed.values() if "Timeout" in error]
    graded = [cell(name).source for name in ("rules", *HEARTS.points)]
    if version == "stub":
        assert sorted(failed) == sorted(graded)
        assert "check_rules(play)" in failed["gate(play)"]
    else:
        assert set(failed) <= {'performance(play, "advanced")'}


@pytest.mark.broad  # the solved version's own self-check asks fewer questions
def test_the_graders_pass_the_solution():
    results = check_player(
        player_source("solved").source,
        HEARTS,
        WorkerAsker(),
        deals=2,
        only=("loads", "rules", "purity", "memory"),
    )
    assert [(r.check, r.reason) for r in results if not r.ok] == []
