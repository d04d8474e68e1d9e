"""What cannot be computed is null, with a reason."""

from __future__ import annotations

import json
import subprocess
import sys


def test_what_cannot_be_computed_is_null_with_a_reason():
    command = [
        sys.executable,
        "-m",
        "playfunc_cli.main",
        "contest",
        "footsteps",
        "basic",
        "minmax",
        "--json",
        "--seed",
        "1",
    ]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def refuse(constant):
        raise AssertionError(constant)

    for row in json.loads(text, parse_constant=refuse)["rows"]:
        for number in (row["value"], row["rating"]):
            assert number["low"] is number["high"] is None
            assert number["reason"] == "too few deals (at least 10 are needed)"
