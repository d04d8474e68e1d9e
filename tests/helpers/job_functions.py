"""What jobs in other processes run: they import it by name, which they cannot do with a test's own functions."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any


def square(number: int) -> int:
    return number * number


def kills_itself_unless_alone(job: tuple[str, int]) -> int:
    """ "deadly" always dies; "once" does so the first time and "twice" the first two times, which a file notes."""
    kind, number = job
    if kind == "deadly":
        time.sleep(1)  # what runs beside it has begun and has made its note
        os.kill(os.getpid(), signal.SIGKILL)
    deaths = {"once": 1, "twice": 2}.get(Path(kind).name, 0)
    with Path(kind).open("a") if deaths else nullcontext() as note:
        if note and note.tell() < deaths:
            note.write("x")
            note.flush()
            os.kill(os.getpid(), signal.SIGKILL)
    return number


def fails(number: int) -> int:
    raise ValueError(f"no square of {number}")


def own_pid(number: int) -> int:
    time.sleep(0.2)  # so that each process has one
    return os.getpid()


def waits(number: int) -> int:
    time.sleep(0.5)
    return number


def facts_of_worker() -> dict[str, str]:
    """What differs from process to process."""
    return {"pid": str(os.getpid())}


def marked_environment() -> dict[str, str]:
    """What differs where a test sets it."""
    mark = os.environ.get("PLAYFUNC_TEST_MARK")
    return {"mark": mark} if mark else {}


def poisoned(student: str, function: Callable[[Any], Any], job: Any) -> Any:
    """What the function gives, unless it is this student's turn: the process is killed."""
    if job.student == student:
        os.kill(os.getpid(), signal.SIGKILL)
    return function(job)


def prints(text: str) -> int:
    print(text, flush=True)
    return len(text)


def draws(seed: int) -> list[float]:
    """Seeded draws from the module `random`, with time between them for threads to draw too."""
    random.seed(seed)
    found = []
    for _ in range(20):
        time.sleep(0.001)
        found.append(random.random())
    return found


def inherited(number: int) -> list[str]:
    """The pipes and files, besides standard error and output, that a program started by this job has."""
    script = (
        "import os\n"
        "places = [f'/proc/self/fd/{number}' for number in range(64) if number not in (1, 2)]\n"
        "print(*{os.readlink(place) for place in places if os.path.lexists(place)}, sep='\\n')"
    )
    command = [sys.executable, "-S", "-c", script]
    return subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=True, close_fds=False
    ).stdout.split()
