"""`playfunc warm` where there is nothing to compile, and where nothing can be kept; else the README's test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def _warm(**variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "playfunc_autograder.cli", "warm"]
    return subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )


def test_without_numba_it_says_what_that_means() -> None:
    run = _warm(NUMBA_DISABLE_JIT="1")
    assert run.returncode == 0
    assert "plain Python: the same results, slowly" in run.stdout


def test_the_command_says_where_the_machine_code_is() -> None:
    run = _warm()
    assert run.returncode == 0
    assert run.stdout.startswith("The fast rules are compiled, in ")
    assert Path(run.stdout.strip().rpartition(" in ")[2].removesuffix(".")).is_dir()
