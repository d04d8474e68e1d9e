"""Readable are the library and what is listed."""

import os
import sys
from pathlib import Path

import pytest
from playfunc_autograder.sandbox import packages
from playfunc_autograder.sandbox.bubblewrap import interpreter
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


# Libraries that a worker may read are files that the loader found.
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
