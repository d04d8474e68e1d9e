"""The built wheel on a student's own computer: an ordinary user, one core, 1 GB, and without what other systems lack.

A file of its own, because installations wait for downloads more than they compute and so are made beside each other.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.install
CLONE = Path(__file__).parents[2]

ORDINARY = 65534
"""The user `nobody`, where root runs the tests."""

HOME_TEST = """
import os, resource, subprocess, sys

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
sys.exit(subprocess.run(sys.argv[1:], check=False).returncode)
"""
"""Runs a command with one core and 1 GB of address space."""


@pytest.fixture(scope="module")
def laptop(wheel, player):
    """An ordinary user's folder with an environment of their own: pip alone, no compiler on the path.

    It is not below pytest's folder, which every run of pytest closes to others again.
    """
    with tempfile.TemporaryDirectory(prefix="playfunc-student-") as name:
        folder = Path(name)
        for path in (wheel, CLONE / "constraints.txt", CLONE / "course/source/hearts/hearts.ipynb"):
            shutil.copy(path, folder)
        (folder / "player.py").write_text(player)
        (folder / "small.py").write_text(HOME_TEST)
        if os.getuid() == 0:
            for path in (folder, *folder.iterdir()):
                os.chown(path, ORDINARY, ORDINARY)
        as_student(folder, python_for_all(folder), "-m", "venv", "env")
        pip = ("env/bin/python", "-m", "pip", "install", "--quiet", "--no-cache-dir", "--find-links", ".")
        as_student(folder, *pip, "--constraint", "constraints.txt", "playfunc")
        yield folder


def as_student(folder, *command):
    """The output of a command run as an ordinary user, with nothing of the system on the path."""
    who = {"user": ORDINARY, "group": ORDINARY, "extra_groups": ()} if os.getuid() == 0 else {}
    environment = {"PATH": str(folder / "env" / "bin"), "HOME": str(folder), "TMPDIR": str(folder)}
    kept = (
        name for name in os.environ if name.startswith(("PIP_", "SSL_")) or name.lower().endswith("_proxy")
    )
    environment |= {name: os.environ[name] for name in kept}
    done = subprocess.run(
        [str(c) for c in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        **who,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def python_for_all(folder):
    """A Python that the ordinary user can start: the one that runs this, or the system's."""
    for python in (Path(sys.base_prefix) / "bin" / "python3", Path("/usr/bin/python3")):
        try:
            told = as_student(
                folder, python, "-c", "import sys, ensurepip; print(sys.version_info >= (3, 11))"
            )
        except (AssertionError, OSError):
            continue
        if told.strip() == "True":
            return python
    pytest.skip("there is no Python 3.11 or later here that an ordinary user may start")


def small(*command):
    """The command on one core, in 1 GB."""
    return ("env/bin/python", "small.py", *command)


def test_an_ordinary_user_checks_a_player_with_one_core_and_1_gb(laptop):
    assert "may enter" in as_student(laptop, *small("env/bin/playfunc", "check", "player.py"))


def test_the_first_cell_finds_playfunc_and_says_what_to_do_without(laptop):
    cells = json.loads((laptop / "hearts.ipynb").read_text())["cells"]
    first = "".join(next(cell["source"] for cell in cells if cell["cell_type"] == "code"))
    (laptop / "first.py").write_text(first)
    assert "is here" in as_student(laptop, *small("env/bin/python", "first.py"))
    without = "import importlib.metadata as m, sys\nsys.modules['playfunc'] = None\n"
    without += "def version(name): raise m.PackageNotFoundError(name)\nm.version = version\n"
    (laptop / "first.py").write_text(without + first)
    told = as_student(laptop, *small("env/bin/python", "first.py"))
    assert "%pip install" in told
    assert "Restart Kernel" in told


MISSING = ("fcntl", "resource", "pwd", "grp", "termios", "syslog")
"""What Python on Windows has not got. There is no such machine here: these tests take away what it lacks, and
Windows and macOS themselves are untested."""


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_without_what_other_systems_lack(laptop, platform):
    gone = MISSING if platform == "win32" else ()
    (laptop / "elsewhere.py").write_text(
        "import sys, sysconfig, zoneinfo\n"
        "sysconfig.get_config_vars()\n"  # it is read from a file named for the real platform
        f"for name in {gone!r}: sys.modules[name] = None\n"
        "import playfunc, playfunc_cli.main, playfunc_autograder.asker, playfunc_workbook.hearts\n"
        "import rich.console\n"  # it looks for the real platform's terminal
        f"sys.platform = {platform!r}\n"
        "playfunc_cli.main.main(['check', 'player.py'])\n"
    )
    assert "may enter" in as_student(laptop, *small("env/bin/python", "elsewhere.py"))
