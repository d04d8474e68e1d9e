"""`playfunc bot`, against a scripted server; tests/web/skullwhist has the real one."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command import QUICK
from playfunc.games.skullwhist import client
from playfunc_cli import bot
from scripted_whist import Script, Whist, scripted
from whist_deals import DEALS

pytestmark = pytest.mark.broad

Run = Callable[..., tuple[int, str, str]]

CAREFUL = """
def bid(player_id, opponent_id, hand):
    return 2, None

def play(player_id, hand, trick, bids, previous):
    legal = [card for card in hand if trick and card.suit is trick[0][0].suit] or hand
    return legal[0], None
"""
LATE_RENEGE = CAREFUL.replace(
    "return legal[0]",
    "others = [card for card in hand if trick and card.suit is not trick[0][0].suit]\n"
    "    return others[0] if others and others[0] != legal[0] and len(hand) < 10 else legal[0]",
)
LATE_CRASH = CAREFUL.replace("return legal", 'assert len(hand) > 9, "confused"\n    return legal')


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(client, "STATUS_SECONDS", 0.002)
    monkeypatch.setattr(bot, "RETRY_SECONDS", 0.01)
    monkeypatch.setenv("PLAYFUNC_PASSWORD", "secret")
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    assert {number: signal.getsignal(number) for number in before} == before


@pytest.fixture
def careful(tmp_path: Path) -> Path:
    path = tmp_path / "careful.py"
    path.write_text(CAREFUL)
    return path


def arguments(player: object, whist: Whist, *more: object) -> tuple[object, ...]:
    return "bot", player, "--server", whist.url, "--name", "ann", *more


def test_games_are_played_and_each_result_is_printed(careful: Path, playfunc: Run) -> None:
    with scripted(DEALS, {("new-game", 2): "retry"}) as whist:
        code, out, err = playfunc(*arguments(careful, whist, "--games", 2))
    assert (code, err) == (0, "")
    first, second, summary = out.splitlines()
    sides = r"2 bid, \d+ won, -?\d+ points; opponent: 5 bid, \d+ won, -?\d+ points"
    assert re.fullmatch(rf"game 1 against bot 7: (won|lost|tied) \({sides}\)", first)
    assert re.fullmatch(rf"game 2 against bot 7: (won|lost|tied) \({sides}\)", second)
    assert re.fullmatch(r"2 games: \d won, \d tied, \d lost", summary)
    methods = [request.method for request in whist.requests]
    assert methods[:5] == ["register", "login", "new-game", "bid", "status"]
    assert methods.count("play") == 26


def test_one_of_our_opponents_may_play_too(playfunc: Run) -> None:
    with scripted(DEALS) as whist:
        code, out, _ = playfunc(*arguments("basic", whist, "--games", 1))
    assert code == 0
    assert out.startswith("game 1 against bot 7: ")


@pytest.mark.parametrize(
    ("source", "rule"), [(LATE_RENEGE, "Reneging: "), (LATE_CRASH, "Crash: AssertionError: confused")]
)
def test_a_fault_is_told_with_its_call_and_the_game_is_forfeited(
    source: str, rule: str, tmp_path: Path, playfunc: Run
) -> None:
    path = tmp_path / "faulty.py"
    path.write_text(source)
    with scripted(DEALS[1:]) as whist:
        code, out, err = playfunc(*arguments(path, whist))
    assert (code, out) == (1, "")
    assert err.startswith("playfunc: game 1 is forfeited, because your player broke a rule.\n3: " + rule)
    assert "  hand: " in err
    call = err.partition("The call was:\n\n")[2]
    names: dict[str, object] = {}
    exec(source + call.replace("play(", "seen = (", 1), names)
    assert names["seen"][0] == "3"  # type: ignore[index]
    assert whist.requests[-1].method == "login"


def test_a_player_that_cannot_play_meets_nobody(tmp_path: Path, refuses: Callable[..., None]) -> None:
    with scripted(DEALS) as whist:
        for source, words in (
            ("def bid(*a):\n    return 0, None\n", "cannot play: "),
            ("1 / 0\n", "ZeroDivisionError"),
        ):
            (tmp_path / "bad.py").write_text(source)
            refuses(words, *arguments(tmp_path / "bad.py", whist))
        refuses("there is no file", *arguments(tmp_path / "gone.py", whist))
    assert whist.requests == []


def test_a_player_that_crashes_is_told_where_its_line_is_shown(
    tmp_path: Path, refuses: Callable[..., None]
) -> None:
    (tmp_path / "two words.py").write_text("def bid(*a):\n    return 1 // 0\n\ndef play(*a): ...\n")
    with scripted(DEALS) as whist:
        shown = f"ZeroDivisionError.* (playfunc check --assignment skullwhist '{tmp_path / 'two words.py'}' shows more)"
        refuses(shown.replace("(", "[(]").replace(")", "[)]"), *arguments(tmp_path / "two words.py", whist))


def test_a_password_file_that_cannot_be_read_is_named(
    careful: Path, tmp_path: Path, refuses: Callable[..., None]
) -> None:
    (tmp_path / "latin").write_bytes(b"\xe9t\xe9\n")
    with scripted(DEALS) as whist:
        for name, why in (("gone", "No such file or directory"), ("latin", "'utf-8' codec")):
            told = f"the password file {tmp_path / name} cannot be read [(]{why}"
            refuses(told, *arguments(careful, whist, "--password-file", tmp_path / name))


def test_one_reason_for_both_refusals_is_told_once() -> None:
    rule = "name must be 1 to 40 letters."
    assert bot._both(f"login failed: {rule}", f"register failed: {rule}") == f"login failed: {rule}"
    assert (
        bot._both("login failed: No bot.", "register failed: Closed.")
        == "login failed: No bot; register failed: Closed."
    )
    assert bot._both("login failed: No bot.", "") == "login failed: No bot."


def test_a_lost_connection_and_a_lost_session_end_no_game(careful: Path, playfunc: Run) -> None:
    script: Script = {("bid", 1): "lost", ("play", 5): 502, ("status", 40): "failure"}
    with scripted(DEALS, script) as whist:
        code, out, err = playfunc(*arguments(careful, whist, "--games", 2))
    assert code == 0, err
    assert out.endswith("lost\n")
    assert len(out.splitlines()) == 3
    assert len(re.findall("trying again in 1 s", err)) == 2
    assert 'playfunc: status failed: no "status" today; logging in again\n' in err
    assert [request.method for request in whist.requests].count("login") == 2


def test_what_the_server_refuses_ends_it(careful: Path, playfunc: Run) -> None:
    script: Script = {("register", 1): "failure", ("login", 1): "failure"}
    with scripted(DEALS, script) as whist:
        code, _, err = playfunc(*arguments(careful, whist))
    assert code == 1
    assert err == ('playfunc: login failed: no "login" today; register failed: no "register" today\n')
    with scripted(DEALS, {("new-game", n): "failure" for n in (1, 2)}) as whist:
        code, _, err = playfunc(*arguments(careful, whist))
    assert code == 1
    assert err.splitlines()[-1] == 'playfunc: new-game failed: no "new-game" today'
    code, _, err = playfunc(*arguments(careful, whist))
    assert code == 1
    assert "does not answer (" in err
    assert err.endswith("start the server, or check the address\n")


def test_the_password_comes_from_an_option_a_file_or_the_environment(
    careful: Path,
    playfunc: Run,
    refuses: Callable[..., None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "password"
    file.write_text("from a file\n")
    with scripted(DEALS, {("login", n): "failure" for n in range(1, 9)}) as whist:
        for more in (("--password", "given"), ("--password-file", file), ()):
            assert playfunc(*arguments(careful, whist, *more))[0] == 1
        refuses("not both", *arguments(careful, whist, "--password", "a", "--password-file", file))
        file.write_text("")
        refuses("the password is empty", *arguments(careful, whist, "--password-file", file))
        monkeypatch.delenv("PLAYFUNC_PASSWORD")
        refuses("a password is needed: .* in .PLAYFUNC_PASSWORD", *arguments(careful, whist))
        refuses("expected the server's address", "bot", careful, "--server", "whist", "--name", "ann")
    sent = [request.fields["password"] for request in whist.requests if request.method == "login"]
    assert sent == ["given", "from a file", "secret"]


def test_a_password_in_the_open_is_warned_of(careful: Path, playfunc: Run) -> None:
    code, _, err = playfunc("bot", careful, "--server", "http://whist.invalid", "--name", "ann")
    assert code == 1
    warning, away = err.splitlines()
    assert warning.endswith("is plain HTTP: the password is not encrypted, so use it nowhere else")
    assert "does not answer" in away


def test_ctrl_c_stops_after_the_game(careful: Path) -> None:
    """Pressed in a terminal it reaches the player's process too, which plays on."""
    with scripted(DEALS) as whist, started(careful, whist) as process:
        wait_for(whist, "play", 3)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert err == "playfunc: stopping after this game; press Ctrl-C again to stop at once and forfeit it\n"
    assert out.splitlines()[-1].startswith("1 game: ")
    assert [request.method for request in whist.requests].count("play") == 13


def test_ctrl_c_twice_stops_at_once(careful: Path) -> None:
    with scripted(DEALS) as whist, started(careful, whist) as process:
        wait_for(whist, "play", 2)
        os.killpg(process.pid, signal.SIGINT)
        assert "again" in process.stderr.readline()  # type: ignore[union-attr]
        os.killpg(process.pid, signal.SIGINT)
        err = process.stderr.read()  # type: ignore[union-attr]
    assert process.returncode == 130
    assert err == "playfunc: stopped; a game that was not finished is forfeited within two minutes\n"
    assert [request.method for request in whist.requests].count("play") < 13


def test_ctrl_c_ends_the_wait_for_an_opponent(careful: Path, playfunc: Run) -> None:
    with scripted(DEALS, {("new-game", n): "retry" for n in range(1, 999)}) as whist:
        pressed = threading.Thread(
            target=lambda: (wait_for(whist, "new-game", 3), os.kill(os.getpid(), signal.SIGTERM))
        )
        pressed.start()
        code, out, _ = playfunc(*arguments(careful, whist))
        pressed.join()
    assert (code, out) == (0, "0 games: 0 won, 0 tied, 0 lost\n")


def started(player: Path, whist: Whist) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", QUICK, *map(str, arguments(player, whist))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for(whist: Whist, method: str, count: int) -> None:
    for _ in range(3000):
        if sum(request.method == method for request in whist.requests) >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"{method} was not asked {count} times")
