"""A student who has docs/text-only.md, a terminal and an editor: Hearts from the released notebook to the check."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from workbooks import cell_of, solved, student_version

CLONE = Path(__file__).parents[2]
TEXT = (CLONE / "docs" / "text-only.md").read_text(encoding="utf-8")
STUB = "    allowed = list(hand)\n    # write your code here\n    return allowed\n"


def commands() -> list[list[str]]:
    """Of the page, in their order; the first installs."""
    blocks = re.findall(r"^```sh\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    install, *others = [shlex.split(line, comments=True) for block in blocks for line in block.splitlines()]
    assert install == ["pip", "install", "playfunc", "jupytext"]
    return others


def ran(command: list[str], folder: Path, typed: str = "") -> str:
    program, *arguments = command
    module = {"playfunc": "playfunc_cli.main", "jupytext": "jupytext"}[program]
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=folder,
        env={**os.environ, "PLAYFUNC_RATE_SECONDS": "2"},
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    assert "\x1b[" not in done.stdout
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    nbformat.write(student_version(solved("hearts")), tmp_path / "hearts.ipynb")
    return tmp_path


@pytest.mark.week
def test_the_road_is_complete(folder: Path) -> None:
    """In the order of the page; between the first two commands the student writes `legal` and the report."""
    to_text, update, look, by_hand, watch, save, review, check = commands()
    released = nbformat.read(folder / "hearts.ipynb", as_version=4)
    ran(to_text, folder)
    written = (folder / "hearts.py").read_text(encoding="utf-8")
    assert written.count(STUB) == 1
    answer = cell_of(solved("hearts"), "legal").source.partition("### BEGIN SOLUTION\n")[2]
    answer = f"    from playfunc import Suit, points\n\n    allowed = list(hand)\n{answer}"
    answer = answer.partition("    ### END SOLUTION")[0]
    written = written.replace(STUB, f"{answer}    return allowed\n")
    assert written.count("### Your report") == 1
    written = written.replace("### Your report", "### Your report\n#\n# It follows suit.")
    (folder / "hearts.py").write_text(written, encoding="utf-8")
    ran(update, folder)
    changed = nbformat.read(folder / "hearts.ipynb", as_version=4)
    assert [cell.metadata for cell in changed.cells] == [cell.metadata for cell in released.cells]
    (report,) = [cell for cell in changed.cells if "report" in cell.metadata.get("tags", ())]
    assert "It follows suit." in report.source

    told = ran(look, folder)
    assert "✓ Step 2, legal cards" in told
    assert "○ Step 3, a rule of thumb: not written yet" in told
    assert "Your move: " in ran(by_hand, folder, "?\nquit\n")
    assert "26. " in ran(watch, folder)
    ran(save, folder)
    assert "points" in ran(review, folder)
    ran(check, folder)
