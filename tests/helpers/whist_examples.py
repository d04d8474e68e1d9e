"""Examples for the pages of SkullWhist's API: each method is called on a small server, and what came back is stored.

After a change of the API: .venv/bin/python tests/helpers/whist_examples.py
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import playfunc_web.skullwhist
from playfunc_web.skullwhist.app import EXAMPLES
from whist_games import followers
from whist_server import Server, opened

STORED = Path(playfunc_web.skullwhist.__file__).parent / EXAMPLES

SESSION = "0123456789abcdef0123456789abcdef"
"""What stands for the session that a server draws."""


def examples(server: Server) -> dict[str, dict[str, str]]:
    """Method → request and answer, of a game between two bots; the last answer of each method is kept."""
    told: dict[str, dict[str, str]] = {}
    first, other = {"name": "ada", "password": "correct horse"}, {"name": "bob", "password": "x"}

    def keep(method: str, fields: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
        shown = {**fields, "session": SESSION} if "session" in fields else fields
        answered = {**answer, "session": SESSION} if "session" in answer else answer
        told[method] = {
            "request": f"POST /api/{method}/\n\n{json.dumps(shown)}",
            "answer": json.dumps(answered, indent=2) if len(str(answered)) < 400 else _folded(answered),
        }
        return answer

    def run(method: str, **fields: Any) -> dict[str, Any]:
        return keep(method, fields, server.post(method, **fields))

    run("register", **first)
    session = run("login", **first)["session"]
    server.post("register", **other)
    foe = server.post("login", **other)["session"]
    mine, theirs = server.dealt(session, foe)
    keep("new-game", {"session": session}, mine)
    hands = {session: list(mine["cards"]), foe: list(theirs["cards"])}
    run("bid", session=session, bid=5)
    server.post("bid", session=foe, bid=4)
    seen = {}
    for _ in range(26):
        for secret in (session, foe):
            now = server.post("status", session=secret)
            if now["your-turn"]:
                card = followers(hands[secret], now["opponent-current-card"])[0]
                hands[secret].remove(card)
                if secret == session and now["round"] == 2:
                    seen = keep("status", {"session": session}, now)
                    run("play", session=session, card=card)
                else:
                    server.post("play", session=secret, card=card)
    assert seen
    run("old-game", session=session, game=mine["game"])
    query = {"method": "status", "callback": "show", "session": session}
    script = server.jsonp(**query)
    told["jsonp"] = {
        "request": f"GET /api/jsonp/?{urlencode({**query, 'session': SESSION})}",
        "answer": script.replace(session, SESSION),
    }
    return told


def _folded(answer: dict[str, Any]) -> str:
    """A long answer with a line for each member and each round."""
    lines = []
    for name, value in answer.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n    ".join(json.dumps(each) for each in value)
            lines.append(f'  "{name}": [\n    {rows}\n  ]')
        else:
            lines.append(f'  "{name}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}"


def main() -> None:
    with TemporaryDirectory() as folder, opened(Path(folder) / "site") as server:
        text = json.dumps(examples(server), indent=1, ensure_ascii=False) + "\n"
    STORED.write_text(text, encoding="utf-8")
    print(STORED)


if __name__ == "__main__":
    main()
