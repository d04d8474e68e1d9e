"""The statistics pages of SkullWhist's server as a visitor reads them: text and tables."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from typing import Any

from whist_server import Server


@dataclass
class Reader:
    """Asks for pages without logging in."""

    server: Server

    def page(self, path: str, status: int = 200, query: str = "") -> str:
        answered = self.server.send("GET", path, query=query)
        assert answered.status == status, path
        return answered.body.decode()

    def text(self, path: str) -> str:
        return _text(self.page(path))


def tables(page: str) -> list[list[list[str]]]:
    """The cells of every table, row by row, the head first."""
    found = re.findall(r"<table.*?</table>", page, re.DOTALL)
    return [
        [[_text(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in _rows(table)]
        for table in found
    ]


def _rows(table: str) -> list[str]:
    return re.findall(r"<tr.*?</tr>", table, re.DOTALL)


def _text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def outcomes(games: Iterable[dict[str, Any]], bot: int, rival: int | None = None) -> dict[str, int]:
    """How a bot's games ended, counted from answers of old-game: wins, losses, ties, forfeits, gifts, points."""
    found = dict.fromkeys(("wins", "losses", "ties", "forfeits", "gifts", "points"), 0)
    for game in games:
        for own, other in (("1", "2"), ("2", "1")):
            if game[f"bot{own}"] != bot or rival not in (None, game[f"bot{other}"]):
                continue
            if game["forfeited_by"] is not None:
                found["forfeits" if game["forfeited_by"] == bot else "gifts"] += 1
                continue
            difference = game[f"score{own}"] - game[f"score{other}"]
            found["wins" if difference > 0 else "losses" if difference < 0 else "ties"] += 1
            found["points"] += game[f"score{own}"]
    return found
