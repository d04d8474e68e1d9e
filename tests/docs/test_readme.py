"""Every command in the README and on the page for students at home is run, or is the one that runs these tests."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

CLONE = Path(__file__).parents[2]
README = (CLONE / "README.md").read_text(encoding="utf-8")
AT_HOME = (CLONE / "docs" / "at-home.md").read_text(encoding="utf-8")

ELSEWHERE = {
    "make demo": "tests/docs/test_contributing.py and the continuous integration's demo",
    "make test": "the continuous integration; it is what runs this test",
    "pip install 'playfunc[lab]'": "make test-install, from the built wheel",
    "playfunc new-course mycourse": "tests/classroom/test_new_course.py",
    "cd mycourse": "the instructor's commands run in a course",
    "playfunc release . hearts": "tests/week/test_week.py",
    "playfunc grade . hearts --jobs 2": "tests/classroom/nbgrader_bridge/test_nbgrader.py",
    "playfunc collect . hearts downloads/*": "tests/week/test_week.py",
    "playfunc feedback . hearts": "tests/week/test_week.py",
    "playfunc export . hearts": "tests/week/test_week.py",
    "pip install 'playfunc[grader,web]'": "the Makefile, from the clone",
    "pip install 'playfunc[web]'": "the continuous integration's environment, with the grader",
    "playfunc serve ladder": "tests/web/test_site.py",
    "playfunc submit hearts.ipynb --to http://127.0.0.1:8000": "tests/cli/test_submit.py",
    "playfunc serve skullwhist --open-registration": "tests/web/skullwhist/test_app.py",
    "playfunc bot player.py --server http://127.0.0.1:8001 --name ann": "tests/cli/test_bot.py",
    "make arena": "tests/web/test_backups.py",
    "playfunc lab": "test_lab_opens",
    "playfunc review game.jsonl --html review.html": "tests/cli/test_review.py",
    "playfunc check hearts.ipynb --wins": "tests/course/test_hearts_notebook.py",
}
"""Commands that another test or CI runs, and where."""


def commands():
    blocks = re.findall(r"```sh\n(.*?)```", README + AT_HOME, re.DOTALL)
    lines = [line.split("#")[0].strip() for block in blocks for line in block.splitlines()]
    return list(dict.fromkeys(filter(None, lines)))


def python_block():
    return re.search(r"```python\n(.*?)```", README, re.DOTALL).group(1)


def test_every_test_that_is_named_here_exists():
    named = {path for where in ELSEWHERE.values() for path in re.findall(r"tests/[\w/]+\.py", where)}
    assert named
    assert [path for path in sorted(named) if not (CLONE / path).is_file()] == []


def test_what_runs_elsewhere_is_still_in_the_readme():
    assert set(ELSEWHERE) <= set(commands())


@pytest.mark.hardest("playfunc check")
@pytest.mark.parametrize("command", [c for c in commands() if c not in ELSEWHERE])
def test_command_runs(command, tmp_path):
    (tmp_path / "player.py").write_text(python_block(), encoding="utf-8")
    program, *arguments = shlex.split(command)
    assert program == "playfunc"
    done = subprocess.run(
        [sys.executable, "-m", "playfunc_cli.main", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_readme_is_short():
    assert len(README.splitlines()) <= 150


def test_lab_opens():
    """The command hands over to JupyterLab, which answers for itself when asked only for its version."""
    from jupyterlab.labapp import LabApp

    assert LabApp.version


def test_the_calls_of_a_notebook_that_it_shows_work():
    """With the player that the page begins with; a cell of a notebook shows what each returns."""
    shown = re.findall(r"```python\n(.*?)```", README + AT_HOME, re.DOTALL)
    names: dict[str, object] = {}
    exec(shown[0], names)
    calls = [line for line in shown[1].splitlines() if "(" in line]
    exec(shown[1].splitlines()[0], names)
    exec(shown[0], names)  # the notebook's own player, not one that an import brought
    table, game, costs, again = (repr(eval(call.partition("#")[0], names)) for call in calls)
    assert "GameTable" in table
    assert "Points" in game
    assert "gave away" in costs
    assert "your loss" in again.lower()
