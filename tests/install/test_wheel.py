"""The built wheel, installed by pip alone into an empty environment, as a student gets it."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.install
CLONE = Path(__file__).parents[2]

PLAYER = """
from playfunc import Card, legal_cards


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], None
"""


def run(*command, cwd):
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, CLONE, cwd=folder
    )
    return next(folder.glob("playfunc-*.whl"))


@pytest.fixture(scope="module")
def home(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("student")
    venv.create(folder / "env", with_pip=True)
    python = folder / "env" / "bin" / "python"
    constraints = CLONE / "constraints.txt"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", constraints, wheel, cwd=folder)
    (folder / "player.py").write_text(PLAYER)
    return folder


def test_the_wheel_holds_the_three_packages_and_no_solution(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {t for t in tops if not t.endswith(".dist-info")} == {
        "playfunc",
        "playfunc_opponents",
        "playfunc_autograder",
    }
    assert {name for name in names if name.endswith("py.typed")} == {
        f"{package}/py.typed" for package in ("playfunc", "playfunc_opponents", "playfunc_autograder")
    }
    assert not [name for name in names if "demo/" in name or name.endswith(".ipynb")]


def test_a_student_plays_and_checks_without_nbgrader_and_numpy(home):
    command = home / "env" / "bin" / "playfunc"
    assert "Points:" in run(command, "play", "player.py", "minmax", cwd=home)
    assert "may enter" in run(command, "check", "player.py", "--deals", "2", cwd=home)
    listed = run(home / "env/bin/python", "-m", "pip", "list", cwd=home)
    assert "nbgrader" not in listed
    assert "numpy" not in listed


def test_what_needs_more_says_what_to_install(home):
    command = home / "env" / "bin" / "playfunc"
    for arguments, words in (
        (("grade", ".", "hearts"), "playfunc[grader]"),
        (("demo",), "clone"),
    ):
        done = subprocess.run([command, *arguments], cwd=home, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr
