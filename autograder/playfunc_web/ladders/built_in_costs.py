"""What the built-in players cost a game on this machine, timed in a process of its own: timing takes seconds in which
the server's process would answer nobody, and would count what its other threads do."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from typing import Any, TypeAlias

from playfunc.games import rules_for
from playfunc.record import rules_parameters
from playfunc.rules import Rules
from playfunc_arena import entrants
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_autograder.helper_process import Beside

from playfunc_web.ladders.ladders import ladder_baselines

log = logging.getLogger("playfunc_web.built_in_costs")

Costs: TypeAlias = Mapping[str, float]
"""Rules and baseline, as `_key` writes them → CPU seconds a game."""


class _Timing:
    """One for each process, as the machine is the same for all sites."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: Future[Costs] | None = None

    def begun(self) -> Future[Costs]:
        """The costs once they are known; begins at the first call."""
        with self._lock:
            if self._found is None:
                self._found = Future()
                threading.Thread(
                    target=_time, args=(self._found,), name="built-in costs", daemon=True
                ).start()
            return self._found

    def known(self) -> Costs:
        """Empty unless it was begun; waits for the end of what was begun."""
        return self._found.result() if self._found is not None else {}


_TIMING = _Timing()


def timed() -> bool:
    """Whether the costs of all built-in players are known. Where they are not, timing them begins, and goes on
    behind."""
    return _TIMING.begun().done()


def wait_until_timed() -> None:
    _TIMING.begun().result()


def built_in_seconds(rules: Rules[Any, Any, Any], baseline: str) -> float:
    """The CPU seconds a game of a built-in player, with its part of keeping the game. A command that asks for one
    contest times it here; a server calls `timed` first."""
    found = _TIMING.known().get(_key(rules, baseline))
    return entrants.built_in_seconds(rules, baseline) if found is None else found


def _time(found: Future[Costs]) -> None:
    """In a thread of its own. Where the process fails, each player is timed here when it is asked for."""
    try:
        with Beside() as beside:
            found.set_result(beside.run(_costs, list(built_in_players())))
    except Exception as error:  # whatever it is: pages and runs wait for an answer
        log.warning("the built-in players were not timed: %s", error)
        found.set_result({})


def _key(rules: Rules[Any, Any, Any], baseline: str) -> str:
    return json.dumps([rules.name, rules_parameters(rules), baseline])


def built_in_players() -> Iterator[tuple[Rules[Any, Any, Any], str]]:
    """Rules and baseline of every one, in every contest."""
    for contest in contest_names():
        form = ladder_format(contest)
        rules = rules_for(form.game, form.least, **form.parameters)
        yield from ((rules, baseline) for baseline in ladder_baselines(contest))


def _costs(players: Iterable[tuple[Rules[Any, Any, Any], str]]) -> Costs:
    return {_key(rules, baseline): entrants.built_in_seconds(rules, baseline) for rules, baseline in players}
