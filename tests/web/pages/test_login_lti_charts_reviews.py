import dataclasses
import re
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from lti_platform import CLIENT, ISSUER, SETTINGS, claims, jwks, new_key, signed
from playfunc.record import GameRecord
from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import hashed, make_link
from playfunc_web.errors import ProblemError
from playfunc_web.http.viewer import COOKIE, name_of
from playfunc_web.pages import login
from playfunc_web.pages.charts import BINS, Point, bars, binned, histogram, line
from playfunc_web.pages.game import Reviews, reviewable
from playfunc_web.pages.login import LTI_COOKIE
from playfunc_web.site import Site
from web_results import played_records
from web_site import Browser, browser, open_test_site

PASSWORD = "correct horse battery"


@pytest.fixture
def ada(site: Site) -> None:
    encoded = hashed(PASSWORD)
    with site.database.writing() as session:
        make_account(session, "ada", password=encoded)


def link(site: Site, name: str) -> str:
    with site.database.writing() as session:
        account = account_of(session, name)
        assert account is not None
        return make_link(session, account)


def test_pages_need_a_login_and_return_to_where_one_wanted_to_go(site: Site, ada: None) -> None:
    visitor = browser(site)
    answer = visitor.get("/runs?page=2")
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=/runs%3Fpage%3D2")
    answer = visitor.post("/login", {"login": "ada", "password": PASSWORD, "next": "/runs?page=2"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/runs?page=2")
    assert visitor.get("/runs").status_code == 200


@pytest.mark.parametrize(
    ("name", "password"), [("ada", "wrong"), ("nobody", PASSWORD), ("ada' --", PASSWORD)]
)
def test_a_wrong_login_and_a_wrong_password_get_the_same_answer(
    site: Site, ada: None, name: str, password: str
) -> None:
    answer = browser(site).post("/login", {"login": name, "password": password})
    assert answer.status_code == 403
    assert "Login and password do not match an account" in answer.text


def test_wrong_passwords_slow_down_and_the_right_one_is_taken(
    site: Site, ada: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "matches", lambda _encoded, password: password == PASSWORD)
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(round(seconds))

    monkeypatch.setattr(login.asyncio, "sleep", sleep)
    visitor = browser(site)
    monkeypatch.setattr(visitor.client._transport.app.state.throttle, "_clock", lambda: 1000.0)

    def status(password: str) -> int:
        return int(visitor.post("/login", {"login": "ada", "password": password}).status_code)

    assert [status("wrong") for _ in range(22)] == [403] * 22
    assert (status(PASSWORD), waited) == (303, [*[0] * 20, 2, 4, 6])
    assert [status("wrong") for _ in range(24)] == [*[403] * 23, 429]


def test_no_login_leads_to_another_site(site: Site, ada: None) -> None:
    sent = {"login": "ada", "password": PASSWORD, "next": "//evil.example"}
    answer = browser(site).post("/login", sent)
    assert answer.headers["location"] == "/"


def test_a_link_works_once_and_only_when_its_button_is_pressed(site: Site, ada: None) -> None:
    secret = link(site, "ada")
    assert browser(site).get(f"/link/{secret}").status_code == 200
    first, second = browser(site), browser(site)
    assert first.post(f"/link/{secret}").headers["location"] == "/account"
    assert first.get("/account").status_code == 200
    again = second.post(f"/link/{secret}")
    assert again.status_code == 410
    assert "This link no longer works" in again.text
    first.post("/account/password", {"password": PASSWORD})
    looked = second.get(f"/link/{secret}")
    assert looked.status_code == 410
    assert re.search(r"It was used on \d+ \w+ \d{4}, \d\d:\d\d, and a link works once", looked.text)
    assert "<button>Log in" not in looked.text


def test_a_link_that_is_over_or_unknown_says_so(site: Site, ada: None) -> None:
    with site.database.writing() as session:
        account = account_of(session, "ada")
        assert account is not None
        late = make_link(session, account, days=-1)
    for secret, words in ((late, "It was good until"), ("unknown", "works once and for a limited time")):
        answer = browser(site).get(f"/link/{secret}")
        assert (answer.status_code, words in answer.text) == (410, True)


def test_the_field_to_fill_in_has_the_focus(site: Site, ada: None) -> None:
    visitor = browser(site)
    focused = re.compile(r'<input id="(\w+)"[^>]* autofocus>')
    assert focused.findall(visitor.get("/login").text) == ["login"]
    again = visitor.post("/login", {"login": "ada", "password": "wrong"})
    assert focused.findall(again.text) == ["password"]


def test_forms_without_their_token_or_from_elsewhere_change_nothing(site: Site) -> None:
    ada = browser(site, "ada")
    assert ada.client.post("/account/leave").status_code == 403
    assert ada.client.post("/account/leave", data={"form_token": "0" * 64}).status_code == 403
    assert ada.post("/account/leave", headers={"origin": "https://evil.example"}).status_code == 403
    assert ada.post("/account/leave", headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert "You left on" not in ada.get("/account").text
    assert ada.post("/account/leave").status_code == 303
    assert "You left on" in ada.get("/account").text


def test_logging_out_ends_the_session_itself(site: Site) -> None:
    ada = browser(site, "ada")
    secret = ada.client.cookies[COOKIE]
    ada.post("/logout")
    thief = browser(site)
    thief.client.cookies.set(COOKIE, secret)
    assert thief.get("/account").status_code == 303


KEY = new_key()
ASKED = {"iss": ISSUER, "login_hint": "hint", "target_link_uri": "https://evil.example/", "client_id": CLIENT}


@pytest.fixture
def launched(tmp_path: Path) -> Iterator[Site]:
    folder = tmp_path / "lti-site"
    folder.mkdir()
    (folder / "platform.json").write_text(jwks(KEY))
    opened = open_test_site(folder, SETTINGS)
    yield opened
    opened.database.close()


def visitor(site: Site) -> Browser:
    found = browser(site)
    found.client.base_url = "https://ladder.example"
    return found


@pytest.mark.parametrize("verb", ["GET", "POST"])
def test_a_launch_logs_in_under_a_new_session(launched: Site, verb: str) -> None:
    ada = visitor(launched)
    sent = {"params": ASKED} if verb == "GET" else {"data": ASKED}
    begun = ada.client.request(verb, "/lti/login", **sent)
    cookie = begun.headers["set-cookie"].lower()
    assert cookie.startswith("__host-playfunc_lti=")
    assert all(word in cookie for word in ("httponly", "secure", "samesite=none", "path=/;"))
    asked = parse_qs(urlsplit(begun.headers["location"]).query)
    told = {"state": asked["state"][0], "id_token": signed(KEY, claims(asked["nonce"][0]))}
    landed = ada.client.post(
        "/lti/launch", data=told, headers={"origin": ISSUER, "sec-fetch-site": "cross-site"}
    )
    assert (landed.status_code, landed.headers["location"]) == (303, "/")
    assert "You are logged in as <strong>lti-" in ada.get("/account").text
    assert name_of(launched, LTI_COOKIE) not in ada.client.cookies
    again = ada.client.post("/lti/launch", data=told)
    assert again.status_code == 403


def test_a_launch_without_its_beginning_lets_nobody_in(launched: Site) -> None:
    stranger = visitor(launched)
    told = {"state": "x", "id_token": signed(KEY, claims("n"))}
    answer = stranger.client.post("/lti/launch", data=told)
    assert (answer.status_code, name_of(launched, COOKIE) in stranger.client.cookies) == (403, False)
    assert "The launch did not work" in answer.text


def test_a_site_without_a_platform_has_none_of_this(site: Site) -> None:
    assert browser(site).client.post("/lti/launch").status_code == 404
    assert browser(site).get("/lti/login").status_code == 404


HOSTILE = "<script>\"'&"


def elements(markup: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(markup).iter())


def test_bins_hold_every_value_once_and_mark_ones_own() -> None:
    values = [700.0, 912.5, 1000.0, 1000.0, 1391.0]
    bins = binned(values, 912.5)
    assert sum(each.count for each in bins) == len(values)
    assert len(bins) <= BINS
    assert [each.low <= 912.5 < each.high for each in bins] == [each.own for each in bins]
    assert all(each.low % 1 == 0 for each in bins)
    assert binned([]) == []
    assert [each.count for each in binned([5.0, 5.0])] == [2]


def test_a_histogram_has_a_bar_for_each_bin_and_a_line_at_ones_own_place() -> None:
    bins = binned([900.0, 950.0, 1000.0, 1100.0], 950.0)
    drawn = elements(histogram(bins, HOSTILE, 950.0))
    assert sum(each.tag == "rect" for each in drawn) == len(bins)
    assert [each.get("class") for each in drawn].count("mark") == 1
    assert drawn[1].get("aria-label") == HOSTILE


@pytest.mark.parametrize("count", [1, 2, 40])
def test_a_line_has_a_dot_for_each_point_and_keeps_within_its_picture(count: int) -> None:
    points = [Point(f"Run {n}", 1000 + 10 * n, 950 + 10 * n, 1050 + 10 * n) for n in range(count)]
    drawn = elements(line(points, "ratings"))
    dots = [each for each in drawn if each.tag == "circle"]
    assert len(dots) == count
    assert all(0 <= float(each.get("cy", "-1")) <= 230 for each in dots)
    assert sum("Run" in (each.text or "") for each in drawn) <= 11


def test_bars_escape_their_labels() -> None:
    drawn = elements(bars([(HOSTILE, 2.5), ("nothing", 0.0)], "costs"))
    assert HOSTILE in [each.text for each in drawn]


def test_pictures_use_no_attribute_that_the_policy_refuses() -> None:
    pictures = histogram(binned([1.0, 2.0]), "", 1.0) + line([Point("1", 1.0)], "") + bars([("a", 1.0)], "")
    assert "style" not in pictures
    assert " on" not in pictures


@pytest.mark.parametrize("value", [1374.5, 12345.5, -12345.5])
@pytest.mark.parametrize("count", [1, 3])
def test_equal_ratings_are_drawn_on_a_scale_of_points_with_whole_numbers(value: float, count: int) -> None:
    runs = line([Point(f"Run {n}", value) for n in range(count)], "ratings")
    spread = histogram(binned([value] * count, value), "ratings", value)
    ticks = [each for each in elements(runs) if each.get("text-anchor") == "end"]
    bins = [each for each in elements(spread) if each.get("text-anchor") == "middle"]
    assert ticks
    for each in (*ticks, *bins):
        assert (each.text or "").lstrip("−").isdecimal(), "and with its minus"
    for each in ticks:
        assert float(each.get("x", "")) >= 7.3 * len(each.text or ""), (
            "what is left of the picture is cut off"
        )
    numbers = sorted(int((each.text or "").replace("−", "-")) for each in ticks)
    assert numbers[-1] - numbers[0] >= 50
    (bar,) = [each for each in elements(spread) if each.tag == "rect"]
    assert float(bar.get("width", "")) < 200


@pytest.fixture
def record() -> GameRecord:
    return played_records("footsteps", 1)[0]


def test_a_review_is_computed_once_and_kept(record: GameRecord) -> None:
    reviews = Reviews()
    assert reviews.ready("a") is None
    first = reviews.ask("a", record, 60)
    assert first.review is not None
    assert len(first.review.costs) == len(record.moves)
    assert reviews.ready("a") is first
    assert reviews.ask("a", record, 0) is first


def test_the_oldest_reviews_are_forgotten(record: GameRecord) -> None:
    reviews = Reviews(kept=2)
    for digest in "abcd":
        assert reviews.ask(digest, record, 60) is not None
    assert [reviews.ready(digest) is not None for digest in "abcd"] == [False, False, True, True]


def test_a_review_that_takes_too_long_ends_with_a_sentence(record: GameRecord) -> None:
    found = Reviews(seconds=-1.0).ask("a", record, 60)
    assert found.review is None
    assert "which is the limit here" in found.reason


def test_too_many_that_wait_are_refused(record: GameRecord) -> None:
    with pytest.raises(ProblemError) as refused:
        Reviews(waiting=0).ask("a", record, 0)
    assert refused.value.status == 503


def test_only_so_many_requests_wait_and_others_are_answered_at_once(record: GameRecord) -> None:
    reviews = Reviews(readers=1)
    released = threading.Event()
    reviews._thread.submit(released.wait, 60)
    with ThreadPoolExecutor(1) as one:
        waits = one.submit(reviews.ask, "a", record, 60)
        while reviews._places._value:
            time.sleep(0.01)
        started = time.monotonic()
        assert reviews.ask("a", record, 30) is None
        assert time.monotonic() - started < 10
        released.set()
        assert waits.result(60) is reviews.ready("a")


def test_a_record_that_does_not_replay_gives_a_sentence(record: GameRecord) -> None:
    broken = dataclasses.replace(record, players=("one",))
    found = Reviews().ask("a", broken, 60)
    assert found.review is None
    assert found.reason.startswith("The costs of this game cannot be computed")


def test_games_without_a_reviewer_offer_no_costs() -> None:
    assert reviewable("footsteps")
    assert not reviewable("")
    assert not reviewable("no such game")
