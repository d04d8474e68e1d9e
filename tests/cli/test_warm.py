"""`playfunc warm` where there is nothing to compile; the README's test runs it where there is."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def _warm(**variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "playfunc_cli.main", "warm"]
    return subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )


def test_without_numba_it_says_what_that_means() -> None:
    run = _warm(NUMBA_DISABLE_JIT="1")
    assert run.returncode == 0
    assert "plain Python, with the same results, but slowly" in run.stdout


@pytest.mark.long
def test_the_opponents_are_compiled_too() -> None:
    command = [sys.executable, "-m", "playfunc_cli.main", "warm", "--opponents"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout[:32]) == (0, "The fast rules are compiled, in "), run.stderr
