"""The built wheel, installed by pip alone into an empty environment, as a student gets it."""

import json
import re
import shlex
import shutil
import subprocess
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.install
CLONE = Path(__file__).parents[2]
README = (CLONE / "README.md").read_text(encoding="utf-8")
AT_HOME = (CLONE / "docs" / "at-home.md").read_text(encoding="utf-8")


def run(*command, cwd):
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def home(wheel, player, tmp_path_factory):
    folder = tmp_path_factory.mktemp("student")
    venv.create(folder / "env", with_pip=True)
    python = folder / "env" / "bin" / "python"
    constraints = CLONE / "constraints.txt"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", constraints, wheel, cwd=folder)
    (folder / "player.py").write_text(player)
    return folder


def test_a_student_plays_and_checks_without_nbgrader_and_numpy(home):
    command = home / "env" / "bin" / "playfunc"
    assert "Points:" in run(command, "play", "player.py", "minmax", cwd=home)
    assert "may enter" in run(command, "check", "player.py", "--deals", "2", cwd=home)
    listed = run(home / "env/bin/python", "-m", "pip", "list", cwd=home)
    assert "nbgrader" not in listed
    assert "numpy" not in listed


@pytest.fixture(scope="module")
def lab(wheel, tmp_path_factory):
    """An environment as the README tells students to make it, and the files that its commands name."""
    folder = tmp_path_factory.mktemp("lab")
    venv.create(folder / "env", with_pip=True)
    pip = (folder / "env/bin/python", "-m", "pip", "install", "--quiet")
    run(*pip, "--constraint", CLONE / "constraints.txt", f"{wheel}[lab]", cwd=folder)
    (folder / "player.py").write_text(re.search(r"```python\n(.*?)```", README, re.DOTALL)[1])
    shutil.copy(CLONE / "course/source/hearts/hearts.ipynb", folder)
    return folder


def for_students():
    """The commands that students give at home, each once, in their order; those for a site's address need one that
    runs."""
    section = README.split("## For students")[1].split("## For instructors")[0]
    blocks = re.findall(r"```sh\n(.*?)```", section + AT_HOME.split("## Meet other players")[0], re.DOTALL)
    commands = [line.split("#")[0].strip() for block in blocks for line in block.splitlines()]
    once = dict.fromkeys(commands)
    return [command for command in once if command.startswith("playfunc ") and command != "playfunc lab"]


@pytest.mark.parametrize("command", for_students())
def test_a_command_for_students_runs_in_their_installation(lab, command):
    program, *arguments = shlex.split(command)
    done = subprocess.run(
        [lab / "env/bin" / program, *arguments], cwd=lab, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "Traceback" not in done.stdout + done.stderr


def test_a_contest_ends_with_standings_and_ratings_without_numpy(home):
    command = home / "env" / "bin" / "playfunc"
    told = run(
        command, "contest", "hearts", "basic", "minmax", "player.py", "--deals", "2", "--json", cwd=home
    )
    assert all(row["rating"]["rating"] for row in json.loads(told)["rows"])


def test_a_student_sees_the_commands_that_work_there(home):
    told = run(home / "env" / "bin" / "playfunc", "--help", cwd=home)
    shown = set(re.findall(r"^│ ([a-z][a-z-]*) ", told, re.MULTILINE))
    assert shown == {"play", "review", "run", "lab", "check", "submit", "bot", "contest", "doctor", "compile"}
    assert re.findall(r"^╭─ (.+?) ─", told, re.MULTILINE) == [
        "Options",
        "Play",
        "Hand in",
        "Contests",
        "Develop",
    ]


def test_what_needs_more_says_what_to_install(home):
    command = home / "env" / "bin" / "playfunc"
    for arguments, words in (
        (("grade", ".", "hearts"), "playfunc[grader]"),
        (("demo",), "clone"),
        (("forget", ".", "ann", "--yes"), "playfunc[grader]"),
        (("lab",), "playfunc[lab]"),
    ):
        done = subprocess.run([command, *arguments], cwd=home, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr
