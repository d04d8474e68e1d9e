"""Readable are the library and what is listed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from playfunc_autograder.sandbox import packages
from playfunc_autograder.sandbox.packages import worker_settings
from playfunc_autograder.sandbox.worker import lock
from playfunc_autograder.sandbox.worker.landlock import LIST, READ, WRITE

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the lock is Linux's")


@ON_LINUX
def test_readable_are_the_library_and_what_is_listed(tmp_path, monkeypatch):
    for name in ("json", "site-packages", "dist-packages"):
        (tmp_path / name).mkdir()
    (tmp_path / "os.py").touch()
    monkeypatch.setattr(sys, "path", [str(tmp_path / "gone.zip"), str(tmp_path)])
    monkeypatch.setattr(
        packages, "_refused", packages._refused.__wrapped__
    )  # which keeps what it finds on this path
    settings = worker_settings((), 2**30, 60)
    rights = lock.readable(settings)
    inside = {Path(path).name: mask for path, mask in rights.items() if Path(path).parent == tmp_path}
    assert inside == {"json": READ | LIST, "os.py": READ | LIST}
    assert rights[str(tmp_path)] == LIST
    assert [path for path, mask in rights.items() if mask & WRITE] == [os.devnull]
    listed = {folder for package in settings.packages for folder in package.folders}
    assert listed | {str(tmp_path), *map(str, (tmp_path / "json", tmp_path / "os.py")), os.devnull} == set(
        rights
    )
