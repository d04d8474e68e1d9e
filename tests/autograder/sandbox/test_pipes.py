"""Both ways to serve a worker's pipes: by waiting for them, and by threads, as on Windows."""

import os
import sys
from types import SimpleNamespace

import pytest
from playfunc_autograder.sandbox import worker_process
from playfunc_autograder.sandbox.bubblewrap import Command
from playfunc_autograder.sandbox.child import Spawned
from playfunc_autograder.sandbox.worker.wire import WireError

LONG = 2**20
ECHO = """
import sys
while header := sys.stdin.buffer.read(4):
    data = sys.stdin.buffer.read(int.from_bytes(header, "big"))
    exec(data.partition(b"#")[0])
    sys.stdout.buffer.write(header + data)
    sys.stdout.buffer.flush()
"""


@pytest.fixture(params=["waiting", "threads"])
def begin(request, monkeypatch):
    """Start a process that runs what each request says up to `#`, and sends it back."""
    monkeypatch.setattr(sys, "platform", {"waiting": sys.platform, "threads": "win32"}[request.param])
    with_pipes = []

    def begun(program=ECHO):
        child = Spawned(Command((sys.executable, "-c", program), dict(os.environ)))
        with_pipes.append((child, worker_process.pipes_of(child)))
        return with_pipes[-1]

    yield begun
    monkeypatch.undo()
    for child, served in with_pipes:
        child.end()
        served.close()


def ask(served, request, limit=2 * LONG):
    served.send(request, limit)
    return served.receive(60)


def test_requests_and_answers_of_any_length(begin):
    _, served = begin()
    for request in (b"#", b"", b"#" + b"x" * LONG, b"#end"):
        assert ask(served, request) == request


def test_what_is_printed_is_drained_while_an_answer_is_awaited_and_its_beginning_kept(begin):
    child, served = begin()
    request = b"print('y' * 10**6, file=sys.stderr, flush=True)#"
    assert ask(served, request) == request
    child.end()
    served.close()
    assert served.printed == b"y" * (worker_process.OUTPUT_LIMIT + 1)


def test_an_answer_that_is_late_is_still_awaited(begin):
    _, served = begin()
    served.send(b"import time; time.sleep(0.5)#", LONG)
    assert served.receive(0.01) is None
    assert served.receive(60) == b"import time; time.sleep(0.5)#"


def test_an_answer_over_its_limit_is_refused_before_it_is_read(begin):
    _, served = begin()
    assert isinstance(ask(served, b"#" * 100, limit=99), WireError)


@pytest.mark.parametrize("last", ["sys.stdout.close(); os._exit(3)", "os._exit(0)"])
def test_a_process_that_ends_gives_an_error(begin, last):
    child, served = begin()
    assert isinstance(ask(served, f"import os; {last}#".encode()), EOFError)
    child.end()
    assert isinstance(ask(served, b"#" * LONG), OSError | EOFError)


def test_a_request_that_nobody_reads_is_late(begin):
    _, served = begin("import time; time.sleep(600)")
    served.send(b"#" * LONG, LONG)
    assert served.receive(0.2) is None


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="a file that never ends is Unix's")
def test_prints_without_an_end_hold_up_neither_the_time_limit_nor_the_end():
    with open("/dev/zero", "rb") as endless, open(os.devnull, "wb") as requests:
        silent, open_end = os.pipe()
        with open(silent, "rb") as answers:
            served = worker_process.pipes_of(SimpleNamespace(stdin=requests, stdout=answers, stderr=endless))
            served.send(b"#", LONG)
            assert served.receive(0.2) is None
            assert served.printed == bytes(worker_process.OUTPUT_LIMIT + 1)
            served.close()
        os.close(open_end)


@pytest.mark.skipif(sys.platform == "win32", reason="two threads serve a worker there")
def test_waiting_takes_no_thread(begin, request):
    _, served = begin()
    assert len(served.threads) == (2 if "threads" in request.node.name else 0)
