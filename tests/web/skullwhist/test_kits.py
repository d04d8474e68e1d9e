"""The kits as they are given away: seven languages, one strategy, and a clear sentence for whatever fails.

The server is a script here, so that all get the same cards and the same answers; `test_clients.py` has the real one.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import HAND, SkullWhist, legal_cards
from playfunc_web.skullwhist.kits import BOTS, kits_zip
from scripted_whist import BOT, OPPONENT, Script, Whist, scripted
from whist_deals import DEALS
from whist_kits import Kit, bid_of, card_of, unpacked

LANGUAGES = [
    pytest.param(name, marks=() if name == "python" else pytest.mark.clients, id=name) for name in BOTS
]
TEXT_NUMBERS = {"perl"}
KEPT_ALIVE = {"java", "javascript", "csharp"}


@pytest.fixture(scope="session")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Kit]:
    """Every kit, unpacked from the zip; it is compiled when it is first needed."""
    return unpacked(tmp_path_factory.mktemp("kits"))


@dataclass
class Ran:
    """How a kit ended, and the server that it talked to."""

    code: int
    out: str
    err: str
    whist: Whist


def run(kit: Kit, script: Script | None = None, games: int = 1, **environment: str) -> Ran:
    with scripted(DEALS, script) as whist:
        done = kit.run(whist.url, "ann", "secret word", str(games), **environment)
    return Ran(done.returncode, done.stdout, done.stderr, whist)


def moves(whist: Whist) -> list[tuple[str, Any]]:
    """What a bot sent, without how often it asked for its status; numbers as numbers."""
    told = {"bid": lambda fields: int(fields["bid"]), "play": lambda fields: fields["card"]}
    sent = [(each.method, told.get(each.method, lambda _: None)(each.fields)) for each in whist.requests]
    return [
        each
        for each, before in zip(sent, [None, *sent], strict=False)
        if each != before or each[0] != "status"
    ]


def expected_output() -> Iterator[str]:
    """What the strategy says about both deals, told by the rules of the library."""
    rules = SkullWhist()
    for number, deal in enumerate(DEALS, 1):
        hands = [[WhistCard(text) for text in texts] for texts in (deal.hand, deal.other)]
        bids = (bid_of(deal.hand), deal.other_bid)
        yield f"game {number}: bid {bids[0]} on {' '.join(deal.hand)}"
        state = rules.from_hands(hands, 0 if deal.bot_leads else 1, bids)
        while rules.to_act(state):
            (seat,) = rules.to_act(state)
            hand, lead = state.hands[seat], state.trick[0][0] if state.trick else None
            if seat == 0:
                card = WhistCard(card_of([each.text for each in hand], lead and lead.text))
                yield f"game {number}: round {len(state.history) + 1} {card}"
            else:
                card = min(legal_cards(hand, state.trick), key=lambda each: (each.text[1:], each.text[0]))
            state = rules.play(state, {seat: card})
        mine, other = rules.scores(state)
        yield f"game {number}: over {OPPONENT} {other}, {BOT} {mine}"


def check_headers(language: str, headers: Mapping[str, str]) -> None:
    """The ways of the first clients: some keep connections, and C# waits for leave to send a body."""
    assert headers["content-type"].startswith("application/json")
    assert headers["content-length"].isdigit()
    assert (headers.get("connection", "keep-alive").lower() != "close") == (language in KEPT_ALIVE)
    assert (headers.get("expect") == "100-continue") == (language == "csharp")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_play_alike_with_retries_lost_answers_and_a_server_that_restarts(
    language: str, kits: Mapping[str, Kit]
) -> None:
    script: Script = {
        ("register", 1): "failure",
        ("new-game", 1): "retry",
        ("new-game", 2): "lost",
        ("bid", 1): "lost",
        ("play", 4): "lost",
        ("play", 14): "lost",
        ("status", 9): 503,
        ("old-game", 1): 502,
    }
    ran = run(kits[language], script, games=2)
    assert ran.code == 0, ran.err
    assert ran.out.splitlines() == list(expected_output())
    assert len(re.findall("no answer .*, try 1 of 24", ran.err)) == 6, ran.err
    sent = moves(ran.whist)
    assert [method for method, _ in sent[:5]] == ["register", "login", "new-game", "new-game", "new-game"]
    assert sent[5] == sent[6] == ("bid", bid_of(DEALS[0].hand))
    assert [method for method, _ in sent[-2:]] == ["status", "old-game"]
    assert [method for method, _ in sent].count("play") == 2 * HAND + 2
    assert ran.whist.requests[0].fields == {"name": "ann", "password": "secret word"}
    kinds = {type(request.fields["bid"]) for request in ran.whist.requests if request.method == "bid"}
    assert kinds == {str if language in TEXT_NUMBERS else int}
    for request in ran.whist.requests:
        check_headers(language, request.headers)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("script", "words"),
    [
        ({("login", 1): "failure"}, r'login failed: no "login" today'),
        ({("login", 1): 307}, r"/api/login/ answered 307, not 200: the address has to end in /api/"),
        ({("login", 1): "page"}, r"/api/login/ did not answer with JSON: the address has to end in /api/"),
    ],
    ids=["failure", "redirect", "page"],
)
def test_a_failure_ends_it_with_one_sentence(
    language: str, kits: Mapping[str, Kit], script: Script, words: str
) -> None:
    ran = run(kits[language], script)
    assert ran.code == 1
    (line,) = ran.err.strip().splitlines()
    assert re.search(words + "$", line)
    assert len(ran.whist.requests) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_failed_login_tells_why_register_failed_too(language: str, kits: Mapping[str, Kit]) -> None:
    ran = run(kits[language], {("register", 1): "failure", ("login", 1): "failure"})
    assert ran.code == 1
    assert ran.err.strip().splitlines() == [
        'login failed: no "login" today',
        'register failed: no "register" today',
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_the_opponent_forfeits_is_told(language: str, kits: Mapping[str, Kit]) -> None:
    ran = run(kits[language], {("status", 8): "forfeit"})
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[-1] == f"game 1: forfeited by {OPPONENT}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_server_that_stays_away_is_given_up(language: str, kits: Mapping[str, Kit]) -> None:
    with scripted(DEALS) as gone:
        pass
    done = kits[language].run(gone.url, "ann", "secret")
    assert done.returncode == 1
    *tries, last = done.stderr.strip().splitlines()
    assert len(tries) == 24
    assert re.fullmatch(r"register: no answer \(.+\), try 24 of 24", tries[-1])
    assert last == f"{gone.url} does not answer: check the address and your network"


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_come_from_arguments_else_from_the_environment(
    language: str, kits: Mapping[str, Kit]
) -> None:
    missing = kits[language].run()
    assert missing.returncode == 2
    assert re.fullmatch(
        r"usage: [Bb]ot\.\w+ SERVER NAME PASSWORD \[GAMES\], "
        r"or WHIST_SERVER, WHIST_NAME, WHIST_PASSWORD and WHIST_GAMES in the environment\n",
        missing.stderr,
    )
    with scripted(DEALS) as whist:
        given = {"WHIST_SERVER": whist.url.rstrip("/"), "WHIST_NAME": "bob", "WHIST_GAMES": "1"}
        done = kits[language].run(WHIST_PASSWORD='"quoted" \\', **given)
    assert done.returncode == 0, done.stderr
    assert whist.requests[1].fields == {"name": "bob", "password": '"quoted" \\'}


def test_the_zip_has_a_bot_and_a_readme_for_each_language() -> None:
    with zipfile.ZipFile(io.BytesIO(kits_zip())) as archive:
        names = set(archive.namelist())
        for folder, bot in BOTS.items():
            readme = archive.read(f"skullwhist-kits/{folder}/README.md").decode()
            assert readme.count("\n# ") + readme.startswith("# ") == 1
            assert bot in readme
            for heading in ("## Arguments", "## States", "## Your strategy"):
                assert heading in readme
            text = archive.read(f"skullwhist-kits/{folder}/{bot}").decode()
            for name in ("bid", "play", "legal", "wins", "rank", "ask", "once", "game"):
                assert re.search(rf"\b{name}\b ?\(?", text), f"{bot} defines no {name}"
    assert names == {
        f"skullwhist-kits/{folder}/{file}" for folder, bot in BOTS.items() for file in (bot, "README.md")
    }
    kits_zip.cache_clear()
    assert zipfile.ZipFile(io.BytesIO(kits_zip())).testzip() is None


def test_the_zip_is_the_same_every_time() -> None:
    first = kits_zip()
    kits_zip.cache_clear()
    assert kits_zip() == first
