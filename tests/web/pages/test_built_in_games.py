"""Games against built-in players, from the check of an upload to its owner's screen."""

import json

import pytest
from playfunc.codec import decode
from playfunc.record import GameRecord
from playfunc_web.admission import placement_games
from playfunc_web.database.tables import Entrant, Job, MeetingGame
from playfunc_web.jobs import enqueue
from playfunc_web.ladders.ladders import ladder_baselines
from playfunc_web.site import Site
from playfunc_web.worker import work_off
from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from web_players import QUICK
from web_site import Browser, browser

pytestmark = pytest.mark.broad

TALKER = QUICK.replace(b"    return", b'    print("only for me")\n    return').replace(b", None", b', "kept"')


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placement_games, "PORTIONS", (2,))
    monkeypatch.setattr(placement_games, "ENOUGH", 2)


def met(site: Site, player: Browser, content: bytes = TALKER) -> str:
    """The address of a version that has met the built-in players."""
    files = {"file": ("player.py", content)}
    address = player.post("/upload", {"ladder": "hearts"}, files=files).headers["location"]
    assert work_off(site, "worker", ("admission",))
    assert work_off(site, "worker", ("meeting",))
    return str(address)


def test_the_owner_watches_games_before_the_first_run(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    address = met(ladders, ada)
    deals = 2 * len(ladder_baselines("hearts"))
    listed = ada.get(address).text
    assert f"{deals} of these games are kept" in listed
    assert f'href="{address}/games/1"' in ada.get("/").text
    page = ada.get(f"{address}/games/1").text
    assert f'src="{address}/games/1/replay"' in page
    assert f'href="{address}/games/2"' in page
    assert "only for me" in page
    replay = ada.get(f"{address}/games/1/replay")
    assert "kept" in replay.text
    assert "given away" in ada.get(f"{address}/games/1/costs").text
    assert ada.get(f"{address}/games/{deals + 1}").status_code == 404


def test_a_downloaded_record_replays(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    (line,) = ada.get(f"{met(ladders, ada)}/games/1.jsonl").text.splitlines()
    record = decode(line, GameRecord)
    assert record.game == "hearts"
    assert json.loads(line)["players"].count("your player") == 1
    assert {move.memory for move in record.moves if record.players[move.seat] == "your player"} == {'"kept"'}


def test_games_with_a_fault_are_kept_first(ladders: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placement_games, "WATCHED", 2)
    ada = browser(ladders, "ada")
    address = met(ladders, ada)
    with ladders.database.writing() as session:
        games = session.scalars(select(MeetingGame)).all()
        assert [(game.number, game.fault) for game in games] == [(1, ""), (2, "")]
        version = session.scalars(select(Entrant).where(Entrant.code == address.split("/")[2])).one().active
        version.source = b"def play(player_id, hand, trick, previous):\n    return 1 / 0\n"
        meeting_again(session, version.id)
    assert work_off(ladders, "worker", ("meeting",))
    page = ada.get(f"{address}/games/1").text
    assert "Your player committed a fault: PlayerCrash" in page
    assert "ZeroDivisionError" in page
    assert "faults in games against built-in players" in ada.get("/status").text


def meeting_again(session: Session, version_id: int) -> None:

    session.execute(delete(Job).where(Job.kind == "meeting"))
    enqueue(session, "meeting", f"meeting/{version_id}", version_id)
