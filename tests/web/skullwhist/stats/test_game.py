from __future__ import annotations

import json

import pytest
from playfunc_web.http.headers import POLICY
from whist_games import winner_by_hand
from whist_pages import Reader, tables
from whist_server import Server
from whist_world import World


def test_a_game_that_is_over_shows_everything(world: World, reader: Reader) -> None:
    for number, game in world.over.items():
        players, *rest = tables(reader.page(f"/stats/game/by-id/{number}/"))
        names = {bot: name for name, bot in world.ids.items()}
        for row, place in zip(players[1:], "12", strict=True):
            assert row[0] == names[game[f"bot{place}"]]
            shown = [
                "–" if game[f"{what}{place}"] is None else str(game[f"{what}{place}"])
                for what in ("bid", "score")
            ]
            assert [row[1], row[3].replace("−", "-")] == shown
            assert row[4].split() == game[f"hand{place}"]
        rounds = rest[0][1:] if rest else []
        assert len(rounds) == len(game["rounds"])
        for row, played in zip(rounds, game["rounds"], strict=True):
            led, followed, winner = played["leader_card"], played["second_card"], "–"
            if followed is not None:
                winner = names[winner_by_hand((led, played["leader"]), (followed, played["second"]))]
            assert row[1:] == [names[played["leader"]], led, followed or "–", winner]


def test_a_running_game_shows_no_hand(world: World, reader: Reader) -> None:
    path = f"/stats/game/by-id/{world.running}/"
    page = reader.page(path)
    players, rounds = tables(page)
    assert "Running." in page
    assert all(len(row) == 4 for row in players)
    assert [row[1] for row in players[1:]] != ["–", "–"], "both have bid"
    assert (len(rounds) - 1, rounds[-1][3]) == (3, "–")
    game = world.server.hall.lobby.game_of(world.ids["ada"], world.server.now)
    assert game is not None
    left = [card.text for hand in game.state.hands for card in hand]
    assert len(left) == 21
    assert not any(card in page for card in left)
    for part in ("replay", "costs"):
        reader.page(path + part, 404)
    reader.page(path.rstrip("/") + ".jsonl", 404)


def test_a_lone_bid_is_hidden(server: Server) -> None:
    sessions = [server.bot(name)[0] for name in ("cyd", "deb")]
    path = f"/stats/game/by-id/{server.dealt(*sessions)[0]['game']}/"
    server.post("bid", session=sessions[0], bid=11)
    players = tables(Reader(server).page(path))[0]
    assert [row[1] for row in players[1:]] == ["–", "–"]
    server.post("bid", session=sessions[1], bid=7)
    players = tables(Reader(server).page(path))[0]
    assert {row[1] for row in players[1:]} == {"11", "7"}


def test_the_replay_runs_in_a_sandbox(world: World, reader: Reader) -> None:
    page = reader.server.send("GET", f"/stats/game/by-id/{world.number}/")
    assert page.headers["content-security-policy"] == POLICY
    assert b'sandbox="allow-scripts"' in page.body
    for number in world.over:
        answered = reader.server.send("GET", f"/stats/game/by-id/{number}/replay")
        assert answered.status == 200, number
        assert answered.headers["content-security-policy"].startswith(
            "sandbox allow-scripts; default-src 'none'"
        )


def test_the_record_is_that_of_the_game(world: World, reader: Reader) -> None:
    answered = reader.server.send("GET", f"/stats/game/by-id/{world.number}.jsonl")
    record = json.loads(answered.body)
    game = world.over[world.number]
    assert record["scores"] == [game["score1"], game["score2"]]
    assert [move["move"] for move in record["moves"][:2]] == [str(game["bid1"]), str(game["bid2"])]


def test_costs_are_computed_when_asked(world: World, reader: Reader) -> None:
    path = f"/stats/game/by-id/{world.number}"
    text = reader.page(f"{path}/costs")
    game = world.over[world.number]
    names = {bot: name for name, bot in world.ids.items()}
    for place in "12":
        assert f"<bdi>{names[game[f'bot{place}']]}</bdi>:" in text
    assert "given away" in text
    again = reader.page(f"{path}/")
    assert "given away" in again
    assert "Compute costs" not in again
    assert again.count(f'="{path}/replay?costs=true"') == 2, "the frame and the link to the replay on its own"


@pytest.mark.parametrize("number", ["0", "9999", "99999999999"])
def test_other_games_do_not_exist(reader: Reader, number: str) -> None:
    reader.page(f"/stats/game/by-id/{number}/", 404)
