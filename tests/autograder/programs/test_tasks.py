"""The kernel bounds how many processes a compiler starts, with no watcher to help."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playfunc_autograder.programs.process_group import bounded_tasks, kernel_bounds_tasks

pytestmark = [pytest.mark.skipif(sys.platform != "linux", reason="programs are confined on Linux alone")]

FORKS = """
import os, resource, sys, time
limit, group = int(sys.argv[1]), sys.argv[2]
if group:
    with open(group + "/cgroup.procs", "w") as members:
        members.write("0")
resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))
started = []
try:
    for _ in range(200):
        child = os.fork()
        if child == 0:
            time.sleep(60)
            os._exit(0)
        started.append(child)
except OSError:
    pass
for child in started:
    os.kill(child, 9)
    os.wait()
print(len(started))
"""


def test_more_processes_than_that_are_refused():
    with bounded_tasks(20) as bound:
        run = subprocess.run(
            [sys.executable, "-c", FORKS, str(bound.limit), bound.group],
            capture_output=True,
            text=True,
            check=True,
        )
    started = int(run.stdout)
    # Root is spared where no control group can be made; an ordinary user's other processes come and go meanwhile.
    assert started == 200 if not kernel_bounds_tasks() else 5 <= started <= 100
    assert not bound.group or not Path(bound.group).exists()


def test_root_is_bounded_by_a_group_and_others_by_their_own_number():
    with bounded_tasks(20) as bound:
        assert bool(bound.group) is (os.getuid() == 0 and kernel_bounds_tasks())
        assert bound.limit >= 28


KILLED = """
import os
from playfunc_autograder.programs.process_group import bounded_tasks
with bounded_tasks(9) as bound:
    print(bound.group, flush=True)
    os._exit(9)
"""


def test_groups_of_those_that_were_killed_are_removed():
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, check=False)
    left = done.stdout.strip()
    with bounded_tasks(9) as bound:
        assert bool(left) is bool(bound.group)
        assert not left or not Path(left).exists()
