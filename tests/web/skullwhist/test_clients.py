"""Every pair of kits plays a whole game through a real server, and so does `playfunc bot`."""

import itertools
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playfunc_web.skullwhist.kits import BOTS
from whist_kits import Kit, bid_of, card_of, unpacked
from whist_process import WhistProcess, whist_process

pytestmark = pytest.mark.clients

PASSWORD = "open sesame"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WhistProcess]:
    with whist_process(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Kit]:
    """Every kit, compiled where its language needs that: what is slow to compile would keep its opponent waiting."""
    found = unpacked(tmp_path_factory.mktemp("kits"))
    for kit in found.values():
        assert kit.command
    return found


def finished(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out


def number_in(out: str) -> int:
    (found,) = {int(number) for number in re.findall(r"^game (\d+)", out, re.MULTILINE)}
    return found


def score(bid: int, tricks: int) -> int:
    return -10 * bid if tricks < bid else 10 * bid + tricks - bid


def check_game(game: Mapping[str, Any], played_by_kits: set[int]) -> None:
    """Every bid and card of these bots is the one that the strategy has, and the rest is as the rules say."""
    bots = (game["bot1"], game["bot2"])
    hands = {bot: list(game[f"hand{place}"]) for place, bot in enumerate(bots, 1)}
    bids = {bot: game[f"bid{place}"] for place, bot in enumerate(bots, 1)}
    tricks = dict.fromkeys(bots, 0)
    for bot in played_by_kits:
        assert bids[bot] == bid_of(hands[bot])
    leader = game["rounds"][0]["leader"]
    for each in game["rounds"]:
        led, followed, second = each["leader_card"], each["second_card"], each["second"]
        assert (each["leader"], {leader, second}) == (leader, set(bots))
        for bot, card, lead in ((leader, led, None), (second, followed, led)):
            if bot in played_by_kits:
                assert card == card_of(hands[bot], lead)
            hands[bot].remove(card)
        same = led[0] == followed[0]
        second_wins = followed > led if same else followed[0] == "S"
        leader = second if second_wins else leader
        tricks[leader] += 1
    assert list(hands.values()) == [[], []]
    for place, bot in enumerate(bots, 1):
        assert game[f"tricks{place}"] == tricks[bot]
        assert game[f"score{place}"] == score(bids[bot], tricks[bot])
    assert game["forfeited_by"] is None


@pytest.mark.parametrize(("one", "other"), [*itertools.combinations(BOTS, 2)])
def test_two_kits_play_a_whole_game(
    one: str, other: str, server: WhistProcess, kits: Mapping[str, Kit]
) -> None:
    running = [kits[name].start(server.url, f"kit-{name}", PASSWORD, "1") for name in (one, other)]
    outs = [finished(process) for process in running]
    assert [out.splitlines()[-1] for out in outs] == [outs[0].splitlines()[-1]] * 2
    game = server.game(number_in(outs[0]))
    for name, out in zip((one, other), outs, strict=True):
        bot = server.post("login", name=f"kit-{name}", password=PASSWORD)["id"]
        place = (game["bot1"], game["bot2"]).index(bot) + 1
        assert out.splitlines()[0].endswith(f"bid {game[f'bid{place}']} on {' '.join(game[f'hand{place}'])}")
    check_game(game, {game["bot1"], game["bot2"]})


def test_a_game_goes_on_after_the_server_was_killed(server: WhistProcess, kits: Mapping[str, Kit]) -> None:
    """A client that keeps its connection, and one that does not; the pauses leave time to start the server again."""
    slow = {"WHIST_STATUS_SECONDS": "0.2", "WHIST_RETRY_SECONDS": "2"}
    names = ("java", "ruby")
    kept, closed = (kits[name].start(server.url, f"kit-{name}", PASSWORD, "1", **slow) for name in names)
    with kept, closed:
        assert kept.stdout is not None
        assert "round 3" in [kept.stdout.readline() for _ in range(4)][-1]
        server.kill()
        time.sleep(1)
        server.start()
        last, out = finished(kept).splitlines()[-1], finished(closed)
    assert last == out.splitlines()[-1]
    game = server.game(number_in(out))
    check_game(game, {game["bot1"], game["bot2"]})


def test_a_player_meets_a_kit(server: WhistProcess, kits: Mapping[str, Kit], tmp_path: Path) -> None:
    player = tmp_path / "careful.py"
    player.write_text(
        "def bid(player_id, opponent_id, hand):\n    return 3, None\n\n"
        "def play(player_id, hand, trick, bids, previous):\n"
        "    return ([c for c in hand if trick and c.suit is trick[0][0].suit] or hand)[-1], None\n"
    )
    (tmp_path / "password").write_text(PASSWORD)
    command = [sys.executable, "-m", "playfunc_cli.main", "bot", "careful.py", "--server", server.url]
    options = ["--name", "careful", "--password-file", "password", "--games", "1"]
    with subprocess.Popen(
        [*command, *options], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as bot:
        kit = kits["python"].start(server.url, "kit-python", PASSWORD, "1")
        told, other = finished(bot), finished(kit)
    game = server.game(number_in(other))
    (kit_bot,) = {game["bot1"], game["bot2"]} - {
        server.post("login", name="careful", password=PASSWORD)["id"]
    }
    check_game(game, {kit_bot})
    mine = 1 if game["bot2"] == kit_bot else 2
    assert re.match(rf"game {number_in(other)} against bot {kit_bot}: (won|lost|tied) \(3 bid, ", told)
    assert f"{game[f'tricks{mine}']} won, {game[f'score{mine}']} points; opponent: " in told
