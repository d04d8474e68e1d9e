"""Folders that take seconds to make: the first process of a test run that needs one makes it, for all of them."""

import atexit
import hashlib
import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from filelock import FileLock

VARIABLE = "PLAYFUNC_TEST_RUN"


@cache
def run_folder() -> Path:
    """Of the whole run: the process that starts the others asks first, and removes it at its end."""
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = mkdtemp(prefix="playfunc-tests-")
        atexit.register(shutil.rmtree, os.environ[VARIABLE], ignore_errors=True)
    return Path(os.environ[VARIABLE])


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """What `make` put into an empty folder, to be copied and not to be changed. `make` runs once for each name, which
    may be longer than a file's."""
    folder = run_folder() / hashlib.sha256(name.encode()).hexdigest()
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            unfinished = folder.with_suffix(".unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(folder)
    return folder
