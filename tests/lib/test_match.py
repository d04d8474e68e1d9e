"""The match runner: many games at once come out as one by one, and each fault policy does what it says."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from playfunc import Card, FunctionPlayer, Hearts, Suit, legal_cards, play_game, transcript
from playfunc.errors import InvalidCardError, PlayerCrash, PlayError, ProtocolError, RenegError, TimeError
from playfunc.games import GAMES
from playfunc.match import Table, play_games, seat_names
from playfunc.measure import deal_rng, rotations
from playfunc.player import Reply
from playfunc.record import record_text, replay
from playfunc.rules import Call

HEARTS = {seats: Hearts(seats) for seats in (2, 4)}
seats_of_both = pytest.mark.parametrize("seats", [2, 4])


@dataclass(frozen=True)
class Seen:
    broken: bool = False
    tricks: int = 0


def remembered(previous) -> Seen:
    if previous is None:
        return Seen()
    trick, seen = previous
    seen = seen or Seen()  # whoever takes over in the middle has no memory
    return Seen(seen.broken or any(card.suit is Suit.HEARTS for card, _ in trick), seen.tricks + 1)


def at_random(player_id, hand, trick, previous) -> tuple[Card, Seen]:
    seen = remembered(previous)
    allowed = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=seen.broken)
    return random.choice(allowed), seen


def never_hearts_first(player_id, hand, trick, previous) -> tuple[Card, None]:
    """Plays legally without memory: leads a heart only when it has nothing else."""
    allowed = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    return allowed[-1], None


def failing(after: int, card: str = "", *, crash: bool = False):
    """Plays like `at_random` for some tricks, then this card or an exception."""

    def play(player_id, hand, trick, previous) -> tuple[Card, Seen]:
        move, seen = at_random(player_id, hand, trick, previous)
        if seen.tricks < after:
            return move, seen
        if crash:
            raise ValueError("out of ideas")
        return Card(card), seen

    return play


def seated(seats: int, *functions, names: Sequence[str] = ("Ann", "Bob", "Cy", "Di")) -> list[FunctionPlayer]:
    filled = [*functions, *[at_random] * (seats - len(functions))]
    return [
        FunctionPlayer(function, HEARTS[seats], name=name, key=name.encode())
        for function, name in zip(filled, names, strict=False)
    ]


def dealt(seats: int, number: int):
    return HEARTS[seats].deal(deal_rng("match", number))


# Lockstep


@seats_of_both
def test_games_in_lockstep_equal_games_one_by_one(seats):
    players = seated(seats, at_random, never_hearts_first)
    tables = [
        table for number in range(6) for table in rotations(HEARTS[seats], dealt(seats, number), players)
    ]
    together = play_games(HEARTS[seats], tables)
    alone = [play_game(HEARTS[seats], table.state, table.players) for table in tables]
    assert together == alone
    assert play_games(HEARTS[seats], tables[::-1]) == alone[::-1]
    assert len({record_text(record) for record in together}) == len(tables)
    assert not any(record.faults for record in together)


class Counting:
    """Passes calls on, and counts them by batch."""

    def __init__(self, player: FunctionPlayer) -> None:
        self.name, self._player = player.name, player
        self.batches: list[int] = []

    def answer(self, calls: Sequence[Call]) -> Sequence[Reply | PlayError]:
        self.batches.append(len(calls))
        return self._player.answer(calls)


@seats_of_both
def test_each_player_is_asked_once_a_round_for_all_its_games(seats):
    players = [Counting(player) for player in seated(seats)]
    deals = [dealt(seats, number) for number in range(10)]
    rounds: list[tuple[int, int]] = []
    play_games(
        HEARTS[seats],
        [Table(deal, tuple(players)) for deal in deals],
        on_round=lambda done, total: rounds.append((done, total)),
    )
    assert sum(sum(player.batches) for player in players) == 52 * len(deals)
    assert all(len(player.batches) <= 52 for player in players)
    assert rounds == [(10 * move, 520) for move in range(1, 53)]


def test_games_may_begin_in_the_middle_or_at_the_end():
    rules, players = HEARTS[2], seated(2)
    record = play_game(rules, dealt(2, 1), players)
    end = replay(record)
    assert play_games(rules, []) == []
    (over,) = play_games(rules, [Table(end, tuple(players))])
    assert over.moves == ()
    assert over.scores == record.scores


@pytest.mark.parametrize("sitting", [0, 1, 3])
def test_every_seat_needs_a_player(sitting):
    with pytest.raises(ValueError, match=f"hearts here takes 2 players, got {sitting}"):
        play_game(HEARTS[2], dealt(2, 1), [*seated(2), *seated(2)][:sitting])


# Names


class Named:
    def __init__(self, name: str) -> None:
        self.name = name

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        return [ProtocolError("only a name") for _ in calls]


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        (["Ann", "Bob"], ["Ann", "Bob"]),
        (["Ann", "Ann"], ["Ann-1", "Ann-2"]),
        (["Ann", "Bob", "Ann", "Ann"], ["Ann-1", "Bob", "Ann-2", "Ann-3"]),
        (["Ann", "Ann", "Bob", "Bob"], ["Ann-1", "Ann-2", "Bob-1", "Bob-2"]),
        (["Ann", "Ann-1", "Ann", "Cy"], ["Ann-2", "Ann-1", "Ann-3", "Cy"]),
        (["Ann", "Ann", "Ann-2", "Ann-2"], ["Ann-1", "Ann-2", "Ann-2-1", "Ann-2-2"]),
    ],
)
def test_names_at_a_table_are_all_different(names, ids):
    assert list(seat_names([Named(name) for name in names])) == ids


@seats_of_both
def test_players_know_each_other_by_these_names(seats):
    heard: set[str] = set()

    def listening(player_id, hand, trick, previous) -> tuple[Card, Seen]:
        heard.update([player_id], (who for _, who in (*trick, *(previous[0] if previous else ()))))
        return at_random(player_id, hand, trick, previous)

    players = seated(seats, *[listening] * seats, names=["Ann"] * seats)
    record = play_game(HEARTS[seats], dealt(seats, 1), players)
    assert heard == set(record.players) == {f"Ann-{number}" for number in range(1, seats + 1)}


def test_a_table_may_name_its_seats():
    (record,) = play_games(HEARTS[2], [Table(dealt(2, 1), tuple(seated(2)), ("north", "south"))])
    assert record.players == ("north", "south")
    assert "north" in transcript(record)


# Faults


@seats_of_both
def test_a_fault_stops_a_game_for_inspection(seats):
    players = seated(seats, failing(3, "C2"))
    record = play_game(HEARTS[seats], dealt(seats, 2), players)
    (fault,) = record.faults
    assert (fault.seat, fault.policy, fault.error, fault.player) == (0, "stop", "InvalidCardError", "Ann")
    assert fault.at == len(record.moves) >= 3 * seats
    assert record.scores is None
    assert isinstance(fault.as_error(), InvalidCardError)
    assert "(not finished)" in transcript(record) or len(record.moves) % seats == 0
    assert str(fault.as_error()) in transcript(record)
    assert HEARTS[seats].to_act(replay(record)) == (0,)


@seats_of_both
@pytest.mark.parametrize("options", [{"card": "C2"}, {"crash": True}], ids=["illegal", "crash"])
def test_a_fault_forfeits_the_hand(seats, options):
    players = seated(seats, at_random, failing(2, **options))
    record = play_game(HEARTS[seats], dealt(seats, 2), players, "forfeit")
    (fault,) = record.faults
    assert fault.seat == 1
    assert record.scores == tuple(26 * (seat == 1) for seat in range(seats))
    assert replay(record).forfeited == (1,)
    assert "Forfeited by Bob." in transcript(record)


def test_a_policy_that_is_none_is_refused():
    with pytest.raises(ValueError, match="one of stop, forfeit, and not 'forfiet'"):
        play_game(HEARTS[2], dealt(2, 2), seated(2), "forfiet")


@dataclass
class Crashing:
    """Never answers."""

    name: str = "Ann"

    def answer(self, calls: Sequence[Call]) -> list[PlayError]:
        return [PlayerCrash("out of ideas") for _ in calls]


def test_a_player_may_forfeit_again_where_the_game_goes_on():
    rules = GAMES["blackjack"].rules(rounds=2)
    record = play_game(rules, rules.deal(deal_rng("again")), [Crashing()] * rules.seats, "forfeit")
    assert len(record.faults) > 1
    assert {(fault.error, fault.policy) for fault in record.faults} == {("PlayerCrash", "forfeit")}
    assert record.scores is not None
    assert tuple(rules.scores(replay(record))) == record.scores


def test_a_fault_in_one_game_leaves_the_others_alone():
    players = seated(2, failing(4, "C2"))
    good = seated(2)
    tables = [Table(dealt(2, n), tuple(players if n % 2 else good)) for n in range(6)]
    records = play_games(HEARTS[2], tables, "forfeit")
    assert [bool(record.faults) for record in records] == [False, True] * 3
    for table, record in zip(tables, records, strict=True):
        assert record == play_game(HEARTS[2], table.state, table.players, "forfeit")


class Broken:
    """As a worker that died: one and the same error for a whole batch."""

    name = "broken"

    def answer(self, calls: Sequence[Call]) -> list[PlayError]:
        return [PlayerCrash("its process ended")] * len(calls)


def test_one_error_for_a_batch_is_told_with_each_games_own_position():
    players = (Broken(),) * 2
    tables = [Table(dealt(2, number), players, (f"Ann {number}", f"Bob {number}")) for number in range(4)]
    records = play_games(HEARTS[2], tables)
    for number, record in enumerate(records):
        (fault,) = record.faults
        turn = tables[number].state.turn
        assert fault.player == tables[number].names[turn]
        assert " ".join(card.text for card in tables[number].state.hands[turn]) in fault.position


@pytest.mark.parametrize(
    ("answer", "error", "reason"),
    [
        (Reply("C3", "null"), "LeadError", "You led C3, but the first trick must open with C2"),
        (Reply("X9", "null"), "ProtocolError", "not a card: 'X9'"),
        (Reply("", "null"), "ProtocolError", "not a card: ''"),
        (TimeError("2 s of CPU, over the limit of 1 s"), "TimeError", "2 s of CPU"),
    ],
)
def test_what_comes_back_over_a_wire_is_checked_again(answer, error, reason):
    class Wired:
        name = "wired"

        def answer(self, calls: Sequence[Call]) -> list[Reply | PlayError]:
            return [answer for _ in calls]

    state = HEARTS[2].from_hands([[Card("C2"), Card("C3")], [Card("C4"), Card("C5")]])
    (fault,) = play_game(HEARTS[2], state, [Wired(), Wired()]).faults
    assert fault.error == error
    assert reason in fault.reason
    assert fault.position == HEARTS[2].storyteller.describe(
        HEARTS[2], HEARTS[2].view(state, 0), ("wired-1", "wired-2")
    )


def test_a_player_must_answer_every_call():
    class Lazy(Named):
        def answer(self, calls: Sequence[Call]) -> list[Reply]:
            return []

    with pytest.raises(ValueError, match="shorter"):
        play_game(HEARTS[2], dealt(2, 1), [Lazy("a"), Lazy("b")])


def test_a_fault_costs_nothing_of_the_moves_before_it():
    rules = HEARTS[2]
    stopped = play_game(rules, dealt(2, 3), seated(2, failing(5, "C2")))
    clean = play_game(rules, dealt(2, 3), seated(2))
    assert stopped.moves == clean.moves[: len(stopped.moves)]
    assert stopped.faults[0].error in (InvalidCardError.__name__, RenegError.__name__)
