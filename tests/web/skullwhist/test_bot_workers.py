"""Built-in bots think in processes: requests are answered meanwhile, and a process that dies is replaced."""

import asyncio
import os
import random
import signal
from collections.abc import Iterator

import psutil
import pytest
from playfunc.player import Reply
from playfunc_arena.whist import begin
from playfunc_web.skullwhist.bot_workers import LostError, Minds, Question, calls_of, think
from whist_games import played_to_the_end

KEY = b"key of a test"
BASIC = Question("basic", KEY, calls_of(begin((7, 12), random.Random(1), 0.0), 0))
GAMES = 6


@pytest.fixture
def minds() -> Iterator[Minds]:
    made = Minds(1)
    yield made
    made.close()


def hard(seed: int) -> Question:
    """Every move of a game, by the baseline that thinks longest."""
    game = played_to_the_end(begin((7, 12), random.Random(seed), 0.0), random.Random(seed))
    return Question("advanced", KEY, calls_of(game, 0))


def ask(minds: Minds, question: Question) -> Reply | str:
    return asyncio.run(minds.answer(question))


def test_a_process_answers_as_this_one_would(minds: Minds) -> None:
    assert minds.pids == []
    assert ask(minds, BASIC) == think(BASIC)
    (pid,) = minds.pids
    assert pid != os.getpid()
    assert ask(minds, BASIC) == think(BASIC)
    assert minds.pids == [pid]


def test_the_event_loop_goes_on(minds: Minds) -> None:
    """It ticks while a process thinks; answers worked out in between would come without a tick."""

    async def ticks_meanwhile() -> int:
        await minds.answer(BASIC)
        thought = asyncio.gather(*(minds.answer(hard(seed)) for seed in range(GAMES)))
        ticks = 0
        while not thought.done():
            await asyncio.sleep(0.001)
            ticks += 1
        return ticks

    assert asyncio.run(ticks_meanwhile()) > GAMES
    assert len(minds.pids) == 1
    assert os.getpid() not in minds.pids


def test_a_killed_process_is_replaced_and_asked_again(minds: Minds) -> None:
    ask(minds, BASIC)
    (first,) = minds.pids

    async def killed() -> Reply | str:
        thought = asyncio.ensure_future(minds.answer(hard(1)))
        await asyncio.sleep(0)
        os.kill(first, signal.SIGKILL)
        return await thought

    assert asyncio.run(killed()) == think(hard(1))
    assert minds.pids != [first]


def test_one_that_died_while_idle_too(minds: Minds) -> None:
    ask(minds, BASIC)
    (first,) = minds.pids
    os.kill(first, signal.SIGKILL)
    assert ask(minds, BASIC) == think(BASIC)
    assert minds.pids != [first]


def test_one_that_takes_too_long_is_lost_and_killed() -> None:
    minds = Minds(1, seconds=0.0)
    try:
        with pytest.raises(LostError, match="no answer within 0 s"):
            ask(minds, BASIC)
        assert minds.pids == []
    finally:
        minds.close()


def test_closing_kills_processes_in_the_middle_of_a_thought(minds: Minds) -> None:
    ask(minds, BASIC)
    (pid,) = minds.pids

    async def closed() -> None:
        thought = asyncio.ensure_future(minds.answer(hard(2)))
        await asyncio.sleep(0.01)
        minds.close()
        with pytest.raises(LostError):
            await thought

    asyncio.run(closed())
    assert not psutil.pid_exists(pid)


def test_processes_give_way_to_the_server(minds: Minds) -> None:
    ask(minds, BASIC)
    (pid,) = minds.pids
    assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0) or (
        os.getpriority(os.PRIO_PROCESS, 0) == 19
    )
