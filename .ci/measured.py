"""Run a command, print what it took, and exit as it did: `measured.py NAME COMMAND…`."""

from __future__ import annotations

import resource
import subprocess
import sys
import time


def main(name: str, *words: str) -> int:
    start = time.monotonic()
    code = subprocess.run(words, check=False).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = f"{used.ru_utime + used.ru_stime:.0f} s of CPU, {time.monotonic() - start:.0f} s elapsed"
    print(f"make {name}: {took}, commit {commit()}", flush=True)
    return code


def commit() -> str:
    """The commit that is checked out, marked where files differ from it; an archive has none."""
    try:
        told = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return told.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
