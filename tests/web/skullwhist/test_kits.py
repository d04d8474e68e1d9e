"""The kits as they are given away: seven languages, one strategy, and a clear sentence for whatever fails.

The server is a script here, so that all get the same cards and the same answers; `test_clients.py` has the real one.
"""

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import HAND, SkullWhist, legal_cards
from playfunc_web.skullwhist.app import DESCRIBED
from playfunc_web.skullwhist.kits import BOTS, ZIP_NAME, kits_zip
from playfunc_web.skullwhist.methods import METHODS
from playfunc_web.skullwhist.sessions import IDLE_SECONDS
from scripted_whist import BOT, OPPONENT, Script, Whist, scripted
from whist_deals import DEALS
from whist_examples import STORED, examples
from whist_games import NOTHING, OLD_GAME
from whist_kits import Kit, bid_of, card_of, unpacked
from whist_pages import Reader
from whist_server import Server, opened

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


def page(server: Server, path: str) -> str:
    answered = server.send("GET", path)
    assert answered.status == 200
    assert "text/html" in answered.headers["content-type"]
    return unescape(answered.body.decode())


@pytest.mark.parametrize(
    ("path", "title"), [("/docs/rules-skullwhist", "Rules"), ("/docs", "Docs"), ("/docs/style", "Docs")]
)
def test_one_place_is_marked_as_the_present_one(server: Server, path: str, title: str) -> None:
    top = page(server, path).split("<main")[0]
    assert re.findall(r'aria-current="\w+">([^<]*)<', top) == [title]


def test_every_method_is_described() -> None:
    assert set(DESCRIBED) == {*METHODS, "jsonp"}


@pytest.mark.parametrize("name", DESCRIBED)
def test_get_answers_a_page_with_fields_failures_and_the_example(server: Server, name: str) -> None:
    text = page(server, f"/api/{name}/")
    assert f"<h1>{name}</h1>" in text
    example = json.loads(STORED.read_text(encoding="utf-8"))[name]
    assert example["request"] in text
    assert example["answer"] in text
    described = DESCRIBED[name]
    for field, _, meaning in (*described["takes"], *described["answers"]):
        assert f"<code>{field}</code>" in text
        assert meaning in text
    assert all(failure in text for failure in described["fails"])


def test_the_examples_are_what_comes_back_today(server: Server) -> None:
    """After a change of the API: python tests/helpers/whist_examples.py"""
    assert examples(server) == json.loads(STORED.read_text(encoding="utf-8"))


def test_the_members_of_answers_are_all_described() -> None:
    def members(name: str) -> set[str]:
        return {each for names, _, _ in DESCRIBED[name]["answers"] for each in names.split(", ")}

    assert members("status") == set(NOTHING)
    assert members("old-game") == OLD_GAME - {"result"}


def test_a_method_page_tells_what_this_server_does(tmp_path: Path) -> None:
    with opened(tmp_path / "open", built_in_after=7.0) as server:
        assert "registration is open" in page(server, "/api/register/")
        assert "within about 7 seconds" in page(server, "/api/new-game/")
    with opened(tmp_path / "closed", open_registration=False) as server:
        assert "registration is closed" in page(server, "/api/register/")
        assert "built-in bot" not in page(server, "/api/new-game/")


def test_a_login_says_that_bots_need_no_account_where_registration_is_open(tmp_path: Path) -> None:
    told = "A bot needs no account on this server"
    with opened(tmp_path / "open") as server:
        assert told in page(server, "/login")
    with opened(tmp_path / "closed", open_registration=False) as server:
        assert told not in page(server, "/login")


def test_the_privacy_page_is_about_bots_until_staff_write_their_own(server: Server) -> None:
    text = page(server, "/privacy")
    assert "Argon2" in text
    assert f"{IDLE_SECONDS / 60:g} minutes after its last request" in text
    assert "traceback" not in text
    folder = server.site.folder.path
    (folder / "privacy.md").write_text("# The ladder's\n", encoding="utf-8")
    assert "Argon2" in page(server, "/privacy")
    (folder / "privacy-skullwhist.md").write_text("# Our own page\n", encoding="utf-8")
    assert "<h1>Our own page</h1>" in page(server, "/privacy")


def test_the_overview_has_methods_states_and_pseudocode(server: Server) -> None:
    text = page(server, "/api/")
    for name in DESCRIBED:
        assert f'href="/api/{name}/"' in text
    assert "<svg" in text
    for name in set(METHODS) - {"old-game"}:
        assert f"{name}(" in text


def test_the_kits_are_downloaded(server: Server) -> None:
    assert f'href="/{ZIP_NAME}"' in page(server, "/api/")
    answered = server.send("GET", f"/{ZIP_NAME}")
    assert answered.headers["content-type"] == "application/zip"
    assert answered.body == kits_zip()


def test_a_method_that_does_not_exist_has_no_page(server: Server) -> None:
    assert server.send("GET", "/api/dance/").status == 404


def test_no_link_of_any_page_leads_nowhere(reader: Reader) -> None:
    """All pages that a visitor reaches from the first one, by their links."""
    found, todo = {"/"}, ["/"]
    while todo:
        answered = reader.server.send("GET", todo.pop())
        assert answered.status in (200, 303, 308)
        if "text/html" not in answered.headers.get("content-type", ""):
            continue
        for address in re.findall(r'href="(/[^"#?]*)', answered.body.decode()):
            if address not in found and not address.startswith(
                ("/static/", "/stats/game/", "/stats/versus/by")
            ):
                found.add(address)
                todo.append(address)
                assert reader.server.send("GET", unescape(address)).status in (200, 303, 308), address
    assert {"/docs", "/docs/glossary", "/contact", "/stats/bots/", "/api/"} <= found
    assert "/docs/handout" not in found, "that one is about the ladder"


def test_metrics_count_requests_by_method(server: Server) -> None:
    for name in ("status", "status", "no-such", "<script>"):
        server.post(name)
    told = server.send("GET", "/metrics").body.decode()
    for route, count in (("/api/status/", 2), ("/api/-/", 2)):
        assert f'playfunc_requests_total{{method="POST",route="{route}",status="200"}} {count}.0' in told
    assert "script" not in told
