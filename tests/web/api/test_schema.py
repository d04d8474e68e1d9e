"""The OpenAPI description, held against the site by requests that schemathesis makes up from it."""

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterator

import pytest
import schemathesis
from api_examples import STORED
from hypothesis import HealthCheck, given, settings
from playfunc_web.access import Viewer
from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import make_token
from playfunc_web.api import downloads
from playfunc_web.database.tables import Ladder, Party, Run
from playfunc_web.ladder_server import ladder_app
from playfunc_web.site import Site
from private_run import LADDER, PRIVATE, small_run
from schemathesis import GenerationMode
from sqlalchemy import select, update
from web_site import browser, open_test_site

LIMITS = "[limits]\nadmitted_a_day = 100000\nwaiting_an_entrant = 100000\n"
"""So that made-up uploads are not told to wait."""

PLAYER = b"def play(player_id, hand, trick, previous):\n    return legal_cards(hand, trick)[0], None\n"

REAL = ("", "path", "all")
"""What of a made-up request is replaced by what there is: nothing, the parameters in its path, or all of it."""

SUCCESSES = 3
"""Requests at least, of those that fit the description, that an operation must have carried out: a site that refuses
everything would answer as described, too."""

CONFIG = """
[generation]
with-security-parameters = false
[[operations]]
include-name = "POST /api/v1/ladders/{ladder}/versions"
checks.positive_data_acceptance.expected-statuses = ["2xx", 404, 409, 413, 415, 422, 429]
"""
"""A description cannot say how names of players' files end, nor that a file is not empty. All checks are on."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    opened = open_test_site(tmp_path_factory.mktemp("schema"), LIMITS)
    yield opened
    opened.database.close()


@pytest.fixture(scope="module")
def there(served: Site) -> dict[str, object]:
    """Values of parameters for which there is an answer."""
    codes = small_run(served)
    return {"ladder": LADDER, "number": 1, "code": codes["ada"], "against": codes["bob"]}


@pytest.fixture(scope="module")
def described(served: Site) -> schemathesis.BaseSchema:
    config = schemathesis.Config.from_str(CONFIG)
    return schemathesis.openapi.from_asgi("/api/v1/openapi.json", ladder_app(served), config=config)


@pytest.fixture
def token(served: Site, there: dict[str, object], request: pytest.FixtureRequest) -> str:
    """Of another member of Ada's group for each test, because an account's requests are limited."""
    login = "member-" + hashlib.sha256(request.node.name.encode()).hexdigest()[:8]
    with served.database.writing() as session:
        ada = account_of(session, "ada")
        return make_token(session, make_account(session, login, party=ada.party).id, "test")


METHODS = list(json.loads(STORED.read_text("utf-8")))
ASKED = [
    (method, mode)
    for method in METHODS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE
    or method != "GET /api/v1/ladders"  # it takes nothing that could be wrong
]


@pytest.mark.parametrize(("method", "mode"), ASKED)
def test_every_answer_is_as_described(
    described: schemathesis.BaseSchema,
    token: str,
    there: dict[str, object],
    method: str,
    mode: GenerationMode,
) -> None:
    verb, _, path = method.partition(" ")
    statuses: list[int] = []

    replaced = REAL if mode is GenerationMode.POSITIVE else REAL[:1]

    # What is replaced is not drawn: the draws depend on the modules that other tests have imported.
    @given(case=described[path][verb].as_strategy(generation_mode=mode))
    @settings(
        max_examples=4 if mode is GenerationMode.POSITIVE else 6,
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    def answers(case: schemathesis.Case) -> None:
        for real in replaced:
            sent: dict[str, object] = {"headers": {"Authorization": f"Bearer {token}"}}
            if real:
                case.path_parameters.update({key: there[key] for key in case.path_parameters})
            if real == "all":
                case.query = {}
                sent |= {"files": {"file": ("player.py", PLAYER)}} if verb == "POST" else {}
            statuses.append(case.call_and_validate(**sent).status_code)

    answers()
    assert 429 not in statuses
    done = sum(200 <= status < 300 for status in statuses)
    assert done >= (SUCCESSES if mode is GenerationMode.POSITIVE else 0), statuses


def test_the_description_lists_the_api_alone(site: Site) -> None:
    told = browser(site).get("/api/v1/openapi.json").json()
    assert told["paths"]
    assert all(path.startswith("/api/v1/") for path in told["paths"])


def test_every_method_says_what_it_does_how_to_identify_and_how_it_fails(site: Site) -> None:
    for path, methods in ladder_app(site).openapi()["paths"].items():
        for method, told in methods.items():
            assert told["description"], (method, path)
            assert told["security"] == [{"HTTPBearer": []}], (method, path)
            assert {"401", "422"} <= set(told["responses"]), (method, path)
            for status, response in told["responses"].items():
                assert ("application/problem+json" in response["content"]) == (status >= "400"), (
                    method,
                    path,
                )


RUN = f"/api/v1/ladders/{LADDER}/runs/1"


def _lines_for_ada(site: Site, run: Run) -> Iterator[str]:
    with site.database.reading() as session:
        ladder = session.scalars(select(Ladder).where(Ladder.id == run.ladder_id)).one()
    return downloads._lines(site, Viewer(account_id=1, party_id=1), ladder, run)


def parts(text: str, part: str) -> list[dict[str, object]]:
    return [told for line in text.splitlines() if (told := json.loads(line))["part"] == part]


def test_json_lines_hold_the_whole_run_and_nothing_private(site: Site, codes: dict[str, str]) -> None:
    answer = browser(site, "ada").get(f"{RUN}/run.jsonl")
    assert answer.headers["content-disposition"] == f'attachment; filename="{LADDER}-1.jsonl"'
    assert [len(parts(answer.text, part)) for part in ("run", "standing", "pair", "game")] == [1, 3, 3, 3]
    assert not [secret for secret in PRIVATE if secret in answer.text]


def test_moves_are_told_of_games_that_one_may_open(site: Site, codes: dict[str, str]) -> None:
    def opened(login: str) -> list[object]:
        games = parts(browser(site, login).get(f"{RUN}/run.jsonl").text, "game")
        return [game["number"] for game in games if "record" in game]

    # Game 1 is bob against eve, 2 eve against ada, 3 ada against bob.
    assert [opened(login) for login in ("ada", "bob", "eve")] == [[2, 3], [1, 3], [1, 2]]
    with site.database.writing() as session:
        session.execute(update(Ladder).values(state="frozen"))
    assert opened("ada") == [1, 2, 3]


def test_a_record_names_players_by_their_codes(site: Site, codes: dict[str, str]) -> None:
    games = parts(browser(site, "ada").get(f"{RUN}/run.jsonl").text, "game")
    assert games[2]["record"] == {
        "game": "hearts",
        "parameters": {"seats": 2},
        "players": [codes["ada"], codes["bob"]],
        "start": {"number": 3},
        "moves": [{"seat": 0, "move": "C2"}],
        "faults": [{"seat": 1, "at": 1, "policy": "forfeit", "error": "TimeError"}],
        "scores": [1.0, 2.0],
    }


def test_a_run_of_several_batches_comes_whole_and_in_order(
    site: Site, codes: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "BATCH", 1)
    ada = browser(site, "ada")
    assert [game["number"] for game in parts(ada.get(f"{RUN}/run.jsonl").text, "game")] == [1, 2, 3]
    rows = list(csv.DictReader(io.StringIO(ada.get(f"{RUN}/games.csv").text)))
    assert [(row["game"], row["seat"]) for row in rows] == [
        (str(g), str(s)) for g in (1, 2, 3) for s in (0, 1)
    ]


def test_csv_has_the_standings_and_runs_no_formulas(site: Site, codes: dict[str, str]) -> None:
    with site.database.writing() as session:
        session.execute(
            update(Party).where(Party.name == "PRIVATE-NAME ada").values(name='=1+1,"x"', open_name=True)
        )
    text = browser(site, "bob").get(f"{RUN}/standings.csv").text
    first = next(csv.DictReader(io.StringIO(text)))
    assert (first["rank"], first["code"], first["score"], first["rating_high"]) == (
        "1",
        codes["ada"],
        "3.5",
        "110.0",
    )
    assert first["name"] == '\'=1+1,"x"'


def test_a_run_that_is_not_complete_is_not_told(site: Site, codes: dict[str, str]) -> None:
    for name in ("run.jsonl", "standings.csv", "games.csv"):
        assert browser(site, "ada").get(f"/api/v1/ladders/{LADDER}/runs/2/{name}").status_code == 409


@pytest.mark.parametrize("written", [downloads._games, _lines_for_ada])
def test_a_reader_who_stops_reading_holds_no_connection(
    site: Site,
    codes: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    written: Callable[[Site, Run], Iterator[str]],
) -> None:
    monkeypatch.setattr(downloads, "BATCH", 1)
    with site.database.reading() as session:
        run = session.scalars(
            select(Run).join(Run.ladder).where(Ladder.name == LADDER, Run.number == 1)
        ).one()
    for _ in written(site, run):
        assert site.database.engine.pool.checkedout() == 0
