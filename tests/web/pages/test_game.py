import html
import json
import re

import pytest
from playfunc_web.pages import game
from playfunc_web.site import Site
from web_results import HOSTILE, OWNER_SECRETS, Filled, fill_ladder
from web_site import browser


@pytest.fixture
def run(filled: tuple[Site, Filled]) -> int:
    return filled[1].runs[-1]


def replay_data(document: str) -> dict[str, object]:
    found = re.search(r'id="pf-data">(.*?)</script>', document, re.S)
    data: dict[str, object] = json.loads(found[1])
    return data


def test_costs_of_a_game_that_one_may_not_open_answer_as_of_one_that_does_not_exist(
    filled: tuple[Site, Filled], run: int
) -> None:
    stranger = browser(filled[0], "stranger")
    closed, missing = (stranger.get(f"/game/{run}/{number}/costs") for number in (3, 999))
    assert (closed.status_code, missing.status_code) == (404, 404)
    assert re.sub(r"/\d+", "", closed.text) == re.sub(r"/\d+", "", missing.text)


@pytest.mark.parametrize("place", ["", "/replay", ".jsonl"])
def test_what_is_private_is_in_the_owners_page_alone(
    filled: tuple[Site, Filled], run: int, place: str
) -> None:
    address = f"/game/{run}/3{place}"
    own = browser(filled[0], "ada").get(address).text
    others = browser(filled[0], "prof", "staff").get(address).text
    expected = {"": OWNER_SECRETS[:2], "/replay": OWNER_SECRETS[2:], ".jsonl": ()}[place]
    for secret in OWNER_SECRETS:
        assert (secret in own or json.dumps(secret)[1:-1] in own) == (secret in expected)
        assert secret not in others


def test_a_replay_runs_its_own_script_and_nothing_else(filled: tuple[Site, Filled], run: int) -> None:
    answer = browser(filled[0], "ada").get(f"/game/{run}/1/replay")
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.text.count("<script>") == 1
    for hostile in HOSTILE[:2]:
        assert hostile not in answer.text
    names = replay_data(answer.text)["chapters"][0]["names"]  # type: ignore[index]
    assert set(names[1:]) <= set(HOSTILE)


def test_a_game_shows_who_played_and_steps_to_others(filled: tuple[Site, Filled], run: int) -> None:
    page = browser(filled[0], "ada").get(f"/game/{run}/3").text
    assert re.search(rf'href="/game/{run}/1" rel="prev">.*Your previous game: 1<', page)
    assert re.search(rf'href="/game/{run}/5" rel="next">Your next game: 5', page)
    assert re.search(r"<h1>Game 3: <bdi>.+</bdi> (won|tied)</h1>", page)
    assert f"--record game-{run}-3.jsonl --move" in page
    assert f'value="http://testserver/game/{run}/3"' in page
    assert "TimeError" in page
    assert 'sandbox="allow-scripts"' in page


def test_a_download_is_one_line_under_opaque_ids(filled: tuple[Site, Filled], run: int) -> None:
    answer = browser(filled[0], "ada").get(f"/game/{run}/1.jsonl")
    assert answer.headers["content-type"] == "application/x-ndjson"
    record = json.loads(answer.text)
    assert answer.text.count("\n") == 1
    assert record["players"] == ["p000000", "p000001", "p000002", "p000003"]
    assert {move["memory"] for move in record["moves"]} == {None}


def test_opening_a_game_of_ones_own_marks_it_as_watched(site: Site) -> None:
    made = fill_ladder(site, entrants=8, games=6)
    ada, run = browser(site, "ada"), made.runs[0]
    link = f'href="/game/{run}/%d">Next game not yet watched'
    assert link % 1 in ada.get(f"/game/{run}/3").text
    assert link % 1 in ada.get(f"/game/{run}/5").text
    assert "not yet watched" not in ada.get(f"/game/{run}/1").text


def test_costs_come_to_the_page_when_they_are_asked_for(site: Site) -> None:
    """FootSteps is small enough to be priced at once."""
    made = fill_ladder(site, "footsteps", entrants=6, games=2)
    ada, address = browser(site, "ada"), f"/game/{made.runs[0]}/1"
    assert "Compute costs" in ada.get(address).text
    page = ada.get(f"{address}/costs").text
    assert "<!doctype html>" in page
    assert "given away" in page
    assert re.search(r"Best move: Bid \d+\.", page)
    assert "Best line" not in page
    part = ada.get(f"{address}/costs", headers={"hx-request": "true"}).text
    assert "<!doctype html>" not in part
    again = ada.get(address).text
    assert "Compute costs" not in again
    for shown in (part, again):
        assert "given away" in shown
        assert f'src="{address}/replay?costs=true"' in shown
        assert f'href="{address}/replay?costs=true"' in shown
    assert replay_data(ada.get(f"{address}/replay").text)["costs"] is None
    assert replay_data(ada.get(f"{address}/replay?costs=true").text)["costs"] is not None


def test_a_game_that_hides_nothing_shows_the_best_line(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "WAIT_SECONDS", 90.0)
    made = fill_ladder(site, "hearts", entrants=6, games=1)
    page = browser(site, "ada").get(f"/game/{made.runs[0]}/1/costs").text
    costs = re.findall(r'<li><a href="[^"]+#move=\d+">Trick \d+.*?</li>', page, re.DOTALL)
    assert costs
    for cost in costs:
        line = re.search(r"Best line: (.*?) In the end: (.*?)\.\s*</span>", cost, re.DOTALL)
        first = re.search(r"</bdi> ([^,<]+)", line[1])
        better = re.search(r"; (.+?)(?: and .+?)? gave none", html.unescape(cost))
        assert first[1].strip() == better[1]
        assert sum(map(int, re.findall(r"</bdi> (\d+)", line[2]))) == 26
