"""What `make dist` builds, once for all tests here: they install the wheel that is given away."""

import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

CLONE = Path(__file__).parents[2]


PLAYER = """
from playfunc import Card, legal_cards


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], None
"""


@pytest.fixture(scope="session")
def player():
    """The source of a legal player."""
    return PLAYER


@pytest.fixture(scope="session")
def dist(tmp_path_factory, worker_id):
    """The folder `dist/` of this clone, built anew with the environment that runs the tests, as it is."""
    run = tmp_path_factory.getbasetemp() if worker_id == "master" else tmp_path_factory.getbasetemp().parent
    with FileLock(run / "dist.lock"):
        if not (run / "dist-is-built").exists():
            build()
            (run / "dist-is-built").touch()
    return CLONE / "dist"


def build():
    environment = Path(sys.prefix)
    command = ("make", "dist", f"VENV={environment}", f"--assume-old={environment / 'ready'}")
    done = subprocess.run(command, cwd=CLONE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


@pytest.fixture(scope="session")
def wheel(dist):
    return next(dist.glob("playfunc-*.whl"))
