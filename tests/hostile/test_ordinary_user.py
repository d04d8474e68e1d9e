"""All attacks on the confinement again as an ordinary user: what holds must not rest on the rights of root.

Root starts the other suites of this folder as `nobody`, with an empty home of its own.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import test_notebooks
import test_players
from made_once import VARIABLE

HERE = Path(__file__).parent

ROOT = sys.platform == "linux" and os.getuid() == 0

# An interpreter in a closed home folder is shown at its place in a world where only it is left of that home.
AS_NOBODY = """
set -e
if [ -n "$CLOSED" ]; then
    mount --bind "$PYTHON_HOME" "$BESIDE"
    mount -t tmpfs -o mode=755 none "$CLOSED"
    mkdir -p "$PYTHON_HOME"
    mount --bind "$BESIDE" "$PYTHON_HOME"
fi
exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
"""


SUITES = {
    "test_players.py": test_players.OF_NO_TIER,
    "test_programs.py": (),
    "test_compiling.py": (),
    "test_notebooks.py": test_notebooks.OF_NO_TIER,
    "test_contests.py": ("all_hostile_players",),
}
"""With words in the names of what would be the same for every user."""


@pytest.mark.hostile
@pytest.mark.long
@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.skipif(not ROOT, reason="the suites themselves ran as an ordinary user")
def test_all_of_it_as_an_ordinary_user(suite):
    python = Path(sys.base_prefix)
    closed = next((p for p in reversed([python, *python.parents]) if not p.stat().st_mode & 0o001), "")
    # Pytest closes its own temporary folder to others.
    with TemporaryDirectory() as beside, TemporaryDirectory() as home:
        os.chmod(home, 0o777)
        command = [sys.executable, "-m", "pytest", "-m", "", "-p", "no:cacheprovider", HERE / suite]
        if SUITES[suite]:
            command += ["-k", f"not ({' or '.join(SUITES[suite])})"]
        # The run that this test belongs to names files and folders that the other user cannot write.
        own = ("PYTEST_", VARIABLE)
        kept = {name: text for name, text in os.environ.items() if not name.startswith(own)}
        run = subprocess.run(
            ["unshare", "--mount", "sh", "-c", AS_NOBODY, "sh", *command],
            env={
                **kept,
                "CLOSED": str(closed),
                "PYTHON_HOME": str(python),
                "BESIDE": beside,
                "HOME": home,
                "TMPDIR": home,
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            cwd=HERE.parents[1],
            capture_output=True,
            text=True,
            check=False,
        )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert "passed" in run.stdout
