"""The call as Python: run as it stands, it asks the player the same."""

import json
import random
from dataclasses import dataclass

import pytest
from playfunc import Card, FunctionPlayer
from playfunc.games import GAMES
from playfunc.match import play_game
from playfunc.record import calls
from playfunc.show.seen import AS_ANNOTATED, call_source
from playfunc_opponents import opponent, weakest_at
from playfunc_opponents.hearts import basic


@pytest.mark.parametrize("game", sorted(GAMES.usable()))
def test_running_the_text_hands_over_the_same_arguments(game):
    rules = GAMES[game].table(2)
    players = [opponent(rules, weakest_at(rules), key=key) for key in (b"one", b"two")]
    record = play_game(rules, rules.deal(random.Random(2)), players)
    for _, call, _ in list(calls(record))[:8]:
        asked = []
        source = call_source(rules, call)
        exec(source, {call.function: lambda *arguments, asked=asked: asked.append(arguments)})
        memory = None if call.memory is None else json.loads(call.memory)
        assert asked == [rules.projection.arguments(call, memory)]
        assert max(map(len, source.splitlines())) <= 110


@dataclass(frozen=True)
class Seen:
    cards: frozenset[Card]


def copy_of_signature(function, given):
    """A function that is annotated as `function` is, and only notes its arguments."""

    def noting(*arguments):
        given.append(arguments)

    noting.__annotations__ = function.__annotations__
    return noting


def test_memory_is_written_as_a_value_of_its_type_or_is_read_as_it_there():
    rules = GAMES["hearts"].table(2)

    def mine(player_id, hand, trick, previous) -> tuple[Card, Seen]:
        seen = previous[1].cards if previous else frozenset()
        card, _ = basic.play(player_id, hand, trick, None)
        return card, Seen(seen | {card})

    players = [FunctionPlayer(mine, rules, name="a"), opponent(rules, "basic")]
    record = play_game(rules, rules.deal(random.Random(3)), players)
    asked = [call for seat, call, _ in calls(record) if seat == 0 and call.memory]
    for call in asked[:1]:
        text = call_source(rules, call, Seen)
        assert "play(" in text
        assert "Seen(cards=" in text
    assert "{'cards': [" in call_source(rules, asked[0])
    given = []
    typed = copy_of_signature(mine, given)
    exec(call_source(rules, asked[0], AS_ANNOTATED), {"play": typed})
    ((_, _, _, (_, memory)),) = given
    assert isinstance(memory, Seen)
    assert memory.cards
