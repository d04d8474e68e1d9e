"""Built-in bots in a test: who thinks for them in this process, and a guest that plays by a rule of its own."""

from typing import Any

from playfunc.player import Reply
from playfunc_web.skullwhist.bot_workers import LostError, Question, think
from whist_games import followers
from whist_server import Server


class Inline:
    """Thinks at once; `asked` are the questions in order, and the next `losses` of them get no answer."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.losses = 0

    async def answer(self, question: Question) -> Reply | str:
        self.asked.append(question)
        if self.losses:
            self.losses -= 1
            raise LostError("gone")
        return think(question)

    def close(self) -> None:
        pass


def meet(server: Server, session: str, seconds: float = 10.0) -> dict[str, Any]:
    """Wait alone until a built-in bot steps in; what new-game answered."""
    wait = server.begin("new-game", session=session)
    server.pass_time(seconds)
    server.pair()
    answer = wait.answer
    assert answer is not None
    assert answer["result"] == "success"
    return answer


def finish(server: Server, session: str, hand: list[str], rounds: int = 13) -> list[str]:
    """Bid where that is due, and play the lowest card that fits, for so many own cards; what is left of the hand."""
    server.post("bid", session=session, bid=3)
    left = list(hand)
    for _ in range(rounds):
        server.think()
        seen = server.post("status", session=session)
        assert seen["your-turn"] is True, seen
        card = followers(left, seen["opponent-current-card"])[0]
        assert server.post("play", session=session, card=card) == {"result": "success"}
        left.remove(card)
    server.think()
    return left
