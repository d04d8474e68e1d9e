"""Libraries that a worker may read are files that the loader found."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playfunc_autograder.sandbox.launch import interpreter
from playfunc_autograder.sandbox.packages import worker_settings

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the lock is Linux's")


@ON_LINUX
def test_libraries_are_files_that_the_loader_found():
    settings = worker_settings(("numpy",), 2**30, 60)
    found = interpreter(settings)
    names = [Path(path).name for path in found.libraries]
    assert any(name.startswith(("libc.", "ld-musl")) for name in names)
    assert all(Path(path).is_file() for path in found.libraries if "ld.so.cache" not in path)
    folders = [folder for package in settings.packages for folder in package.folders]
    assert not any(path.startswith(folder) for path in found.libraries for folder in folders)
    assert Path(found.program).samefile(sys.executable)
