"""Kuhn poker, as somebody else ships it, is measured and tested like our own games."""

from __future__ import annotations

import json
from pathlib import Path

from environments import Environment

PLUGINS = Path(__file__).parent
REPOSITORY = PLUGINS.parents[1]


def test_its_opponents_are_measured(kuhn_environment: Environment, tmp_path: Path):
    store = tmp_path / "calibration.json"
    said = kuhn_environment.run(
        "playfunc", "calibrate", "--game", "kuhn", "--deals", 200, "--store", store, "--no-write"
    )
    assert "chips a hand" in said
    (_, advanced, _) = json.loads(store.read_text(encoding="utf-8"))["contests"]["kuhn"]
    assert (advanced["first"], advanced["second"]) == ("advanced", "basic")


def test_it_passes_conformance(kuhn_environment: Environment):
    said = kuhn_environment.run(
        "pytest",
        *("-p", "no:cacheprovider", "-n", "0", "-k", "kuhn"),
        *(REPOSITORY / "tests" / "conformance", "--games", PLUGINS / "kuhn-game" / "conformance"),
        cwd=REPOSITORY,
    )
    assert "passed" in said
    assert "skipped" not in said
