"""Rules about files: granted ones are read, none is written."""

from __future__ import annotations

import struct
import subprocess
import sys

import pytest
from playfunc_autograder.sandbox.worker import landlock
from playfunc_autograder.sandbox.worker.landlock import file_rules, landlock_abi

NO_LANDLOCK = not (sys.platform == "linux" and landlock_abi())


FILES = """
import os, sys
sys.path[:0] = {path!r}
from playfunc_autograder.sandbox.worker.landlock import LIST, READ, WRITE, enforce, file_rules
folder = sys.argv[1]
enforce(file_rules({{folder + "/open": READ | LIST, folder + "/single": READ, folder + "/listed": LIST,
    os.devnull: READ | WRITE, folder + "/not there": READ}}))
for path in ("open/in", "open", "single", "closed/in", "closed", "listed/in", "listed"):
    try:
        (os.listdir if os.path.isdir(folder + "/" + path) else open)(folder + "/" + path)
        print(path)
    except PermissionError:
        pass
for path in ("open/in", "open/new", "single", "new"):
    for flags in (os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_CREAT):
        try:
            os.open(folder + "/" + path, flags)
            print("wrote", path)
        except (PermissionError, FileNotFoundError):
            pass
open(os.devnull, "w").write("x")
"""


@pytest.mark.skipif(NO_LANDLOCK, reason="this kernel has no Landlock")
def test_only_granted_files_are_read_and_none_is_written(tmp_path):
    for name in ("open", "closed", "listed"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "in").write_text("text")
    (tmp_path / "single").write_text("text")
    script = FILES.format(path=[folder for folder in sys.path if folder])
    run = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    assert run.stdout.splitlines() == ["open/in", "open", "single", "listed"]


@pytest.mark.skipif(NO_LANDLOCK, reason="this kernel has no Landlock")
@pytest.mark.parametrize(
    ("abi", "size", "rights"), [(1, 8, 13), (2, 8, 14), (3, 8, 15), (4, 16, 15), (5, 16, 16), (9, 24, 16)]
)
def test_older_kernels_are_asked_for_what_they_know(abi, size, rights):
    """`struct landlock_ruleset_attr` as `linux/landlock.h` has it since each version."""
    attributes = landlock._attributes(abi)
    assert len(attributes) == size
    assert struct.unpack_from("Q", attributes)[0] == 2**rights - 1


@pytest.mark.skipif(NO_LANDLOCK, reason="this kernel has no Landlock")
def test_a_kernel_without_landlock_is_no_success(monkeypatch):
    monkeypatch.setattr(landlock, "landlock_abi", lambda: 0)
    with pytest.raises(OSError, match="no Landlock"):
        file_rules({})
