"""What the `Game` of every installed game says, held to its rules."""

import dataclasses
import random

import pytest
from playfunc.game import Game
from playfunc.games import GAMES, game_of, rules_for
from playfunc.registry import resolve


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


def test_it_is_played_at_each_of_its_tables(game: Game) -> None:
    assert game.tables
    for seats in game.tables:
        rules = rules_for(game.name, seats)
        assert (rules.name, rules.seats) == (game.name, seats)
        assert game_of(rules) is game


def test_other_numbers_of_players_are_refused_in_a_sentence(game: Game) -> None:
    for seats in (0, max(game.tables) + 50):
        with pytest.raises(ValueError, match=str(seats)):
            rules_for(game.name, seats)


def test_its_parameters_are_those_of_the_rules(game: Game) -> None:
    usual = game.table(game.tables[0])
    fields = {field.name for field in dataclasses.fields(usual)} - {"seats"}  # type: ignore[arg-type]
    assert set(game.parameters) <= fields
    for name, parameter in game.parameters.items():
        assert parameter.least <= parameter.usual <= parameter.most
        assert parameter.about
        assert getattr(usual, name) == parameter.usual
        for value in (parameter.least, parameter.most):
            assert getattr(game.table(game.tables[0], **{name: value}), name) == value


def test_what_it_refers_to_is_there(game: Game) -> None:
    starts = [form.round_start for form in game.contests.values()]
    for reference in (game.series, game.program, game.show, game.compiled, game.win.rate, *starts):
        if reference:
            resolve(reference)


def test_better_scores_win_more_often(game: Game) -> None:
    """On ten deals, in each of which one player is better from both seats."""
    best, worst = _unequal(game)
    winner = game.win_rate([[(best, worst)] * 2] * 10)
    loser = game.win_rate([[(worst, best)] * 2] * 10)
    assert 0 <= loser.rate < 0.5 < winner.rate <= 1
    assert winner.deals == loser.deals == 10


def _unequal(game: Game) -> tuple[float, float]:
    """The better and the worse score of a random game for two that ends unequal."""
    rules = game.table(2)
    for seed in range(100):
        rng = random.Random(seed)
        state = rules.deal(rng)
        while acting := rules.to_act(state):
            state = rules.play(
                state, {seat: rng.choice(rules.legal(rules.view(state, seat))) for seat in acting}
            )
        worse, better = sorted(rules.scores(state), key=lambda score: score * game.sign)
        if worse != better:
            return better, worse
    raise AssertionError(f"100 games of {game.name} at random all ended equal")
