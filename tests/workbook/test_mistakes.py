"""Every typical mistake in a notebook gets its own message, and none keeps its cell busy."""

import time

import pytest
from mistakes import GAMES, mistakes_of, shown

ENDLESS = ("still running", "took too long", "asleep", "is allowed")
"""What a check says of a mistake that it has to end: each costs a second or more."""

LONGEST = 30.0
"""Seconds of CPU time; by the clock a busy machine takes longer."""


def _case(mistake, seen=set()):  # noqa: B006, filled once
    """Of the endless ones, the first for each kind of check runs in every test run, the others in `make test-long`."""
    endless = any(words in mistake.says for words in ENDLESS)
    kind = mistake.check.partition("(")[0]
    marks = [pytest.mark.long] if endless and kind in seen else []
    if endless:
        seen.add(kind)
    return pytest.param(mistake, id=f"{mistake.game}, {mistake.name}", marks=marks)


ALL = [_case(mistake) for game in GAMES for mistake in mistakes_of(game)]


@pytest.mark.hardest("hearts, play: too slow, at a checkpoint", "skullwhist")
@pytest.mark.parametrize("mistake", ALL)
def test_a_mistake_gets_its_message(mistake):
    began = time.process_time()
    assert mistake.says in shown(mistake)
    assert time.process_time() - began < LONGEST


def test_there_are_over_a_hundred_and_each_has_a_message_to_expect():
    found = [param.values[0] for param in ALL]
    assert len(found) > 100
    assert len({(mistake.game, mistake.name) for mistake in found}) == len(found)
    assert all(len(mistake.says) > 10 for mistake in found)


def test_a_traceback_ends_at_the_students_line():
    [asks] = [mistake for mistake in mistakes_of("hearts") if mistake.name == "legal: asks somebody"]
    assert "apart.py" not in shown(asks)
    assert 'File "your cell", line 2, in legal' in shown(asks)
