"""The benchmark's files and references: what is written down, and that the sides play the same hands."""

import importlib
import importlib.util
import json
import random
import re
import shutil
import sys
from pathlib import Path

import pytest
from playfunc.errors import IllegalMoveError

CLONE = Path(__file__).parents[2]

PROMISED = {
    "playouts_over_openspiel_native", "playouts_over_openspiel_python", "playouts_over_cpp_native",
    "portable_playouts_over_openspiel_native", "solve_deal_median_s", "solve_deal_p90_s", "solve20_median_s",
    "solver_over_cpp_time", "advanced4_ms_per_move", "advanced2_ms_per_move", "mark_submission_s",
    "mark_submission_deals", "cold_start_s", "warm_start_s",
}  # fmt: skip
"""The flat numbers that others read."""


@pytest.fixture(autouse=True)
def _clone_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(CLONE))


def test_every_promised_figure_is_named_and_every_benchmark_can_be_run() -> None:
    benchmarks = importlib.import_module("benchmarks")
    assert set(benchmarks.FIGURES) >= PROMISED
    for name, module in benchmarks.MODULES.items():
        text = (CLONE / "benchmarks" / f"{module}.py").read_text(encoding="utf-8")
        assert text.count(f"\ndef run_{name}() ->") == 1


def test_what_benchmarks_and_the_programs_in_them_import_is_there() -> None:
    for path in sorted((CLONE / "benchmarks").glob("*.py")):
        lines = re.findall(r"^(?:from (playfunc\S*) import (\w.*))$", path.read_text("utf-8"), re.MULTILINE)
        for module, names in lines:
            found = importlib.import_module(module)
            for name in re.findall(r"(\w+)(?: as \w+)?", names):
                known = hasattr(found, name) or importlib.util.find_spec(f"{module}.{name}")
                assert known, f"{path.name}: from {module} import {name}"


def _main_module() -> object:
    return importlib.import_module("benchmarks.__main__")


def test_figures_of_earlier_runs_are_kept_and_missing_ones_are_null(tmp_path: Path) -> None:
    main = _main_module()
    path = tmp_path / "latest.json"
    main.keep_figures({"cold_start_s": 1.5}, path)  # type: ignore[attr-defined]
    main.keep_figures({"warm_start_s": 0.5, "own": 3.0}, path)  # type: ignore[attr-defined]
    figures = json.loads(path.read_text())
    assert (figures["cold_start_s"], figures["warm_start_s"], figures["own"]) == (1.5, 0.5, 3.0)
    assert figures["solve_deal_median_s"] is None
    assert set(figures) >= PROMISED


def test_a_section_takes_the_place_of_its_former_self_alone(tmp_path: Path) -> None:
    main, page = _main_module(), tmp_path / "page.md"
    section = importlib.import_module("benchmarks.section").Section
    for name, cell in (("start", "one"), ("playouts", "two"), ("start", "three")):
        if name == "playouts":
            page.write_text(page.read_text(encoding="utf-8") + "\n## Written by hand\n", encoding="utf-8")
        main.keep_section(name, section(name, ["column"], [[cell]]), page)  # type: ignore[attr-defined]
    text = page.read_text(encoding="utf-8")
    assert "| one |" not in text
    assert text.index("| two |") < text.index("| three |") < text.index("## Written by hand")
    assert text.count("# Benchmarks") == 1


def test_an_unknown_benchmark_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert _main_module().main(["speed"]) == 2  # type: ignore[attr-defined]
    assert "no benchmark is called 'speed'; there are: playouts," in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.skipif(shutil.which("g++") is None, reason="the C++ side needs a compiler")
def test_cpp_plays_the_same_hands() -> None:
    rivals = importlib.import_module("benchmarks.section")
    program = rivals.build("playouts")
    sides = [rivals.Bench(program), rivals.Bench(sys.executable, "-m", "benchmarks.playouts")]
    answers = {side.ask(11, 20, 50)[0] for side in sides}
    for side in sides:
        side.close()
    assert len(answers) == 1


@pytest.mark.long
def test_the_published_baseline_plays_by_the_rules_and_beats_random_cards() -> None:
    from playfunc import FunctionPlayer, Hearts
    from playfunc.match import play_games
    from playfunc.measure import rotations
    from playfunc_opponents import opponent

    rules = Hearts(4)
    xinxin = importlib.import_module("benchmarks.tiers")
    ours = FunctionPlayer(xinxin.player(50, 20), rules, name="xinxin")
    table = (ours, *[opponent(rules, "basic")] * 3)
    tables = [
        seats for seed in range(5) for seats in rotations(rules, rules.deal(random.Random(seed)), table)
    ]
    records = play_games(rules, tables, "stop")
    won = [record.scores[record.players.index("xinxin")] for record in records]
    assert sum(won) / len(won) < 4  # of 6.5 on average at the table


LINES = """
import sys

for line in sys.stdin:
    _, _, hand, trick, before = line.split()[:5]
    cards = hand.split(",")
    safe = [card for card in cards if card[0] != "H"] or cards
    if trick != ".":
        suit = trick[0]
        tame = [card for card in safe if card != "SQ"] or cards
        allowed = [card for card in cards if card[0] == suit] or (tame if before == "-" else cards)
    else:
        allowed = ["C2"] if before == "-" else safe
    print(allowed[0], flush=True)
"""


def test_the_published_program_is_measured_where_somebody_has_built_it(tmp_path: Path) -> None:
    """Any program that answers lines will do: this one plays its first legal card."""
    tiers = importlib.import_module("benchmarks.tiers")
    (tmp_path / "bot.py").write_text(LINES)
    better, mine, theirs = tiers.against_program(f"python3 {tmp_path / 'bot.py'}", 2)
    assert better.mean > 0
    assert better.count == 2
    assert mine > 0
    assert theirs > 0
    (tmp_path / "bot.py").write_text("for _ in iter(input, ''): print('C2', flush=True)")
    with pytest.raises(IllegalMoveError):
        tiers.against_program(f"python3 {tmp_path / 'bot.py'}", 1)
