import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playfunc_web.database.tables import WhistRecord
from playfunc_web.errors import ProblemError
from playfunc_web.http.middleware import POLICY
from playfunc_web.skullwhist import games, statistics
from playfunc_web.skullwhist.bots import bot_named
from playfunc_web.skullwhist.event_log import LARGEST, Tally
from playfunc_web.skullwhist.games import bot_at
from playfunc_web.skullwhist.statistics import rounds_by_minute
from whist_built_in import Inline, meet
from whist_games import winner_by_hand
from whist_pages import Reader, outcomes, tables
from whist_server import Server, opened
from whist_world import NAMES, World


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


def test_who_watches_a_game_gets_the_whole_page_at_its_end(world: World, reader: Reader) -> None:
    running = reader.server.send("GET", f"/stats/game/by-id/{world.running}/", by_htmx=True)
    assert b'hx-trigger="every 2s"' in running.body
    over = reader.server.send("GET", f"/stats/game/by-id/{world.number}/", by_htmx=True)
    assert (over.body, over.headers["hx-refresh"]) == (b"", "true")
    assert "hx-trigger" not in reader.page(f"/stats/game/by-id/{world.number}/")


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


def test_the_list_has_every_bot_with_its_counts(world: World, reader: Reader) -> None:
    ((_, *rows),) = tables(reader.page("/stats/bots/"))
    assert {row[0] for row in rows} == set(NAMES)
    for name, state, played, *counts, _ in rows:
        found = outcomes(world.over.values(), world.ids[name])
        assert state in ("online", "offline")
        assert int(played) == sum(found.values()) - found["points"]
        assert [int(each.split()[0]) for each in counts] == list(found.values())[:5]


def test_names_are_searched_and_pages_turned(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, *rows),) = tables(reader.page("/stats/bots/", query="q=AD"))
    assert [row[0] for row in rows] == ["ada"]
    hostile = reader.page("/stats/bots/", query="q=%3Cscript%3E")
    assert "<script>" not in hostile
    monkeypatch.setattr(statistics, "PER_PAGE", 3)
    assert len(tables(reader.page("/stats/bots/", query="page=2"))[0]) == 2
    assert len(tables(reader.page("/stats/bots/", query="page=99"))[0]) == 2


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_by_name_and_by_number(world: World, reader: Reader, name: str) -> None:
    number = world.ids[name]
    page = reader.page(f"/stats/bot/by-name/{name}/")
    text = reader.text(f"/stats/bot/by-id/{number}/")
    assert f"<h1>{name}</h1>" in page
    found = outcomes(world.over.values(), number)
    assert f"Wins {found['wins']}" in text
    assert f"Forfeits {found['forfeits']}" in text
    assert (f"It plays game {world.running} now." in text) == (name in ("ada", "bob"))
    met = tables(page)[0][1:] if name != "deb" else []
    for rival, played, *counts, _ in met:
        against = outcomes(world.over.values(), number, world.ids[rival])
        assert [int(played), *map(int, counts)] == [
            sum(list(against.values())[:5]),
            *list(against.values())[:5],
        ]
    assert len(met) == (0 if name == "deb" else 2)


def test_online_is_who_has_a_session(tmp_path_factory: pytest.TempPathFactory) -> None:
    with opened(tmp_path_factory.mktemp("site")) as server:
        server.bot("ada")
        assert "Online." in Reader(server).text("/stats/bot/by-name/ada/")
        server.pass_time(301)
        assert "Offline." in Reader(server).text("/stats/bot/by-name/ada/")


def test_built_in_bots_are_online_where_they_step_in(tmp_path: Path) -> None:
    with opened(tmp_path / "steps", built_in_after=10.0) as server:
        text = Reader(server).text("/stats/bot/by-name/house-basic/")
        assert "Online." in text
        assert "It bids and plays at random." in text
        assert "logged in now, and 3 built-in bots" in Reader(server).text("/")
    with opened(tmp_path / "steps") as server:
        assert "Offline." in Reader(server).text("/stats/bot/by-name/house-basic/")


def test_a_built_in_bot_has_all_games_that_it_plays(tmp_path: Path) -> None:
    with opened(tmp_path / "site", built_in_after=10.0, minds=Inline()) as server:
        met = [meet(server, server.bot(f"bot{number}")[0]) for number in range(4)]
        house = next(
            game["opponent"] for game in met if sum(game["opponent"] == each["opponent"] for each in met) > 1
        )
        playing = ", ".join(f"game {game['game']}" for game in met if game["opponent"] == house)
        assert f"It plays {playing} now." in Reader(server).text(f"/stats/bot/by-id/{house}/")


@pytest.mark.parametrize(
    "path", ["by-name/nobody", "by-name/%3Cscript%3E", "by-id/0", "by-id/99", "by-id/99999999999"]
)
def test_other_bots_do_not_exist(reader: Reader, path: str) -> None:
    reader.page(f"/stats/bot/{path}/", 404)


def test_records_are_those_of_the_games(
    world: World, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "ENOUGH", 3)
    text = reader.text("/stats/records/")
    found = {name: outcomes(world.over.values(), bot) for name, bot in world.ids.items()}
    games = {name: sum(list(each.values())[:5]) for name, each in found.items()}
    assert f"Most games {max(games, key=lambda name: games[name])} {max(games.values())} games" in text
    assert f"{max(each['wins'] for each in found.values())} wins" in text
    share = max(100 * found[name]["wins"] / n for name, n in games.items() if n >= 3)
    assert f"{share:.1f}% of its games" in text
    scores = [
        game[f"score{place}"] for game in world.over.values() for place in "12" if game["score1"] is not None
    ]
    assert f"{max(scores)} points, game" in text
    assert f"{min(scores)} points, game".replace("-", "−") in text


def test_one_game_and_one_win_are_singular(tmp_path_factory: pytest.TempPathFactory) -> None:
    tally = Tally(WhistRecord(wins=1, losses=0, ties=0, forfeits=0, gifts=0, points=10))
    with opened(tmp_path_factory.mktemp("site")) as server, pytest.MonkeyPatch.context() as patch:
        server.bot("ada")
        with server.site.database.reading() as session:
            bot = bot_named(session, "ada")
            assert bot is not None
            patch.setattr(statistics, "standings", lambda _: [(bot, tally)])
            assert [feat.words for feat in statistics.feats(session)] == ["1 game", "1 win"]


def test_few_games_hold_no_share(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "ENOUGH", 1000)
    assert "Largest share" not in reader.page("/stats/records/")


def test_a_new_server_has_none(tmp_path_factory: pytest.TempPathFactory) -> None:
    with opened(tmp_path_factory.mktemp("site")) as server:
        assert "No game is over yet." in Reader(server).page("/stats/records/")


def test_all_games_are_listed(world: World, reader: Reader) -> None:
    page = reader.page("/stats/games/page/1/")
    ((_, *rows),) = tables(page)
    assert [row[0] for row in rows] == [
        f"Game {number}" for number in (world.running, *sorted(world.over)[::-1])
    ]
    for row in rows[1:]:
        game = world.over[int(row[0].split()[1])]
        shown = [f"{'–' if game[f'{name}1'] is None else game[f'{name}1']}" for name in ("score", "bid")]
        assert [row[3].split(" : ")[0].replace("−", "-"), row[4].split(" : ")[0]] == shown
    assert rows[0][3:] == ["", "", "", "running"]


def test_pages_are_turned(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (games, games):
        monkeypatch.setattr(module, "PER_PAGE", 5)
    shown = [tables(reader.page(f"/stats/games/page/{number}/"))[0][1:] for number in (1, 2, 3)]
    assert [len(rows) for rows in shown] == [5, 5, 3]
    assert len({row[0] for rows in shown for row in rows}) == 13
    assert 'href="/stats/games/page/2/"' in reader.page("/stats/games/page/1/")


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999"])
def test_other_pages_do_not_exist(reader: Reader, number: str) -> None:
    reader.page(f"/stats/games/page/{number}/", 404)


def complete(world: World) -> list[int]:
    """Rounds by minute: each game was played within the minute in which it started."""
    counts = [0] * 60
    last = int(world.server.now // 60)
    for game in world.over.values():
        started = datetime.fromisoformat(game["started"]).replace(tzinfo=UTC)
        place = int(started.timestamp() // 60) - last + 59
        counts[place] += sum(each["second_card"] is not None for each in game["rounds"])
    counts[59] += 2
    return counts


def test_the_feed_has_sixty_counts(world: World, reader: Reader) -> None:
    answered = reader.server.send("GET", "/stats/rounds/feed/")
    assert answered.headers["content-type"] == "application/json"
    assert json.loads(answered.body) == complete(world)


def test_the_table_has_the_same_numbers(world: World, reader: Reader) -> None:
    page = reader.page("/stats/rounds/")
    ((_, *rows),) = tables(page)
    assert [int(cell) for row in rows for cell in row[1:]] == complete(world)
    assert page.count('<rect class="bar"') == 60
    assert 'hx-trigger="every 30s"' in page
    assert "<script>" not in page


def test_what_refreshes_is_the_part_alone(reader: Reader) -> None:
    client = TestClient(reader.server.app)
    part = client.get("/stats/rounds/", headers={"HX-Request": "true"}).text
    assert "<svg" in part
    assert "<html" not in part


def test_the_hour_moves_on(world: World) -> None:
    with world.server.site.database.reading() as session:
        now = rounds_by_minute(session, world.server.now)
        assert rounds_by_minute(session, world.server.now + 60) == [*now[1:], 0]
        assert rounds_by_minute(session, world.server.now + 3600) == [0] * 60


def test_bots_are_found_by_name_or_number(world: World) -> None:
    with world.server.site.database.reading() as session:
        assert bot_at(session, "cyd").id == world.ids["cyd"]
        assert bot_at(session, world.ids["cyd"]).name == "cyd"
        for key in ("CYD", "", 0, -1, 99, LARGEST + 1):
            with pytest.raises(ProblemError):
                bot_at(session, key)
