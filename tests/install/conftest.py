"""What `make dist` builds, once for all tests here: they install the wheel that is given away."""

import subprocess
import sys
from pathlib import Path

import pytest

CLONE = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def dist():
    """The folder `dist/` of this clone, built anew with the environment that runs the tests, as it is."""
    environment = Path(sys.prefix)
    command = ("make", "dist", f"VENV={environment}", f"--assume-old={environment / 'ready'}")
    done = subprocess.run(command, cwd=CLONE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return CLONE / "dist"


@pytest.fixture(scope="session")
def wheel(dist):
    return next(dist.glob("playfunc-*.whl"))
