"""Built-in bots on a simulated clock: when they step in, how they move, and that a restart changes no move."""

import logging
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playfunc.player import Reply
from playfunc.rules import Call
from playfunc_arena.whist import RULES, LiveGame, RefusedError, begin, bid, play
from playfunc_opponents import opponents_at
from playfunc_web.database.tables import Bot, BotSession, WhistSeat
from playfunc_web.errors import StorageError
from playfunc_web.skullwhist import server_state
from playfunc_web.skullwhist.bot_workers import Question, calls_of, think
from playfunc_web.skullwhist.bots import HOUSE_PREFIX
from sqlalchemy import select
from whist_built_in import Inline, finish, meet
from whist_games import NOTHING, any_card, followers, played_to_the_end
from whist_process import whist_process
from whist_server import PASSWORD, Server, opened

KEY = b"key of a test"


@pytest.fixture
def minds() -> Inline:
    return Inline()


@pytest.fixture
def server(tmp_path: Path, minds: Inline) -> Iterator[Server]:
    with opened(tmp_path / "site", built_in_after=10.0, key=KEY, minds=minds) as made:
        yield made


def bots_of(server: Server) -> dict[int, str]:
    return dict(server.hall.built_in.bots)


def only(server: Server, baseline: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this baseline alone step in."""
    monkeypatch.setattr(server_state, "opponents_at", lambda rules: (baseline,))


def test_there_is_a_marked_bot_for_each_baseline(server: Server) -> None:
    with server.site.database.reading() as session:
        rows = session.scalars(select(Bot).where(Bot.house != "").order_by(Bot.id)).all()
        assert session.scalars(select(BotSession)).all() == []
    assert [row.house for row in rows] == list(opponents_at(RULES))
    assert all(row.name == f"{HOUSE_PREFIX}{row.house}" for row in rows)
    server.restart()
    assert bots_of(server) == {row.id: row.house for row in rows}, "a restart makes no more"


@pytest.mark.parametrize("name", ["house-basic", "house-", "House-gold", "HOUSE-9"])
def test_nobody_else_is_called_so(server: Server, name: str) -> None:
    told = server.post("register", name=name, password=PASSWORD)
    assert told["result"] == "failure"
    assert "house-" in told["reason"]
    assert server.post("login", name=name, password=PASSWORD)["result"] == "failure"
    assert server.post("register", name="houseplant", password=PASSWORD)["result"] == "success"


@pytest.mark.parametrize("baseline", opponents_at(RULES))
def test_a_lone_bot_plays_a_whole_game(
    server: Server, baseline: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(server, baseline, monkeypatch)
    session, number = server.bot("ada")
    dealt = meet(server, session)
    assert bots_of(server)[dealt["opponent"]] == baseline
    assert finish(server, session, dealt["cards"]) == []
    assert server.post("status", session=session) == {"result": "success", **NOTHING}
    old = server.post("old-game", session=session, game=dealt["game"])
    assert {old["bot1"], old["bot2"]} == {number, dealt["opponent"]}
    assert old["tricks1"] + old["tricks2"] == 13
    assert old["forfeited_by"] is None
    assert None not in (old["score1"], old["score2"])
    assert len(old["rounds"]) == 13


def test_built_in_bots_wait_for_others_first(server: Server) -> None:
    session, _ = server.bot("ada")
    wait = server.begin("new-game", session=session)
    server.pass_time(9.9)
    server.pair()
    assert wait.answer is None
    server.pass_time(0.1)
    server.pair()
    assert wait.answer is not None


def test_two_waiting_bots_meet_each_other(server: Server) -> None:
    ada, ada_id = server.bot("ada")
    bob, bob_id = server.bot("bob")
    first = server.begin("new-game", session=ada)
    server.pass_time(20)
    second = server.begin("new-game", session=bob)
    assert server.hall.built_in.step_in(server.now) == [], "two wait: they are about to be paired"
    server.pair()
    assert first.answer is not None
    assert second.answer is not None
    assert (first.answer["opponent"], second.answer["opponent"]) == (bob_id, ada_id)


def test_built_in_bots_never_meet_each_other_and_all_are_met(server: Server) -> None:
    """Three built-in bots play eleven games at once."""
    sessions = [server.bot(f"bot{n}")[0] for n in range(11)]
    met = [meet(server, session)["opponent"] for session in sessions]
    assert set(met) == set(bots_of(server))
    assert len(server.hall.built_in.games) == 11
    for game in server.hall.lobby.games:
        assert sum(bot in bots_of(server) for bot in game.bots) == 1


def test_there_are_so_many_built_in_games_at_most(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_state, "MOST_GAMES", 1)
    meet(server, server.bot("ada")[0])
    wait = server.begin("new-game", session=server.bot("bob")[0])
    server.pass_time(20)
    server.pair()
    assert wait.answer is None


def test_off_by_setting(tmp_path: Path) -> None:
    with opened(tmp_path / "off", built_in_after=0.0) as server:
        wait = server.begin("new-game", session=server.bot("ada")[0])
        server.pass_time(28.5)
        server.pair()
        assert wait.answer is None
        assert bots_of(server) == {}


def test_switched_off_they_play_on(tmp_path: Path, minds: Inline) -> None:
    with opened(tmp_path / "site", built_in_after=10.0, minds=minds) as server:
        session, _ = server.bot("ada")
        dealt = meet(server, session)
        server._settings["built_in_after"] = 0.0
        server.restart()
        assert finish(server, session, dealt["cards"]) == []
        wait = server.begin("new-game", session=session)
        server.pass_time(20)
        server.pair()
        assert wait.answer is None


@pytest.mark.parametrize("baseline", opponents_at(RULES))
def test_a_restart_changes_no_move(tmp_path: Path, baseline: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game with the server killed after every few cards, and without."""
    games = []
    for way, pauses in (("calm", (13,)), ("killed", (0, 1, 5, 7))):
        with opened(tmp_path / way, seed=5, built_in_after=10.0, key=KEY, minds=Inline()) as server:
            session, _ = server.bot("ada")
            with monkeypatch.context() as one:
                only(server, baseline, one)
                dealt = meet(server, session)
            hand = dealt["cards"]
            for rounds in pauses:
                hand = finish(server, session, hand, rounds)
                if way == "killed":
                    server.restart()
            old = server.post("old-game", session=session, game=dealt["game"])
            games.append({name: value for name, value in old.items() if name not in ("started", "finished")})
    assert games[0] == games[1]


def test_after_a_move_only_what_is_new_is_asked(server: Server, minds: Inline) -> None:
    session, _ = server.bot("ada")
    finish(server, session, meet(server, session)["cards"])
    assert [len(question.calls) for question in minds.asked] == [1] * 14
    assert [question.memory is None for question in minds.asked] == [True] + [False] * 13


def test_a_built_in_bot_that_gives_up_forfeits_by_the_clock(
    server: Server, minds: Inline, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(logging.getLogger("playfunc_web"), "propagate", True)
    session, _ = server.bot("ada")
    dealt = meet(server, session)
    minds.losses = 1
    finish(server, session, dealt["cards"], rounds=0)
    server.think()
    assert len(minds.asked) == 1, "it is not asked over and over"
    assert f"a built-in bot will forfeit game {dealt['game']}: gone" in caplog.text
    server.pass_time(121)
    old = server.post("old-game", session=session, game=dealt["game"])
    assert old["forfeited_by"] == dealt["opponent"]
    meet(server, session)
    server.think()
    assert len(minds.asked) == 2, "and plays the next game"


@pytest.mark.parametrize("move", ["14", "S01"])
def test_built_in_bots_keep_the_rules(
    server: Server, minds: Inline, move: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cheat(question: Question) -> Reply:
        return Reply(move, "null")

    monkeypatch.setattr(minds, "answer", cheat)
    dealt = meet(server, server.bot("ada")[0])
    server.think()
    (game,) = server.hall.lobby.games
    assert game.number == dealt["game"]
    assert game.state.bids == (None, None)


def test_a_full_disk_delays_a_move(server: Server, minds: Inline, monkeypatch: pytest.MonkeyPatch) -> None:
    session, _ = server.bot("ada")
    meet(server, session)
    failures = iter([StorageError("disk full")])
    answer = server.hall.lobby.answer

    def failing(*arguments: object) -> None:
        for error in failures:
            raise error
        answer(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(server.hall.lobby, "answer", failing)
    server.think()
    assert len(minds.asked) == 2
    assert minds.asked[0] == minds.asked[1]
    (game,) = server.hall.lobby.games
    assert [bid is not None for bid in game.state.bids].count(True) == 1


def test_a_move_for_a_game_that_is_over_is_dropped(server: Server) -> None:
    session, _ = server.bot("ada")
    dealt = meet(server, session)
    (game,) = server.hall.lobby.games
    seat = game.seat_of(dealt["opponent"])
    server.bot("ada")
    server.hall.lobby.answer(game, seat, 5, server.now)
    again = meet(server, server.bot("ada")[0])
    assert again["game"] != dealt["game"]
    server.hall.lobby.answer(game, seat, 5, server.now)
    (present,) = server.hall.lobby.games
    assert present.state.bids == (None, None)
    with pytest.raises(RefusedError):
        server.hall.lobby.answer(present, present.seat_of(again["opponent"]), 14, server.now)


def test_deserted_built_in_games_end_by_the_clock(server: Server) -> None:
    _, number = server.bot("ada")
    session, _ = server.bot("ada")
    meet(server, session)
    server.think()
    server.pass_time(121)
    assert server.hall.built_in.games == []
    with server.site.database.reading() as reading:
        (forfeited,) = reading.scalars(select(WhistSeat).where(WhistSeat.forfeited)).all()
    assert forfeited.bot_id == number


def test_a_seed_decides_who_steps_in(tmp_path: Path) -> None:
    met = []
    for name in ("one", "other"):
        with opened(tmp_path / name, seed=3, built_in_after=5.0, minds=Inline()) as server:
            sessions = [server.bot(f"bot{n}")[0] for n in range(6)]
            met.append([meet(server, session, 5.0)["opponent"] for session in sessions])
    assert met[0] == met[1]


@pytest.mark.long
def test_a_game_goes_on_after_kills_of_a_real_server(tmp_path: Path) -> None:
    with whist_process(tmp_path / "site", built_in_bots=True) as server:
        server.post("register", name="ada", password=PASSWORD)
        session = server.post("login", name="ada", password=PASSWORD)["session"]
        dealt = server.post("new-game", session=session)
        server.post("bid", session=session, bid=3)
        hand = list(dealt["cards"])
        while (seen := server.post("status", session=session))["game"] is not None:
            if not seen["your-turn"]:
                time.sleep(0.1)
                continue
            card = followers(hand, seen["opponent-current-card"])[0]
            server.post("play", session=session, card=card)
            hand.remove(card)
            if len(hand) in (10, 4):
                server.kill()
                server.start()
        old = server.game(dealt["game"])
    assert hand == []
    assert old["forfeited_by"] is None
    assert old["tricks1"] + old["tricks2"] == 13


# A built-in bot is asked about its game in one order, and answers the same in one go as call by call.
def after_every_move(seed: int) -> list[LiveGame]:
    """A game of random moves: as dealt, and after each move."""
    source = random.Random(seed)
    games = [begin((7, 12), source, 0.0, number=1)]
    for seat in (1, 0):
        games.append(bid(games[-1], seat, source.randint(1, 13), 0.0))
    while games[-1].finished is None:
        seat = games[-1].state.turn
        games.append(play(games[-1], seat, any_card(games[-1], seat, source), 0.0))
    return games


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("seat", [0, 1])
def test_calls_grow_by_one_with_each_turn_and_never_change(seed: int, seat: int) -> None:
    asked: tuple[Call, ...] = ()
    for game in after_every_move(seed):
        calls = calls_of(game, seat)
        assert calls[: len(asked)] == asked
        assert len(calls) - len(asked) in (0, 1)
        asked = calls
    assert [call.function for call in asked] == ["bid"] + ["play"] * 13


def test_calls_show_the_own_hand_alone() -> None:
    for game in after_every_move(3):
        hidden = {card.text for card in game.state.hands[1]}
        assert not any(card in str(calls_of(game, 0)) for card in hidden)


@pytest.mark.parametrize("baseline", opponents_at(RULES))
def test_all_calls_at_once_end_as_one_by_one(baseline: str) -> None:
    game = played_to_the_end(begin((7, 12), random.Random(1), 0.0, number=1), random.Random(2))
    calls = calls_of(game, 0)
    memory, replies = None, []
    for call in calls:
        reply = think(Question(baseline, KEY, (call,), memory))
        assert isinstance(reply, Reply)
        replies.append(reply)
        memory = reply.memory
    for turn in (1, 2, 8, 14):
        assert think(Question(baseline, KEY, calls[:turn])) == replies[turn - 1]


def test_a_key_decides_what_basic_does() -> None:
    game = begin((7, 12), random.Random(1), 0.0, number=1)
    bids = {think(Question("basic", bytes([key]), calls_of(game, 0))).move for key in range(60)}  # type: ignore[union-attr]
    assert len(bids) > 8


def test_a_fault_is_told_in_words() -> None:
    game = played_to_the_end(begin((7, 12), random.Random(1), 0.0, number=1), random.Random(2))
    told = think(Question("minmax", KEY, calls_of(game, 0)[-1:], memory="no memory of ours"))
    assert isinstance(told, str)
    assert told.startswith("minmax made no move: ")
