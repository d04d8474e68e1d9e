"""Random walks of five bots through the server beside a model of it, written from the contract's words on plain values:
logins, waits, bids, cards right and wrong, requests sent twice, time that passes, kills. What the model says, the
server says; and in the end every game that is over is told as the model saw it played."""

import shutil
import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from playfunc_web.site import Site, SiteFolder
from playfunc_web.skullwhist import sessions
from web_site import open_test_site
from whist_games import NOTHING, followers, score_by_hand, winner_by_hand
from whist_server import CHEAP, PASSWORD, Server, Waiting

BOTS = ("ada", "bob", "cyd", "dan", "eve")
BID_TIME = TURN_TIME = 120
IDLE_TIME = 300
CARDS = [f"{suit}{value:02d}" for suit in "CDHS" for value in range(1, 14)]

pytestmark = pytest.mark.sqlite  # a copy of a file for each walk

bots = st.sampled_from(BOTS)


@dataclass
class Game:
    """What the model knows of a game."""

    number: int
    dealt: dict[str, list[str]]
    started: float
    hands: dict[str, list[str]]
    due: dict[str, float]
    bids: dict[str, int] = field(default_factory=dict)
    tricks: list[list[tuple[str, str]]] = field(default_factory=list)
    turn: str = ""
    forfeited_by: str = ""
    finished: float | None = None

    def other(self, bot: str) -> str:
        return next(name for name in self.dealt if name != bot)

    @property
    def open_trick(self) -> list[tuple[str, str]]:
        return self.tricks[-1] if self.tricks and len(self.tricks[-1]) == 1 else []

    @property
    def full(self) -> list[list[tuple[str, str]]]:
        return [trick for trick in self.tricks if len(trick) == 2]

    def last_move(self, bot: str) -> int | str | None:
        played = [card for trick in self.tricks for card, who in trick if who == bot]
        return played[-1] if played else self.bids.get(bot)

    def seen_by(self, bot: str) -> dict[str, Any]:
        other, both = self.other(bot), len(self.bids) == 2
        before = {who: card for card, who in self.full[-1]} if self.full else {}
        now = {who: card for card, who in self.open_trick}
        return {
            "game": self.number,
            "round": len(self.full) + 1,
            "your-turn": both and self.turn == bot,
            "opponent": other,
            "opponent-bid": self.bids.get(other) if bot in self.bids else None,
            "opponent-previous-card": before.get(other),
            "opponent-current-card": now.get(other),
            "you-won-previous-round": winner_by_hand(*self.full[-1]) == bot if self.full else None,
        }


class Walk(RuleBasedStateMachine):
    template: Path | None = None

    @initialize(seed=st.integers(0, 10**6))
    def begin(self, seed: int) -> None:
        self.folder = Path(tempfile.mkdtemp())
        sessions.HASHER, self.hasher = CHEAP, sessions.HASHER
        if Walk.template is None:
            Walk.template = Path(tempfile.mkdtemp()) / "site"
            open_test_site(Walk.template).database.close()
        shutil.copytree(Walk.template, self.folder / "site")
        self.site = Site.open(SiteFolder.open(self.folder / "site"))
        self.server = Server(self.site, seed)
        self.ids: dict[str, int] = {}
        self.secrets: dict[str, str] = {}
        self.used: dict[str, float] = {}
        self.waits: dict[str, tuple[Waiting, float]] = {}
        self.games: list[Game] = []
        self.old_secrets: list[str] = []
        for name in BOTS:
            self.secrets[name], self.ids[name] = self.server.bot(name)
            self.used[name] = self.server.now

    def teardown(self) -> None:
        if not hasattr(self, "server"):
            return
        try:
            self.check_everything_that_is_over()
        finally:
            self.server.close()
            self.site.database.close()
            sessions.HASHER = self.hasher
            shutil.rmtree(self.folder)

    # what the model knows

    def game_of(self, bot: str) -> Game | None:
        return next((game for game in self.games if game.finished is None and bot in game.dealt), None)

    def last_of(self, bot: str) -> Game | None:
        return next((game for game in reversed(self.games) if bot in game.dealt), None)

    def alive(self, bot: str) -> bool:
        return bot in self.used and self.server.now <= self.used[bot] + IDLE_TIME

    def let_time_tell(self) -> None:
        """Games in which somebody's time is past are over."""
        for game in self.games:
            if game.finished is None:
                times = [(time, bot) for bot, time in game.due.items()]
                times += [(self.used[bot] + IDLE_TIME, bot) for bot in game.dealt if bot in self.used]
                past = min(((time, bot) for time, bot in times if self.server.now > time), default=None)
                if past is not None:
                    game.finished, game.forfeited_by = past

    def ask(self, bot: str, method: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request that needs a session; where that has ended it must be refused."""
        answer = self.server.post(method, session=self.secrets[bot], **fields)
        if self.alive(bot):
            self.used[bot] = self.server.now
        else:
            assert answer["result"] == "failure"
            assert "log in again" in answer["reason"]
        return answer

    # what bots do

    @rule(bot=bots, one_of_four=st.integers(1, 4))
    def log_in(self, bot: str, one_of_four: int) -> None:
        if self.alive(bot) and one_of_four > 1:
            return
        wait = self.waits.pop(bot, None)
        self.old_secrets.append(self.secrets[bot])
        told = self.server.post("login", name=bot, password=PASSWORD)
        assert told["id"] == self.ids[bot]
        assert told["session"] not in self.old_secrets
        game = self.game_of(bot)
        if game is not None:
            game.finished, game.forfeited_by = self.server.now, bot
        if wait is not None:
            answer = wait[0].answer
            assert answer["result"] == "failure"
        self.secrets[bot] = told["session"]
        self.used[bot] = self.server.now

    @precondition(lambda self: self.old_secrets)
    @rule()
    def use_a_session_that_ended(self) -> None:
        assert "log in again" in self.server.post("status", session=self.old_secrets[-1])["reason"]

    @rule(bot=bots)
    def ask_for_a_game(self, bot: str) -> None:
        if bot in self.waits:
            return
        game, alive = self.game_of(bot), self.alive(bot)
        wait = self.server.begin("new-game", session=self.secrets[bot])
        answer = wait.answer
        if alive:
            self.used[bot] = self.server.now
        if not alive or (game is not None and bot in game.bids):
            assert answer["result"] == "failure"
        elif game is not None:
            assert answer == {
                "result": "success",
                "game": game.number,
                "opponent": self.ids[game.other(bot)],
                "cards": game.dealt[bot],
            }
        else:
            assert answer is None
            self.waits[bot] = (wait, self.server.now)

    @precondition(lambda self: self.waits)
    @rule(data=st.data())
    def hang_up(self, data: st.DataObject) -> None:
        bot = data.draw(st.sampled_from(sorted(self.waits)))
        self.waits.pop(bot)[0].hang_up()
        self.used[bot] = self.server.now

    @rule()
    def play_again(self) -> None:
        """Everybody who can asks for a game, and everybody who must bids."""
        for bot in BOTS:
            if self.alive(bot) and self.game_of(bot) is None:
                self.ask_for_a_game(bot)
        if len(self.waits) > 1:
            self.pair()
        for bot in BOTS:
            game = self.game_of(bot)
            if self.alive(bot) and game is not None and bot not in game.bids:
                self.bid(bot, 1 + len(game.bids), False)

    @precondition(lambda self: len(self.waits) > 1)
    @rule()
    def pair(self) -> None:
        self.server.pair()
        answers = {bot: wait.answer for bot, (wait, _) in self.waits.items()}
        dealt = {bot: answer for bot, answer in answers.items() if answer is not None}
        assert len(dealt) == len(answers) - len(answers) % 2
        for bot, answer in dealt.items():
            del self.waits[bot]
            self.used[bot] = self.server.now
            other = next(name for name, number in self.ids.items() if number == answer["opponent"])
            assert other != bot
            assert dealt[other]["opponent"] == self.ids[bot]
            assert dealt[other]["game"] == answer["game"]
            if bot < other:
                hands = {bot: answer["cards"], other: dealt[other]["cards"]}
                assert len({card for hand in hands.values() for card in hand}) == 26
                self.games.append(
                    Game(
                        answer["game"],
                        hands,
                        self.server.now,
                        {name: list(hand) for name, hand in hands.items()},
                        dict.fromkeys(hands, self.server.now + BID_TIME),
                    )
                )
        self.games.sort(key=lambda game: game.number)

    @rule(bot=bots, tricks=st.integers(0, 14), as_text=st.booleans())
    def bid(self, bot: str, tricks: int, as_text: bool) -> None:
        game, alive = self.game_of(bot), self.alive(bot)
        answer = self.ask(bot, "bid", bid=str(tricks) if as_text else tricks)
        if not alive:
            return
        last = self.last_of(bot)
        if game is None:
            repeats = last is not None and last.last_move(bot) == tricks
            assert answer["result"] == ("success" if repeats else "failure")
        elif bot in game.bids:
            assert answer["result"] == ("success" if game.bids[bot] == tricks else "failure")
        else:
            assert answer["result"] == ("success" if 1 <= tricks <= 13 else "failure")
            if 1 <= tricks <= 13:
                game.bids[bot] = tricks
                del game.due[bot]
                self.begin_playing(game)

    def begin_playing(self, game: Game) -> None:
        """Once both have bid, the server says who leads: one of the two."""
        if len(game.bids) < 2:
            return
        leads = {
            bot: self.server.hall.lobby.status(self.ids[bot], self.server.now).your_turn for bot in game.dealt
        }
        assert sorted(leads.values()) == [False, True]
        game.turn = max(leads, key=lambda bot: bool(leads[bot]))
        game.due = {game.turn: self.server.now + TURN_TIME}

    @rule(bot=bots, data=st.data(), right=st.integers(0, 9))
    def play(self, bot: str, data: st.DataObject, right: int) -> None:
        """Nine times of ten a card that may be played where one may."""
        game = self.game_of(bot)
        legal: list[str] = []
        if game is not None and game.turn == bot:
            legal = followers(game.hands[bot], game.open_trick[0][0] if game.open_trick else None)
        card = data.draw(st.sampled_from(legal if legal and right else CARDS))
        self.send_card(bot, card, legal)

    @rule(cards=st.integers(1, 26), data=st.data())
    def play_on(self, cards: int, data: st.DataObject) -> None:
        """So many cards in every game that waits for them, so that games come to their end."""
        for game in self.games * cards:
            if game.finished is None and game.turn and self.alive(game.turn):
                legal = followers(game.hands[game.turn], game.open_trick[0][0] if game.open_trick else None)
                self.send_card(game.turn, data.draw(st.sampled_from(legal)), legal)

    def send_card(self, bot: str, card: str, legal: list[str]) -> None:
        game, alive = self.game_of(bot), self.alive(bot)
        last = self.last_of(bot)
        answer = self.ask(bot, "play", card=card)
        if not alive:
            return
        if game is None:
            repeats = last is not None and last.last_move(bot) == card
            assert answer["result"] == ("success" if repeats else "failure")
        elif len(game.bids) == 2 and game.last_move(bot) == card:
            assert answer["result"] == "success"
        elif card not in legal:
            assert answer["result"] == "failure"
        else:
            assert answer == {"result": "success"}
            self.play_in_model(game, bot, card)

    def play_in_model(self, game: Game, bot: str, card: str) -> None:
        game.hands[bot].remove(card)
        if game.open_trick:
            game.tricks[-1].append((card, bot))
            game.turn = winner_by_hand(*game.tricks[-1])  # type: ignore[arg-type, assignment]
        else:
            game.tricks.append([(card, bot)])
            game.turn = game.other(bot)
        game.due = {game.turn: self.server.now + TURN_TIME}
        if len(game.full) == 13:
            game.finished, game.due, game.turn = self.server.now, {}, ""

    @rule(bot=bots)
    def send_the_last_move_again(self, bot: str) -> None:
        last = self.last_of(bot)
        move = None if last is None else last.last_move(bot)
        if not self.alive(bot) or move is None:
            return
        fields = {"bid": move} if isinstance(move, int) else {"card": move}
        assert self.ask(bot, "bid" if isinstance(move, int) else "play", **fields) == {"result": "success"}

    @rule(bot=bots)
    def look(self, bot: str) -> None:
        game, alive = self.game_of(bot), self.alive(bot)
        answer = self.ask(bot, "status")
        if alive:
            assert answer == {"result": "success", **self.expected(bot, game)}

    def expected(self, bot: str, game: Game | None) -> dict[str, Any]:
        if game is None:
            return dict(NOTHING)
        seen = game.seen_by(bot)
        return {**seen, "opponent": self.ids[seen["opponent"]]}

    @precondition(lambda self: self.games)
    @rule(bot=bots, data=st.data())
    def read_a_game(self, bot: str, data: st.DataObject) -> None:
        game = data.draw(st.sampled_from(self.games))
        alive = self.alive(bot)
        self.server.pass_time()
        if not alive:
            return
        answer = self.ask(bot, "old-game", game=game.number)
        if game.finished is None:
            assert answer["result"] == "failure"
        else:
            self.check_told(game, answer)

    # what happens by itself

    @rule(seconds=st.sampled_from([1, 10, 29, 60, 119, 121, 301]))
    def time_passes(self, seconds: int) -> None:
        """The server's clock looks at least every ten seconds here."""
        while seconds > 0:
            step = min(seconds, 10)
            seconds -= step
            self.server.pass_time(step)
            self.let_time_tell()
            for bot, (wait, since) in list(self.waits.items()):
                answer = wait.answer
                assert (answer is not None) == (self.server.now >= since + 29), "within 30 seconds"
                if answer is not None:
                    assert answer["result"] == "retry"
                    del self.waits[bot]
                    self.used[bot] = self.server.now
            for bot in [bot for bot in self.used if not self.alive(bot)]:
                del self.used[bot]

    @precondition(lambda self: not self.waits)
    @rule(seconds=st.sampled_from([1, 119.5, 120.5, 200]))
    def time_jumps(self, seconds: float) -> None:
        """Nobody looked yet: what is past is past all the same."""
        self.server.now += seconds
        self.let_time_tell()

    @rule()
    def kill(self) -> None:
        """Everything but the database is gone; sessions count as used at the start."""
        if not all(self.alive(bot) for bot in self.used):
            self.time_passes(1)
        self.server.restart()
        self.waits.clear()
        self.used = dict.fromkeys(self.used, self.server.now)

    # what holds at any time

    @invariant()
    def memory_shows_what_the_model_does(self) -> None:
        if not hasattr(self, "server"):
            return
        lobby = self.server.hall.lobby
        for bot, number in self.ids.items():
            seen, game = lobby.status(number, self.server.now), self.game_of(bot)
            expected = self.expected(bot, game)
            assert {name: getattr(seen, name.replace("-", "_")) for name in expected} == expected
        assert set(lobby.waiting) == {self.ids[bot] for bot in self.waits}

    def check_everything_that_is_over(self) -> None:
        """Also after a last kill."""
        self.server.pass_time()
        self.server.restart()
        secret, _ = self.server.bot("reader")
        for game in self.games:
            answer = self.server.post("old-game", session=secret, game=game.number)
            if game.finished is None:
                assert answer["result"] == "failure"
            else:
                self.check_told(game, answer)

    def check_told(self, game: Game, told: dict[str, Any]) -> None:
        assert told["result"] == "success"
        names = {number: name for name, number in self.ids.items()}
        won = [winner_by_hand(*trick) for trick in game.full]
        for seat in ("1", "2"):
            bot = names[told[f"bot{seat}"]]
            assert told[f"hand{seat}"] == game.dealt[bot]
            assert told[f"bid{seat}"] == game.bids.get(bot)
            assert told[f"tricks{seat}"] == won.count(bot)  # type: ignore[arg-type]
            score = None if game.forfeited_by else score_by_hand(game.bids[bot], won.count(bot))  # type: ignore[arg-type]
            assert told[f"score{seat}"] == score
        assert told["forfeited_by"] == (self.ids[game.forfeited_by] if game.forfeited_by else None)
        assert (told["started"], told["finished"]) == (_text(game.started), _text(game.finished or 0.0))
        assert told["rounds"] == [
            {
                "leader": self.ids[leader],
                "second": self.ids[game.other(leader)],
                "leader_card": led,
                "second_card": followed[0][0] if followed else None,
            }
            for (led, leader), *followed in game.tricks
        ]


def _text(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


class TestWalk(Walk.TestCase):  # type: ignore[name-defined, misc] # made by hypothesis
    settings = settings(max_examples=6, stateful_step_count=70, deadline=None)


@pytest.mark.long
class TestManyWalks(Walk.TestCase):  # type: ignore[name-defined, misc] # made by hypothesis
    settings = settings(max_examples=60, stateful_step_count=70, deadline=None)
