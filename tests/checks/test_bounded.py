"""Calls that do not return are ended, by a signal and by tracing, and name the line they were on."""

import itertools
import pickle
import threading
import time

import pytest
from playfunc_checks import bounded as module
from playfunc_checks.bounded import Ended, Late, bounded, observed, tracing

SOON = 0.2


def turning(start):
    turns = start
    while True:
        turns += 1


def calling(depth):
    for _ in range(10):
        calling_again(depth)
    return calling(depth)


def calling_again(depth):
    return [depth for _ in range(20)]


def catching():
    while True:
        try:  # noqa: SIM105, as students write it
            time.perf_counter()
        except:  # noqa: E722
            pass


def sleeping():
    time.sleep(3600)


def in_a_thread(work):
    """What `work` returns or raises in another thread, which no signal reaches."""
    found = []

    def run():
        try:
            found.append(work())
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0]


def here(work):
    return work()


WAYS = pytest.mark.parametrize("where", [here, in_a_thread], ids=["signal", "tracing"])


@WAYS
def test_a_call_that_returns_gives_its_value(where):
    assert where(lambda: bounded(lambda: 42)) == 42


@WAYS
def test_what_a_call_raises_is_raised(where):
    with pytest.raises(ZeroDivisionError):
        where(lambda: bounded(lambda: 1 // 0))


@WAYS
def test_a_loop_is_ended_and_its_line_and_values_are_told(where):
    with pytest.raises(Ended) as ended:
        where(lambda: bounded(lambda: turning(5), SOON))
    assert ended.value.said.startswith("was still running after ")
    assert ended.value.said.endswith(" s of CPU time; 0.2 s is allowed")
    first, line, *_ = ended.value.where.splitlines()
    assert first.endswith("of `turning`, test_bounded.py:")
    assert line.strip() in ("while True:", "turns += 1")
    assert "    start = 5" in ended.value.where
    assert "    turns = " in ended.value.where


def test_a_loop_that_catches_everything_is_ended():
    with pytest.raises(Ended):
        bounded(catching, SOON)


def test_a_function_that_sleeps_is_ended_by_the_clock():
    with pytest.raises(Ended, match=r"after \d+ s by the clock"):
        bounded(sleeping, 0.05)


def test_a_call_that_came_back_too_late_is_told_so():
    def late():
        sum(range(30_000_000))

    with pytest.raises(Late, match=r"took .* 0\.01 s is allowed"):
        in_a_thread(lambda: bounded(late, 0.01))  # tracing looks once in a hundred loops and calls


def test_a_call_within_another_has_its_own_limit_and_the_outer_one_still_holds():
    def outer():
        with pytest.raises(Ended):
            bounded(lambda: turning(1), 0.1)
        turning(2)

    with pytest.raises(Ended) as ended:
        bounded(outer, 0.5)
    assert "start = 2" in ended.value.where


def test_a_student_cannot_catch_it_as_an_exception():
    def careful():
        try:
            turning(1)
        except Exception:
            return "caught"

    with pytest.raises(Ended):
        bounded(careful, SOON)


def test_tracing_is_over_after_its_scope():
    import sys

    def scope():
        with tracing():
            bounded(lambda: 1)
        return sys.gettrace()

    assert in_a_thread(scope) is None
    assert module._traced == []


def test_an_observer_is_told_of_every_call():
    class Observer:
        def __init__(self):
            self.seen = []

        def began(self, seconds):
            self.seen.append(seconds)

        def returned(self):
            self.seen.append("returned")

    observer = Observer()
    with observed(observer):
        bounded(lambda: 1, 3.0)
        with pytest.raises(ZeroDivisionError):
            bounded(lambda: 1 // 0)
    bounded(lambda: 1)
    assert observer.seen == [3.0, "returned", 1.0, "returned"]


def test_it_travels_between_processes_and_shows_no_traceback_in_a_notebook():
    ended = pickle.loads(pickle.dumps(Late("took 2 s", "Line 3")))
    assert type(ended) is Late
    assert (ended.said, ended.where) == ("took 2 s", "Line 3")
    assert ended._render_traceback_() == ["took 2 s", "Line 3"]


def adding_what_cannot_be_added():
    return sum(itertools.chain(range(20_000_000), [None]))


def test_compiled_code_that_fails_after_its_time_is_told_by_the_students_line():
    """The signal is looked at when the line was left already: `sum` lets none through, and raises."""
    with pytest.raises(Ended) as caught:
        bounded(adding_what_cannot_be_added, SOON / 2)
    assert "of `adding_what_cannot_be_added`" in caught.value.where
    assert "sum(itertools.chain" in caught.value.where
