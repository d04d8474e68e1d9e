"""A server of SkullWhist on which bots have played: games to the end, forfeits in every state, and one that runs."""

import random
from dataclasses import dataclass, field
from typing import Any

from whist_games import followers
from whist_server import Server

NAMES = ("ada", "bob", "cyd", "deb")
GAMES = 12


@dataclass
class World:
    """`over` has the answers of old-game by number; `running` is a game in its third round."""

    server: Server
    ids: dict[str, int]
    over: dict[int, dict[str, Any]] = field(default_factory=dict)
    running: int = 0
    waiting: str = ""
    """A bot that has never played."""

    @property
    def number(self) -> int:
        """A game that was played to the end."""
        return next(number for number, game in self.over.items() if game["forfeited_by"] is None)

    @property
    def forfeited(self) -> int:
        return next(number for number, game in self.over.items() if game["forfeited_by"] is not None)


def played(server: Server, seed: int = 5, games: int = GAMES) -> World:
    """Three bots in turn, a minute for each game; of every four games one is forfeited, at a random place."""
    source = random.Random(seed)
    world = World(server, {name: server.bot(name)[1] for name in NAMES}, waiting="deb")
    for place in range(games):
        one, other = source.sample(NAMES[:3], 2)
        sessions = [server.bot(one)[0], server.bot(other)[0]]
        cards = source.randrange(26) if place % 4 == 1 else 0 if place == 2 else 26
        number = play_out(server, sessions, source, cards)
        if cards < 26:
            server.bot(source.choice((one, other)))  # its second login forfeits the game
        world.over[number] = server.post("old-game", session=sessions[0], game=number)
        if world.over[number]["result"] != "success":  # its own session is the one that ended
            world.over[number] = server.post("old-game", session=sessions[1], game=number)
        server.pass_time(60)
    world.running = play_out(server, [server.bot("ada")[0], server.bot("bob")[0]], source, 5)
    return world


def play_out(server: Server, sessions: list[str], source: random.Random, cards: int) -> int:
    """The number of a new game with so many cards, all at random; without any, only one bot has bid."""
    dealt = server.dealt(*sessions)
    hands = {session: list(each["cards"]) for session, each in zip(sessions, dealt, strict=True)}
    for session in sessions if cards else sessions[:1]:
        server.post("bid", session=session, bid=source.choice((1, 2, 4, 6, 7, 13)))
    for _ in range(cards):
        seen = {session: server.post("status", session=session) for session in sessions}
        session = next(session for session, its in seen.items() if its["your-turn"])
        card = source.choice(followers(hands[session], seen[session]["opponent-current-card"]))
        hands[session].remove(card)
        server.post("play", session=session, card=card)
    number: int = dealt[0]["game"]
    return number
