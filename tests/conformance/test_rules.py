"""What every game owes, asked of each entry of GAMES. A new game adds one line to TABLE."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from playfunc.cards import Card, WhistCard
from playfunc.codec import decode, encode
from playfunc.duplicate import rotations
from playfunc.errors import IllegalMoveError, NotationError, ProtocolError
from playfunc.games import GAMES
from playfunc.games.blackjack import Bet, BlackJackState, Double, Hit, Stand
from playfunc.games.footsteps import FootStepsState
from playfunc.games.hearts import DECK, HeartsState
from playfunc.games.skullwhist import SkullWhistState
from playfunc.match import play_game
from playfunc.player import Reply
from playfunc.record import GameRecord, calls, record_text, replay, rules_parameters, states, transcript
from playfunc.rules import Call, Rules

DEALS = 12


@dataclass(frozen=True)
class Facts:
    """A game to test, and the little that only its own author can say about it."""

    game: str
    parameters: dict[str, Any]
    moves: Sequence[Any]
    """Every move there is, legal or not."""
    cards: Callable[[Any], list[Any]]
    """All cards in a state, wherever they are."""
    hide: Callable[[Any, int, random.Random], Any]
    """The state with everything changed that this seat cannot know."""
    fair: Callable[[Sequence[float]], bool]
    """Whether a finished game can have these scores."""
    hides: bool = True
    """Whether anything is hidden from a seat; FootSteps hides nothing but the bids under way."""

    def rules(self) -> Rules[Any, Any, Any]:
        return GAMES[self.game](**self.parameters)


def _hearts_cards(state: HeartsState) -> list[Card]:
    played = [card for trick in (*state.history, state.trick) for card, _ in trick]
    return played + [card for hand in state.hands for card in hand]


def _hearts_hide(state: HeartsState, seat: int, rng: random.Random) -> HeartsState:
    """Deals the others' cards round again; a lone opponent gets any cards but the seat's own."""
    own = state.hands[seat]
    others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    pool = others if len(state.hands) > 2 else [card for card in DECK if card not in own]
    rng.shuffle(pool)
    return replace(
        state,
        hands=tuple(
            own if other == seat else tuple(sorted(pool.pop() for _ in hand))
            for other, hand in enumerate(state.hands)
        ),
    )


def _hearts_fair(scores: Sequence[float]) -> bool:
    moon = sorted(scores) == [0] + [26] * (len(scores) - 1)
    return moon or (sum(scores) == 26 and min(scores) >= 0)


def _no_cards(state: FootStepsState) -> list[Any]:
    return []


def _nothing_hidden(state: FootStepsState, seat: int, rng: random.Random) -> FootStepsState:
    return state


def _won_lost_or_drawn(scores: Sequence[float]) -> bool:
    return tuple(scores) in {(1, 0), (0.5, 0.5), (0, 1)}


def _skullwhist_cards(state: SkullWhistState) -> list[WhistCard]:
    played = [card for trick in (*state.history, state.trick) for card, _ in trick]
    return [*played, *state.unseen, *(card for hand in state.hands for card in hand)]


def _skullwhist_hide(state: SkullWhistState, seat: int, rng: random.Random) -> SkullWhistState:
    """Mixes the other hand with the cards thrown away; before both have bid, also who leads, and a bid."""
    other = 1 - seat
    pool = [*state.hands[other], *state.unseen]
    rng.shuffle(pool)
    size = len(state.hands[other])
    hands = {seat: state.hands[seat], other: tuple(sorted(pool[:size]))}
    changed = replace(state, hands=(hands[0], hands[1]), unseen=tuple(pool[size:]))
    if None not in state.bids:
        return changed
    known = state.bids[other] is not None
    bids = {seat: state.bids[seat], other: rng.randint(1, 13) if known else None}
    return replace(changed, bids=(bids[0], bids[1]), turn=rng.randrange(2))


def _skullwhist_fair(scores: Sequence[float]) -> bool:
    return all(10 <= abs(s) <= 130 and (s > 0 or s % 10 == 0) for s in scores)


def _blackjack_cards(state: BlackJackState) -> list[str]:
    return [*"".join(state.shoes)]


def _blackjack_hide(state: BlackJackState, seat: int, rng: random.Random) -> BlackJackState:
    """Shuffles the hole card with all that is still to be drawn, and gives the others other chips."""
    chips = tuple(c if owner == seat else c + rng.randrange(50) for owner, c in enumerate(state.chips))
    now = state.number // BLACKJACK_HANDS
    drawn = state.shoes[now][: state.drawn]
    unseen = list(state.shoes[now][state.drawn :]) + ([state.dealer[1]] if state.queue else [])
    rng.shuffle(unseen)
    dealer = state.dealer[0] + unseen.pop() if state.queue else state.dealer
    shoes = list(state.shoes)
    shoes[now] = drawn + "".join(unseen)
    for later in range(now + 1, len(shoes)):
        shoes[later] = "".join(rng.sample(shoes[later], len(shoes[later])))
    return replace(state, shoes=tuple(shoes), dealer=dealer, chips=chips)


BLACKJACK_HANDS = 3
BLACKJACK_MOVES = [Hit, Stand, Double, *map(Bet, (0, 1, 2, 5, 9, 10, 11, 29, 30, 60, 61, 110, 500))]


def _blackjack_fair(scores: Sequence[float]) -> bool:
    return all(type(s) is int and s >= 0 for s in scores)


def _blackjack(seats: int, rounds: int) -> Facts:
    parameters = {"seats": seats, "rounds": rounds, "hands": BLACKJACK_HANDS, "chips": 60}
    return Facts("blackjack", parameters, BLACKJACK_MOVES, _blackjack_cards, _blackjack_hide, _blackjack_fair)


TABLE = [
    Facts("hearts", {"seats": 2}, DECK, _hearts_cards, _hearts_hide, _hearts_fair),
    Facts("hearts", {"seats": 4}, DECK, _hearts_cards, _hearts_hide, _hearts_fair),
    Facts(
        "skullwhist",
        {},
        [*WhistCard.deck(), *range(-1, 16)],
        _skullwhist_cards,
        _skullwhist_hide,
        _skullwhist_fair,
    ),
    Facts(
        "footsteps",
        {"cells": 7, "points": 50},
        range(-2, 53),
        _no_cards,
        _nothing_hidden,
        _won_lost_or_drawn,
        hides=False,
    ),
    Facts(
        "footsteps",
        {"cells": 3, "points": 4},
        range(-2, 6),
        _no_cards,
        _nothing_hidden,
        _won_lost_or_drawn,
        hides=False,
    ),
    _blackjack(1, 2),
    _blackjack(2, 2),
    _blackjack(4, 1),
]


@pytest.fixture(params=TABLE, ids=lambda facts: f"{facts.game}-{facts.parameters}")
def facts(request: pytest.FixtureRequest) -> Facts:
    return request.param


@pytest.fixture
def rules(facts: Facts) -> Rules[Any, Any, Any]:
    return facts.rules()


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
    moves = [[rules.move_text(m[seat]) for _, m in game if seat in m] for seat in range(rules.seats)]
    return [Scripted(f"player {seat}", texts) for seat, texts in enumerate(moves)]


def played(rules: Rules[Any, Any, Any], seed: int) -> GameRecord:
    game = list(walk(rules, seed))
    return play_game(rules, game[0][0], scripted(rules, game))


def test_every_game_is_tested():
    assert {facts.game for facts in TABLE} == set(GAMES)


def test_rules_are_a_value(facts, rules):
    assert rules.name == facts.game
    assert GAMES[rules.name](**rules_parameters(rules)) == rules == pickle.loads(pickle.dumps(rules))
    assert rules.better in ("low", "high")
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


def test_every_legal_move_can_be_played_and_no_other(facts, rules):
    for state in positions(rules, 4):
        for seat in rules.to_act(state):
            view = rules.view(state, seat)
            others = {s: rules.legal(rules.view(state, s))[0] for s in rules.to_act(state)}
            legal = list(rules.legal(view))
            for move in facts.moves:
                if move in legal:
                    rules.check(view, move)
                    assert rules.play(state, {**others, seat: move}) != state
                else:
                    with pytest.raises(IllegalMoveError) as from_play:
                        rules.play(state, {**others, seat: move})
                    with pytest.raises(type(from_play.value)):
                        rules.check(view, move)
                    assert rules.move_text(move) in from_play.value.reason
                    assert from_play.value.position == rules.describe(view)


def test_illegal_moves_have_a_name_of_their_own(facts, rules):
    kinds = set()
    for state in positions(rules, 4):
        for seat in rules.to_act(state):
            for move in facts.moves:
                try:
                    rules.check(rules.view(state, seat), move)
                except IllegalMoveError as error:
                    kinds.add(type(error))
    assert kinds
    assert IllegalMoveError not in kinds


def test_nothing_can_be_played_after_the_end(facts, rules):
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


def test_a_view_hides_what_a_seat_cannot_know(facts, rules):
    names = [f"player {seat}" for seat in range(rules.seats)]
    changed = 0
    for number, state in enumerate(positions(rules)):
        for seat in range(rules.seats):
            other = facts.hide(state, seat, random.Random(number))
            changed += other != state
            before, after = rules.view(state, seat), rules.view(other, seat)
            assert before == after
            assert rules.describe(before) == rules.describe(after)
            if seat in rules.to_act(state):
                assert rules.call(before, names, "7") == rules.call(after, names, "7")
    assert changed > DEALS if facts.hides else changed == 0


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
            call = rules.call(rules.view(state, seat), names, '"memory"')
            assert call.function in rules.functions
            assert call.memory in (None, '"memory"')
            assert tuple(json.loads(json.dumps(call.arguments))) == call.arguments
            assert rules.arguments(call, "memory") == rules.arguments(call, "memory")
            hash(rules.arguments(call, "memory"))  # immutable all the way down


def test_no_state_is_changed(facts, rules):
    names = [f"player {seat}" for seat in range(rules.seats)]
    for state, moves in walk(rules, 3):
        before, kept = copy.deepcopy(state), encode(state, rules.state_type())
        for seat in range(rules.seats):
            view = rules.view(state, seat)
            rules.legal(view)
            rules.describe(view, names)
        for seat, move in moves.items():
            rules.arguments(rules.call(rules.view(state, seat), names, "1"), 1)
            rules.check(rules.view(state, seat), move)
        if moves:
            rules.play(state, moves)
            rules.forfeit(state, tuple(moves))
        else:
            rules.scores(state)
        rules.transcript(names, (state, state))
        assert state == before
        assert encode(state, rules.state_type()) == kept
        hash(state)


def test_states_survive_their_text(rules):
    for state in positions(rules, 4):
        text = encode(state, rules.state_type())
        assert decode(text, rules.state_type()) == state
        assert encode(decode(text, rules.state_type()), rules.state_type()) == text


def test_moves_survive_their_text(facts, rules):
    assert [rules.parse_move(rules.move_text(move)) for move in facts.moves] == list(facts.moves)
    assert len({rules.move_text(move) for move in facts.moves}) == len(facts.moves)
    for text in ("", "?", "C2 ", "null"):
        with pytest.raises(NotationError):
            rules.parse_move(text)


def test_replies_are_read_by_exact_type(facts, rules):
    assert [rules.read_reply(move) for move in facts.moves] == list(facts.moves)
    for odd in (None, object(), 0.5, [], ("C2",), rules):
        with pytest.raises(ProtocolError) as caught:
            rules.read_reply(odd)
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
