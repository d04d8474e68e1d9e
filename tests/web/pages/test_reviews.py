import dataclasses
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from playfunc.record import GameRecord
from playfunc_web.errors import ProblemError
from playfunc_web.pages.game import Reviews, reviewable
from web_results import played_records


@pytest.fixture
def record() -> GameRecord:
    return played_records("footsteps", 1)[0]


def test_a_review_is_computed_once_and_kept(record: GameRecord) -> None:
    reviews = Reviews()
    assert reviews.ready("a") is None
    first = reviews.ask("a", record, 60)
    assert first.review is not None
    assert len(first.review.costs) == len(record.moves)
    assert reviews.ready("a") is first
    assert reviews.ask("a", record, 0) is first


def test_the_oldest_reviews_are_forgotten(record: GameRecord) -> None:
    reviews = Reviews(kept=2)
    for digest in "abcd":
        assert reviews.ask(digest, record, 60) is not None
    assert [reviews.ready(digest) is not None for digest in "abcd"] == [False, False, True, True]


def test_a_review_that_takes_too_long_ends_with_a_sentence(record: GameRecord) -> None:
    found = Reviews(seconds=-1.0).ask("a", record, 60)
    assert found.review is None
    assert "which is the limit here" in found.reason


def test_too_many_that_wait_are_refused(record: GameRecord) -> None:
    with pytest.raises(ProblemError) as refused:
        Reviews(waiting=0).ask("a", record, 0)
    assert refused.value.status == 503


def test_only_so_many_requests_wait_and_others_are_answered_at_once(record: GameRecord) -> None:
    reviews = Reviews(readers=1)
    released = threading.Event()
    reviews._thread.submit(released.wait, 60)
    with ThreadPoolExecutor(1) as one:
        waits = one.submit(reviews.ask, "a", record, 60)
        while reviews._places._value:
            time.sleep(0.01)
        started = time.monotonic()
        assert reviews.ask("a", record, 30) is None
        assert time.monotonic() - started < 10
        released.set()
        assert waits.result(60) is reviews.ready("a")


def test_a_record_that_does_not_replay_gives_a_sentence(record: GameRecord) -> None:
    broken = dataclasses.replace(record, players=("one",))
    found = Reviews().ask("a", broken, 60)
    assert found.review is None
    assert found.reason.startswith("The costs of this game cannot be computed")


def test_games_without_a_reviewer_offer_no_costs() -> None:
    assert reviewable("footsteps")
    assert not reviewable("")
    assert not reviewable("no such game")
