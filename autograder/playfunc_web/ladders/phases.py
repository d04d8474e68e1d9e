"""What players give away in each phase of the game, from a bounded sample of a run's games, where anything prices the
moves of the game."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from typing import TypeAlias

from playfunc.costs import CostlyMove, Review
from playfunc.errors import PlayfuncError
from playfunc.record import GameRecord
from playfunc_opponents import ladder
from playfunc_opponents.reviewer import USUAL
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from playfunc_web.database.tables import Game
from playfunc_web.ladders.records import read_record
from playfunc_web.site import Site

__all__ = ["Phase", "phases_of_run"]

GAMES_EACH = 3
"""Games of each player that are reviewed …"""

MOST_GAMES = 300
"""… and of all players together: about five minutes at a second each."""

LONGEST_SECONDS = 30.0
"""CPU seconds of one review; a game that takes longer is left out."""

Phase: TypeAlias = tuple[str, float, int]
"""Its name, what was given away in it in a mean game, and the number of games reviewed."""


def phases_of_run(
    site: Site, run_id: int, game: str, beat: Callable[[], None] = lambda: None
) -> dict[int, list[Phase]]:
    """By the places of the players; nothing for a game whose moves nobody prices. `beat` is called between reviews."""
    try:
        opponents = ladder(game)
        reviewer = opponents.load_reviewer()
    except PlayfuncError:
        return {}
    if reviewer is None:
        return {}
    opponents.compile(tell=False)
    found = _Found(defaultdict(dict), Counter())
    for places, record in _sample(site, run_id):
        beat()
        try:
            review = reviewer.review(record, USUAL, _deadline())
        except (_TooLongError, PlayfuncError):
            continue
        found.add(places, review)
    return {place: found.phases(place) for place in sorted(found.games)}


class _TooLongError(Exception):
    """Ends a review from within its report of progress."""


def _deadline() -> Callable[[int, int], None]:
    until = time.process_time() + LONGEST_SECONDS

    def progress(_done: int, _total: int) -> None:
        if time.process_time() > until:
            raise _TooLongError

    return progress


def _sample(site: Site, run_id: int) -> Iterator[tuple[list[int], GameRecord]]:
    """The first games of each player, without faults: the same sample however often the run was stopped."""
    seen: Counter[int] = Counter()
    chosen: list[int] = []
    with site.database.reading() as session:
        for game_id, fixture in session.execute(
            select(Game.id, Game.fixture).where(Game.run_id == run_id).order_by(Game.number)
        ):
            places = fixture["players"]
            if not fixture["faults"] and any(seen[place] < GAMES_EACH for place in places):
                seen.update(places)
                chosen.append(game_id)
                if len(chosen) == MOST_GAMES:
                    break
    for game_id in chosen:
        with site.database.reading() as session:
            game = session.get_one(Game, game_id, options=[joinedload(Game.record)])
            yield game.fixture["players"], read_record(game.record)


@dataclass(frozen=True, slots=True)
class _Found:
    """What was given away: place → phase → costs, and the games of each place."""

    costs: defaultdict[int, dict[str, list[float]]]
    games: Counter[int]

    def add(self, places: Sequence[int], review: Review) -> None:
        if not review.costs:
            return
        for seat, place in enumerate(places):
            self.games[place] += 1
            for cost in _priced(review.of_seat(seat)):
                self.costs[place].setdefault(cost.phase, []).append(cost.lost)

    def phases(self, place: int) -> list[Phase]:
        """In the order in which they were played. No move is better than the best one, so a mean of estimates that
        comes out below 0 counts as 0."""
        games = self.games[place]
        return [(phase, max(0.0, fsum(lost) / games), games) for phase, lost in self.costs[place].items()]


def _priced(costs: Iterable[CostlyMove]) -> Iterator[CostlyMove]:
    return (cost for cost in costs if not cost.unmeasured and cost.phase)
