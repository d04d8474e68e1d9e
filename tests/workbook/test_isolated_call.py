"""Work in a copy of the process: what comes back, and what ends a copy that does not."""

import gc
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import psutil
import pytest
from playfunc_checks.bounded import BY_THE_CLOCK, Ended, bounded
from playfunc_workbook import isolated_call as module
from playfunc_workbook.isolated_call import STOPPED, Interrupted, isolated_call

pytestmark = pytest.mark.broad


def counting():
    return list(itertools.count())


def endless():
    return sum(iter(int, 1))


def pid(update):
    return os.getpid()


def test_the_work_is_done_in_another_process_and_its_result_comes_back():
    assert isolated_call(pid) != os.getpid()


def test_no_copy_has_to_import_what_reads_memory():
    code = (
        "import sys\n"
        "from playfunc_workbook.isolated_call import isolated_call as apart\n"
        "assert 'cattrs' not in sys.modules\n"
        "print(apart(lambda update: 'cattrs' in sys.modules))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "True\n"


def test_what_the_work_changes_stays_there():
    seen = []
    assert isolated_call(lambda update: seen.append(1) or len(seen)) == 1
    assert seen == []


def test_progress_and_prints_come_back(capsys):
    told = []

    def work(update):
        update(1, 10)
        print("hello")
        update(2, 10)

    isolated_call(work, told.append)
    assert told == [1, 2]
    assert capsys.readouterr().out == "hello\n"


def test_a_call_is_not_charged_for_collecting_what_the_notebook_holds():
    held = [[] for _ in range(100_000)]
    gc.unfreeze()
    try:
        assert isolated_call(lambda update: len(gc.get_objects())) < len(held)
    finally:
        gc.freeze()


def test_what_it_raises_is_raised_here():
    with pytest.raises(ZeroDivisionError):
        isolated_call(lambda update: 1 // 0)


def test_a_result_that_cannot_be_sent_is_made_here():
    found = isolated_call(lambda update: lambda: os.getpid())
    assert found() == os.getpid()


def test_the_number_of_calls_is_told_while_it_works():
    def work(update):
        for _ in range(3):
            bounded(lambda: time.sleep(0.2))

    told = []
    isolated_call(work, on_calls=told.append)
    assert told == sorted(told)
    assert set(told) <= {0, 1, 2, 3}
    assert told[-1] > 0


def test_the_number_of_calls_is_told_in_this_process_too(monkeypatch):
    monkeypatch.setattr(module, "_can_fork", lambda: False)
    told = []
    isolated_call(lambda update: [bounded(lambda: 1), bounded(lambda: 2)], on_calls=told.append)
    assert told == [1, 2]


def test_work_within_work_stays_in_the_same_copy():
    first, second = isolated_call(lambda update: (os.getpid(), isolated_call(pid)))
    assert first == second


def test_another_thread_works_in_this_process():
    found = []
    thread = threading.Thread(target=lambda: found.append(isolated_call(pid)))
    thread.start()
    thread.join()
    assert found == [os.getpid()]


def test_where_no_process_can_be_started_the_work_is_done_here(monkeypatch):
    def refused(*arguments):
        raise PermissionError

    monkeypatch.setattr(module, "_in_copy", refused)
    assert isolated_call(pid) == os.getpid()
    told = []
    isolated_call(lambda update: update(1, 10), told.append)
    assert told == [1]


def test_a_loop_in_compiled_code_is_ended_where_it_was_called():
    def work(update):
        answers = [bounded(lambda: 1)]
        try:
            bounded(endless, 0.2)
        except Ended as ended:
            answers.append(ended)
        return [*answers, bounded(lambda: 3)]

    first, ended, last = isolated_call(work)
    assert (first, last) == (1, 3)
    assert "s of CPU time; 0.2 s is allowed" in ended.said
    assert "of `endless`, test_isolated_call.py:\n    return sum(iter(int, 1))\n" in ended.where


def test_an_interrupt_names_the_line_that_was_running():
    def stop(calls):
        if calls:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        isolated_call(lambda update: bounded(endless, 1e6), on_calls=stop)
    assert caught.value._render_traceback_()[-2:] == [
        f"Line {endless.__code__.co_firstlineno + 1} of `endless`, test_isolated_call.py:",
        "    return sum(iter(int, 1))",
    ]


def test_an_interrupt_between_two_calls_names_no_line():
    def stop(calls):
        if calls:
            raise KeyboardInterrupt

    def work(update):
        bounded(lambda: 1)
        time.sleep(1e6)

    with pytest.raises(Interrupted) as caught:
        isolated_call(work, on_calls=stop)
    assert str(caught.value) == STOPPED


def test_a_full_memory_ends_the_call_and_not_this_process(monkeypatch):
    monkeypatch.setattr(module, "MEMORY", 2**28)
    with pytest.raises(MemoryError):
        isolated_call(lambda update: bounded(counting, 60.0))


def test_a_process_that_dies_is_told_with_its_signal():
    def work(update):
        bounded(lambda: os.kill(os.getpid(), signal.SIGKILL))

    with pytest.raises(Ended, match=r"ended the whole process \(SIGKILL\)"):
        isolated_call(work)


def test_work_that_always_kills_its_process_is_given_up():
    with pytest.raises(Ended, match=r"ended the whole process \(exit code 7\)"):
        isolated_call(lambda update: os._exit(7))


ORPHAN = """
import os
from playfunc_workbook.isolated_call import isolated_call as apart
from playfunc_workbook.isolated_call import STOPPED, Interrupted

def work(update):
    os.write(1, f"{os.getpid()}\\n".encode())
    sum(iter(int, 1))

apart(work)
"""


def test_a_copy_ends_with_the_notebook_s_process():
    with subprocess.Popen([sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE, text=True) as notebook:
        copy = int(notebook.stdout.readline())
        notebook.kill()
    for _ in range(300):
        if not psutil.pid_exists(copy) or psutil.Process(copy).status() == psutil.STATUS_ZOMBIE:
            return
        time.sleep(0.1)
    os.kill(copy, signal.SIGKILL)
    pytest.fail("the copy went on without its notebook")


def test_a_call_that_is_ended_always_says_what_it_spent(monkeypatch):
    """One that slept beyond its limit by the clock, and computed a little: without the grace it would count as busy."""
    notes = SimpleNamespace(read=lambda: (1, 1.0, 0.0))
    watched = module._Watched(None, None, notes, None)
    watched._call, watched._since = 1, time.monotonic() - BY_THE_CLOCK - module.GRACE - 0.5
    monkeypatch.setattr(watched, "_cpu", lambda: 0.9)
    monkeypatch.setattr(watched, "_line", lambda: "")
    said = watched._too_late().ended.said
    assert "by the clock, nearly all of it asleep" in said
