"""What bubblewrap shows, and what is told where it does not run."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from confined_workers import origin, reason
from playfunc_autograder.sandbox import Tier, bubblewrap
from playfunc_autograder.sandbox.bubblewrap import WORKER
from playfunc_autograder.sandbox.packages import REFUSED, worker_settings
from playfunc_autograder.sandbox.tiers import LAUNCHERS, probe

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="confinement is Linux's")


LOOK_ROUND = """
import json, os
files, changed = [], []
for place, folders, names in os.walk("/"):
    files += [os.path.join(place, name) for name in names]
    try:
        os.mkdir(os.path.join(place, "new"))
        changed.append(place)
    except OSError:
        pass
print(json.dumps([files, changed, os.listdir("/"), sorted(os.environ), os.getpid()]))
"""


def test_bubblewrap_alone_shows_only_what_is_listed():
    """Without the lock inside, so that each of the two walls is known to stand by itself."""
    if reason(Tier.A):
        pytest.skip(reason(Tier.A))
    settings = worker_settings((), 2**30, 60)
    argv = bubblewrap.bubblewrapped(settings).argv
    python = argv[: argv.index("--") + 2]
    run = subprocess.run([*python, "-S", "-c", LOOK_ROUND], capture_output=True, text=True, check=True)
    files, changed, top, variables, pid = json.loads(run.stdout)
    listed = [folder for package in settings.packages for folder in package.folders]
    for name in (*REFUSED, "pytest", "hypothesis"):
        inside = [f for f in files if f.startswith(os.path.dirname(origin(name)) + os.sep)]
        assert [f for f in inside if not f.startswith((WORKER, *listed))] == [], name
    assert any(f.startswith(WORKER) for f in files)
    assert (changed, pid) == ([], 1)
    assert not {"etc/passwd", "home", "tmp", "proc", "sys"} & set(top) or "tmp" in sys.executable
    assert "PATH" not in variables
    assert "HOME" not in variables


def test_without_bubblewrap_the_lock_alone(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    found = probe(LAUNCHERS)
    assert found.tier is (Tier.C if reason(Tier.B) else Tier.B)
    assert found.refusals[Tier.A] == (
        "bubblewrap is not installed" if sys.platform == "linux" else reason(Tier.A)
    )


@ON_LINUX
def test_what_a_bubblewrap_says_that_does_not_run_is_told(tmp_path, monkeypatch):
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert probe(LAUNCHERS).refusals[Tier.A] == "bwrap: setting up uid map: Permission denied"
