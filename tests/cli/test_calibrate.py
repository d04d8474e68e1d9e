"""The command `playfunc calibrate`, and that the texts say what the store says."""

import sys
import types
from pathlib import Path

import pytest
from playfunc_checks.win_rule_simulation import (
    BLOCK,
    DOCUMENTS,
    FIGURES,
    TABLES,
    with_tables,
    write_documents,
)
from playfunc_cli.main import command_line
from playfunc_opponents import LADDERS, Baseline, Ladder
from playfunc_opponents.measured.calibration import Pairing, play_deals, read_contests
from typer.testing import CliRunner

pytestmark = pytest.mark.broad

CLONE = Path(__file__).parents[2]


def calibrate(store, *arguments):
    return CliRunner().invoke(command_line(), ["calibrate", "--store", str(store), *arguments])


def test_calibrate_measures_stores_and_goes_on(tmp_path):
    store = tmp_path / "store.json"
    asked = ("--only", "minmax", "--against", "basic", "--seats", "2")
    first = calibrate(store, *asked, "--deals", "2")
    assert first.exit_code == 0
    assert "minmax" in first.output
    (pairing,) = before = read_contests(store)
    assert pairing == Pairing("hearts", 2, "minmax", "basic", 1)
    calibrate(store, *asked, "--deals", "7")
    (after,) = read_contests(store).values()
    assert after.margins[:2] == before[pairing].margins
    assert after.margins == tuple(play_deals(pairing, range(7)))


def test_calibrate_says_what_it_knows(tmp_path):
    told = calibrate(tmp_path / "store.json", "--only", "nobody")
    assert told.exit_code == 2
    assert "known are basic, naive, heuristic" in told.output
    assert not (tmp_path / "store.json").exists()


def documents():
    return [path for pattern in DOCUMENTS for path in sorted(CLONE.glob(pattern))]


def test_texts_show_what_was_measured(tmp_path):
    """Written again, the documents do not change: each of their tables is the store's."""
    for path in (*documents(), *(CLONE / name for name in FIGURES)):
        copy = tmp_path / path.relative_to(CLONE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    assert write_documents(tmp_path, read_contests()) == []


def test_every_ladder_and_every_kind_of_table_is_shown_somewhere():
    found = [block for path in documents() for block in BLOCK.finditer(path.read_text(encoding="utf-8"))]
    assert {block["game"] for block in found} >= set(ladders_of_ours())
    assert {block["kind"] for block in found} == set(TABLES)


def ladders_of_ours():
    return [game for game in LADDERS if LADDERS.reference(game).startswith("playfunc_opponents.")]


def test_a_table_that_nobody_knows_is_refused():
    text = "<!-- measured: of everything, hearts -->\n| |\n<!-- end of what was measured -->"
    with pytest.raises(ValueError, match="there is no table 'of everything'; known kinds are neighbours, "):
        with_tables(text, {})


def test_the_ladder_of_somebody_else_is_measured_into_a_file_of_its_own(tmp_path, monkeypatch):
    ladder = Ladder(
        game="footsteps",
        baselines=(
            Baseline("weak", "playfunc_opponents.footsteps.basic"),
            Baseline("strong", "playfunc_opponents.footsteps.minmax"),
        ),
    )
    module = types.ModuleType("other_opponents")
    module.LADDER = ladder
    monkeypatch.setitem(sys.modules, "other_opponents", module)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(LADDERS, "_found", None)
    monkeypatch.setattr(LADDERS, "_loaded", {})
    LADDERS.tell({"footsteps": "other_opponents:LADDER"})
    told = CliRunner().invoke(command_line(), ["calibrate", "--game", "footsteps", "--deals", "2"])
    assert told.exit_code == 0, told.output
    (contest,) = read_contests(tmp_path / "calibration.json").values()
    assert (contest.pairing.first, contest.pairing.second) == ("strong", "weak")
    assert len(contest.margins) == 2
