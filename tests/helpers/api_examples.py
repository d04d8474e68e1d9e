"""Examples for the page of the API: each method is called on a small site, and what came back is stored.

After a change of the API: .venv/bin/python tests/helpers/api_examples.py
"""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import playfunc_web.api
from playfunc_web.accounts.people import account_of
from playfunc_web.api.frame import EXAMPLES
from playfunc_web.site import Site
from private_run import LADDER, small_run
from web_site import account, browser, open_test_site, token_of

STORED = Path(playfunc_web.api.__file__).parent / EXAMPLES

SOURCE = b"def play(player_id, hand, trick, previous):\n    return legal_cards(hand, trick)[0], None\n"
CODES = {"ada": "k7m2x9qd", "bob": "t4w8c3hn", "eve": "p6r5z2vb"}
"""What stands for codes that a site draws."""

ROWS = 2
"""Rows of a list that an example shows."""

LINES = 4
"""Lines of a download."""


def examples(site: Site) -> dict[str, dict[str, Any]]:
    """ "GET /api/v1/…" → the command and the answer."""
    account(site, "ada")
    codes = small_run(site)
    token = token_of(site, "ada")
    with site.database.writing() as session:
        for login, name in (("ada", "Quiet Otter"), ("bob", "Brave Heron"), ("eve", "Early Fox")):
            found_account = account_of(session, login)
            assert found_account is not None
            found_account.party.pseudonym = name
    ada, bob = codes["ada"], codes["bob"]
    ladder = "/ladders/{ladder}"
    run = f"{ladder}/runs/{{number}}"
    calls = {
        f"POST {ladder}/versions": f"/ladders/{LADDER}/versions",
        "GET /ladders": "/ladders",
        f"GET {ladder}": f"/ladders/{LADDER}",
        f"GET {ladder}/standings": f"/ladders/{LADDER}/standings?page=1",
        f"GET {ladder}/runs": f"/ladders/{LADDER}/runs",
        f"GET {run}": f"/ladders/{LADDER}/runs/1",
        f"GET {run}/standings": f"/ladders/{LADDER}/runs/1/standings",
        f"GET {run}/games": f"/ladders/{LADDER}/runs/1/games",
        "GET /players/{code}": f"/players/{ada}",
        "GET /players/{code}/versus/{against}": f"/players/{ada}/versus/{bob}?run=1",
        f"GET {run}/run.jsonl": f"/ladders/{LADDER}/runs/1/run.jsonl",
        f"GET {run}/standings.csv": f"/ladders/{LADDER}/runs/1/standings.csv",
        f"GET {run}/games.csv": f"/ladders/{LADDER}/runs/1/games.csv",
        "GET /versions": "/versions",
        "GET /versions/{code}/{number}": f"/versions/{ada}/2",
    }
    client = browser(site).client
    found = {}
    for method, path in calls.items():
        verb, _, pattern = method.partition(" ")
        headers = {"authorization": f"Bearer {token}"}
        sent = {"files": {"file": ("player.py", SOURCE)}} if verb == "POST" else {}
        answer = client.request(verb, f"/api/v1{path}", headers=headers, **sent)
        assert answer.status_code in (200, 201), answer.text
        form = " -F file=@player.py" if verb == "POST" else ""
        command = f'curl -H "Authorization: Bearer $TOKEN"{form} "https://ladder.example.edu/api/v1{path}"'
        is_json = answer.headers["content-type"] == "application/json"
        told = _short(answer.json()) if is_json else _cut(answer.text)
        found[f"{verb} /api/v1{pattern}"] = _settled({"command": command, "answer": told}, codes)
    return found


def _short(told: Any) -> Any:
    if isinstance(told, list):
        return [_short(each) for each in told[:ROWS]]
    return {key: _short(value) for key, value in told.items()} if isinstance(told, dict) else told


def _cut(text: str) -> str:
    lines = [line if len(line) <= 160 else f"{line[:160]} …" for line in text.splitlines()]
    return "\n".join(lines[:LINES] + (["…"] if len(lines) > LINES else []))


def _settled(example: dict[str, Any], codes: dict[str, str]) -> dict[str, Any]:
    """Without what differs from site to site: codes, times, and digests of built-in players' releases."""
    text = json.dumps(example)
    for login, code in codes.items():
        text = text.replace(code, CODES[login])
    text = text.replace("PRIVATE-NAME ada.py", "player.py")
    text = re.sub(r'"uploaded": \d{9,}\.\d+', '"uploaded": 1795428000.0', text)
    settled: dict[str, Any] = json.loads(text)
    return settled


def main() -> None:
    with TemporaryDirectory() as folder:
        found = examples(open_test_site(Path(folder, "site")))
    STORED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
