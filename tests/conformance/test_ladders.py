"""What the opponents of every installed ladder owe: they keep the rules, and answer the same again."""

from dataclasses import dataclass
from types import NoneType

import pytest
from playfunc.games import GAMES
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc.record import GameRecord
from playfunc.registry import resolve
from playfunc_opponents import LADDERS, Ladder, opponent, opponents_at
from playfunc_opponents.reviewer import Reviewer


@dataclass(frozen=True)
class Baseline:
    """An opponent at a table of so many."""

    game: str
    name: str
    seats: int

    def __str__(self) -> str:
        return f"{self.game}-{self.name}-{self.seats}"

    def plays(self) -> GameRecord:
        """A game against the weakest opponents."""
        rules = GAMES[self.game].table(self.seats)
        weakest = opponents_at(rules)[0]
        seated = [opponent(rules, self.name), *(opponent(rules, weakest) for _ in range(self.seats - 1))]
        return play_game(rules, rules.deal(deal_rng("conformance", self.name)), seated)


BASELINES = [
    Baseline(ladder.game, baseline.name, seats)
    for ladder in LADDERS.usable().values()
    for seats in ladder.tables
    for baseline in ladder.at(seats)
]


@pytest.fixture(params=list(LADDERS))
def ladder(request: pytest.FixtureRequest) -> Ladder:
    return LADDERS[request.param]


def test_its_game_is_installed(ladder: Ladder) -> None:
    assert set(ladder.tables) <= set(GAMES[ladder.game].tables)
    for seats in ladder.tables:
        assert ladder.rules(seats).seats == seats


def test_every_opponent_has_a_name_of_its_own_and_the_functions_of_the_contract(ladder: Ladder) -> None:
    baselines = ladder.baselines
    assert ladder.tiers
    assert all(set(ladder.tiers) <= set(ladder.names(seats)) for seats in ladder.tables)
    assert len({baseline.name for baseline in baselines}) == len(baselines)
    for baseline in baselines:
        module = resolve(baseline.module)
        assert all(callable(getattr(module, name)) for name in ladder.rules(ladder.tables[0]).functions)


def test_what_it_refers_to_is_there(ladder: Ladder) -> None:
    assert isinstance(ladder.load_reviewer(), Reviewer if ladder.reviewer else NoneType)
    assert (ladder.load_losses() is None) is not bool(ladder.losses)
    ladder.compile(tell=False)


@pytest.mark.parametrize("baseline", BASELINES, ids=str)
def test_an_opponent_keeps_the_rules_and_answers_the_same_again(baseline: Baseline) -> None:
    record = baseline.plays()
    assert not record.faults
    assert record.scores is not None
    assert baseline.plays() == record
