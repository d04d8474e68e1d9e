"""A process that was executed is waited for, told by its signal, and ended with its group, below bubblewrap or not."""

import os
import shutil
import signal
import sys
import time

import psutil
import pytest
from playfunc_autograder.sandbox.bubblewrap import Command, room
from playfunc_autograder.sandbox.child import Spawned, Told, ending_signal, hold, signal_name

NAPS = "import time; print(1, flush=True); time.sleep(600)"
FORKS = "import os, time; print(os.fork(), flush=True); time.sleep(600)"


def python(source: str) -> Command:
    return Command((sys.executable, "-c", source), dict(os.environ))


def below(*argv: str) -> Command:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed here")
    return Command(room(argv, {}, ("--ro-bind", "/", "/"), "/"), {}, options_at=1)


def gone(pid: int) -> bool:
    for _ in range(500):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.01)
    return False


def test_its_end_tells_the_exit_code_and_the_cpu_time_of_all_that_ended_with_it() -> None:
    child = Spawned(python("x = sum(range(10**7)); raise SystemExit(7)"))
    assert child.cpu == 0
    assert child.wait(60) == 7
    assert 0.01 < child.cpu < 60
    child.close_pipes()


def test_one_that_runs_on_has_no_exit_code_and_ends_with_its_group() -> None:
    child = Spawned(python(FORKS))
    grandchild = int(child.stdout.readline())
    assert child.wait(0.01) is None
    child.end()
    child.end()
    assert child.wait(1) == -signal.SIGKILL
    assert gone(grandchild)
    child.close_pipes()


def test_below_bubblewrap_the_worker_has_a_pid_of_its_own_and_its_signal_is_told() -> None:
    child = Spawned(below(sys.executable, "-c", NAPS))
    assert child.stdout.readline() == b"1\n"
    assert child.confined
    assert child.pid != child.process.pid
    os.kill(child.pid, signal.SIGKILL)
    assert child.wait(60) == -signal.SIGKILL
    child.end()
    child.close_pipes()


def test_ending_it_below_bubblewrap_leaves_nobody() -> None:
    child = Spawned(below(sys.executable, "-c", NAPS))
    child.stdout.readline()
    child.end()
    assert child.process.returncode is not None
    assert gone(child.pid)
    child.close_pipes()


def test_a_program_that_is_not_there_ends_with_an_exit_code() -> None:
    child = Spawned(below("/nowhere/such-program"))
    assert child.wait(60) not in (0, None)
    child.end()
    child.close_pipes()


def test_a_process_that_is_buried_cannot_be_held() -> None:
    child = Spawned(python(""))
    assert child.wait(60) == 0
    assert hold(child.pid) is None
    child.close_pipes()


def test_a_command_with_nothing_below_is_started_as_it_is() -> None:
    command = python("")
    with Told(command) as told:
        assert told.argv == command.argv
        assert told.descriptors == ()
        assert told.pid() is None


@pytest.mark.parametrize(("code", "name"), [(-9, "SIGKILL"), (137, "SIGKILL"), (-99, "signal 99")])
def test_an_exit_code_names_its_signal(code: int, name: str) -> None:
    assert signal_name(ending_signal(code)) == name


def test_an_ordinary_exit_code_names_none() -> None:
    assert ending_signal(3) == 0
