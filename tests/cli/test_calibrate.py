"""The command `playfunc calibrate`, and that the texts say what the store says."""

from pathlib import Path

import pytest
from playfunc_checks.strength import DOCUMENTS, FIGURES, with_tables, write_documents
from playfunc_cli.main import app
from playfunc_opponents.measured.calibration import Pairing, play_deals, read_contests
from typer.testing import CliRunner

CLONE = Path(__file__).parents[2]


def calibrate(store, *arguments):
    return CliRunner().invoke(app, ["calibrate", "--store", str(store), *arguments])


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
    assert "known are basic, minmax, advanced" in told.output
    assert not (tmp_path / "store.json").exists()


def test_texts_show_what_was_measured(tmp_path):
    """Written again, the documents do not change: each of their tables is the store's."""
    for name in (*DOCUMENTS, *FIGURES):
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((CLONE / name).read_bytes())
    assert write_documents(tmp_path, read_contests()) == []


def test_a_text_without_a_place_for_its_table_is_refused():
    with pytest.raises(ValueError, match="there is no block"):
        with_tables("# A title", {"two players": "| |"})
