"""What the rules of every game owe, asked of each game that is installed (facts of each: `game_facts`)."""

import copy
import json
import pickle
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from game_facts import Facts
from playfunc.codec import decode, encode
from playfunc.errors import IllegalMoveError, NotationError, ProtocolError
from playfunc.games import GAMES
from playfunc.match import play_game
from playfunc.measure import rotations
from playfunc.player import Reply
from playfunc.record import GameRecord, calls, record_text, replay, rules_parameters, states, transcript
from playfunc.rules import Call, Rules

DEALS = 12


@pytest.fixture
def rules(facts: Facts) -> Rules[Any, Any, Any]:
    return facts.rules()


@pytest.fixture
def moves(facts: Facts, rules: Rules[Any, Any, Any]) -> list[Any]:
    """Every move that exists, as far as it is known."""
    if facts.moves:
        return list(facts.moves)
    found = (
        move
        for state in positions(rules)
        for seat in rules.to_act(state)
        for move in rules.legal(rules.view(state, seat))
    )
    return list(dict.fromkeys(found))


def walk(rules: Rules[Any, Any, Any], seed: int) -> Iterator[tuple[Any, dict[int, Any]]]:
    """A random game: each state with the moves then made, none in the last."""
    rng = random.Random(seed)
    state = rules.deal(rng)
    while acting := rules.to_act(state):
        moves = {seat: rng.choice(rules.legal(rules.view(state, seat))) for seat in acting}
        yield state, moves
        state = rules.play(state, moves)
    yield state, {}


def positions(rules: Rules[Any, Any, Any], deals: int = DEALS) -> Iterator[Any]:
    return (state for seed in range(deals) for state, _ in walk(rules, seed))


class Scripted:
    """A player that makes the moves it was given, and remembers how many."""

    def __init__(self, name: str, moves: Sequence[str]) -> None:
        self.name, self._moves = name, iter(moves)
        self.asked: list[Call] = []

    def answer(self, asked: Sequence[Call]) -> list[Reply]:
        self.asked.extend(asked)
        return [Reply(next(self._moves), json.dumps(f"{self.name}, {len(self.asked)}")) for _ in asked]


def scripted(rules: Rules[Any, Any, Any], game: Sequence[tuple[Any, dict[int, Any]]]) -> list[Scripted]:
    """Players for a game that was walked through: one per seat."""
    moves = [
        [rules.projection.move_text(m[seat]) for _, m in game if seat in m] for seat in range(rules.seats)
    ]
    return [Scripted(f"player {seat}", texts) for seat, texts in enumerate(moves)]


def played(rules: Rules[Any, Any, Any], seed: int) -> GameRecord:
    game = list(walk(rules, seed))
    return play_game(rules, game[0][0], scripted(rules, game))


def test_rules_are_a_value(facts, rules):
    assert rules.name == facts.game
    assert GAMES[rules.name].rules(**rules_parameters(rules)) == rules == pickle.loads(pickle.dumps(rules))
    assert len(set(rules.functions)) == len(rules.functions) > 0


def test_a_deal_depends_on_its_generator_alone(rules):
    deals = [encode(rules.deal(random.Random(seed)), rules.state_type()) for seed in (1, 2, 3, 1)]
    assert deals[0] == deals[3]
    assert len(set(deals)) == 3


def test_the_deck_is_conserved(facts, rules):
    for seed in range(DEALS):
        first, *rest = [sorted(facts.cards(state)) for state, _ in walk(rules, seed)]
        assert all(cards == first for cards in rest)


def test_there_is_a_legal_move_until_the_end(rules):
    for state in positions(rules):
        for seat in rules.to_act(state):
            assert 0 <= seat < rules.seats
            legal = list(rules.legal(rules.view(state, seat)))
            assert legal
            assert len(set(legal)) == len(legal)


def test_every_legal_move_can_be_played_and_no_other(rules, moves):
    for state in positions(rules, 4):
        for seat in rules.to_act(state):
            view = rules.view(state, seat)
            others = {s: rules.legal(rules.view(state, s))[0] for s in rules.to_act(state)}
            legal = list(rules.legal(view))
            for move in moves:
                if move in legal:
                    rules.check(view, move)
                    assert rules.play(state, {**others, seat: move}) != state
                else:
                    with pytest.raises(IllegalMoveError) as from_play:
                        rules.play(state, {**others, seat: move})
                    with pytest.raises(type(from_play.value)):
                        rules.check(view, move)
                    assert rules.projection.move_text(move) in from_play.value.reason
                    assert from_play.value.position == rules.storyteller.describe(rules, view)


def test_illegal_moves_have_a_name_of_their_own(rules, moves):
    """A game in which everything is always legal has none."""
    kinds, legal = set(), True
    for state in positions(rules, 4):
        for seat in rules.to_act(state):
            view = rules.view(state, seat)
            legal = legal and set(moves) <= set(rules.legal(view))
            for move in moves:
                try:
                    rules.check(view, move)
                except IllegalMoveError as error:
                    kinds.add(type(error))
    assert bool(kinds) is not legal
    assert IllegalMoveError not in kinds


def test_nothing_can_be_played_after_the_end(rules):
    *_, (last, _) = walk(rules, 1)
    assert rules.to_act(last) == ()
    for seat in range(rules.seats):
        assert not list(rules.legal(rules.view(last, seat)))


def test_scores_are_in_range(facts, rules):
    for seed in range(60):
        *_, (last, _) = walk(rules, seed)
        scores = rules.scores(last)
        assert len(scores) == rules.seats
        assert facts.fair(scores)


def test_moves_are_to_come_until_the_end_and_none_after_it(rules):
    for seed in range(4):
        *before, (last, _) = walk(rules, seed)
        assert all(rules.expected_moves(state) >= len(rules.to_act(state)) for state, _ in before)
        assert rules.expected_moves(last) == 0


def test_a_view_hides_what_a_seat_cannot_know(hiding):
    rules = hiding.rules()
    names = [f"player {seat}" for seat in range(rules.seats)]
    changed = 0
    for number, state in enumerate(positions(rules)):
        for seat in range(rules.seats):
            other = hiding.hide(state, seat, random.Random(number))
            changed += other != state
            before, after = rules.view(state, seat), rules.view(other, seat)
            assert before == after
            assert rules.storyteller.describe(rules, before) == rules.storyteller.describe(rules, after)
            if seat in rules.to_act(state):
                assert rules.projection.call(before, names, "7") == rules.projection.call(after, names, "7")
    assert changed > DEALS


def test_a_view_and_legal_are_the_same_when_asked_again(rules):
    for state in positions(rules, 4):
        again = decode(encode(state, rules.state_type()), rules.state_type())
        for seat in range(rules.seats):
            view = rules.view(state, seat)
            assert rules.view(again, seat) == view
            assert list(rules.legal(rules.view(again, seat))) == list(rules.legal(view))


def test_a_call_is_made_of_json_values(rules):
    names = [f"player {seat}" for seat in range(rules.seats)]
    for state in positions(rules, 4):
        for seat in rules.to_act(state):
            call = rules.projection.call(rules.view(state, seat), names, '"memory"')
            assert call.function in rules.functions
            assert call.memory in (None, '"memory"')
            assert tuple(json.loads(json.dumps(call.arguments))) == call.arguments
            assert rules.projection.arguments(call, "memory") == rules.projection.arguments(call, "memory")
            hash(rules.projection.arguments(call, "memory"))  # immutable all the way down


def test_no_state_is_changed(rules):
    names = [f"player {seat}" for seat in range(rules.seats)]
    for state, played in walk(rules, 3):
        before, kept = copy.deepcopy(state), encode(state, rules.state_type())
        for seat in range(rules.seats):
            view = rules.view(state, seat)
            rules.legal(view)
            rules.storyteller.describe(rules, view, names)
        for seat, move in played.items():
            rules.projection.arguments(rules.projection.call(rules.view(state, seat), names, "1"), 1)
            rules.check(rules.view(state, seat), move)
        if played:
            rules.play(state, played)
            rules.forfeit(state, tuple(played))
        else:
            rules.scores(state)
        rules.storyteller.transcript(rules, names, (state, state))
        assert state == before
        assert encode(state, rules.state_type()) == kept
        hash(state)


def test_states_survive_their_text(rules):
    for state in positions(rules, 4):
        text = encode(state, rules.state_type())
        assert decode(text, rules.state_type()) == state
        assert encode(decode(text, rules.state_type()), rules.state_type()) == text


def test_moves_survive_their_text(rules, moves):
    assert [rules.projection.parse_move(rules.projection.move_text(move)) for move in moves] == moves
    assert len({rules.projection.move_text(move) for move in moves}) == len(moves)
    for text in ("", "?", "C2 ", "null"):
        with pytest.raises(NotationError):
            rules.projection.parse_move(text)


def test_replies_are_read_by_exact_type(rules, moves):
    assert [rules.projection.read_reply(move) for move in moves] == moves
    for odd in (None, object(), 0.5, [], ("C2",), rules):
        with pytest.raises(ProtocolError) as caught:
            rules.projection.read_reply(odd)
        assert type(odd).__name__ in caught.value.reason


def test_a_record_replays_identically_and_survives_its_text(rules):
    for seed in range(DEALS):
        game = list(walk(rules, seed))
        record = played(rules, seed)
        assert list(states(record)) == [state for state, _ in game]
        assert replay(record) == game[-1][0]
        assert record.scores == tuple(rules.scores(game[-1][0]))
        text = record_text(record)
        assert "\n" not in text
        again = decode(text, GameRecord)
        assert again == record
        assert record_text(again) == text
        assert replay(again) == game[-1][0]
        assert transcript(again) == transcript(record)


def test_a_record_tells_what_each_player_was_asked(rules):
    game = list(walk(rules, 5))
    players = scripted(rules, game)
    record = play_game(rules, game[0][0], players)
    asked = list(calls(record))
    assert [move for _, _, move in asked] == list(record.moves)
    for seat, player in enumerate(players):
        assert [call for other, call, _ in asked if other == seat] == player.asked


def test_a_transcript_names_players_and_every_move(rules):
    record = played(rules, 2)
    text = transcript(record)
    for name in record.players:
        assert name in text
    for move in record.moves:
        assert move.move in text


def test_rotations_seat_everybody_everywhere_once(rules):
    players = [Scripted(f"player {seat}", []) for seat in range(rules.seats)]
    state = rules.deal(random.Random(1))
    tables = rotations(rules, state, players)
    assert all(table.state is state for table in tables)
    for r, table in enumerate(tables):
        assert all(table.players[(i + r) % rules.seats] is player for i, player in enumerate(players))
    for seat in range(rules.seats):
        assert {table.players[seat].name for table in tables} == {player.name for player in players}
