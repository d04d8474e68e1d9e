"""Run commands one after another, and print what they took: `measured.py NAME COMMAND… [--then COMMAND…]`.

The first that fails is the last, and its exit code is this one's.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

NEXT = "--then"


def main(name: str, *words: str) -> int:
    start, code = time.monotonic(), 0
    for command in split(words):
        code = code or subprocess.run(command, check=False).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = f"{used.ru_utime + used.ru_stime:.0f} s of CPU, {time.monotonic() - start:.0f} s elapsed"
    print(f"make {name}: {took}, commit {commit()}", flush=True)
    return code


def split(words: Sequence[str]) -> Iterator[list[str]]:
    command: list[str] = []
    for word in words:
        if word == NEXT:
            yield command
            command = []
        else:
            command.append(word)
    yield command


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
