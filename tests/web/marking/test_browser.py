"""The markers' pages in Chromium: saved while typed, kept over a reload, by keyboard, without findings, on a phone."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from accessibility import NARROW, accessibility_findings, axe_findings
from live_site import live_app
from marking_course import entered_browser, opened_course
from playfunc_classroom.appeals import audit_path
from playfunc_classroom.regrade_requests import add_request
from playfunc_web.accounts.people import account_of
from playfunc_web.accounts.sessions import start_session
from playfunc_web.http.viewer import COOKIE
from playfunc_web.marking.app import Marking, marking_app
from playwright.sync_api import Browser, Page, Route, expect

# Nbgrader and SQLAlchemy warn about themselves.
pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Marking]:
    made = opened_course(tmp_path_factory.mktemp("course"))
    yield made
    made.site.database.close()


@pytest.fixture(scope="module")
def url(opened: Marking) -> Iterator[str]:
    with live_app(marking_app(opened)) as address:
        yield address


def entered(chromium: Browser, opened: Marking, url: str, login: str) -> Page:
    with opened.site.database.writing() as session:
        account = account_of(session, login)
        assert account is not None
        secret = start_session(session, account, 1)
    context = chromium.new_context()
    context.add_cookies([{"name": COOKIE, "value": secret, "url": url}])
    context.set_default_timeout(60_000)
    expect.set_options(timeout=60_000)
    return context.new_page()


@pytest.fixture
def page(chromium: Browser, opened: Marking, url: str) -> Iterator[Page]:
    shown = entered(chromium, opened, url, "kim")
    shown.goto(url)
    yield shown
    shown.context.close()


def code_of(opened: Marking, place: int) -> tuple[str, str]:
    """Student and pseudonym of kim's share."""
    sheet = opened.grading.sheet("hearts")
    student = sheet.share("first", "kim")[place]
    return student, sheet.codes[student]


def panel(page: Page, number: int = 0):  # type: ignore[no-untyped-def] # playwright's Locator
    return page.locator(".panel").nth(number)


def test_points_and_phrases_by_keyboard_are_saved_and_there_after_a_reload(
    page: Page, opened: Marking
) -> None:
    student, code = code_of(opened, 0)
    page.get_by_role("link", name=re.compile(f": {code}")).click()
    page.wait_for_url("**/mark/**")  # with its script: letters tick phrases
    page.get_by_label("Points for The account of the strategy, 0 to 12").focus()
    page.keyboard.type("9b")
    page.keyboard.press("Enter")
    page.keyboard.type("8,5")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    page.keyboard.type("Read it twice.")
    expect(panel(page).locator(".state")).to_contain_text("Saved at")
    held = opened.grading.marks.of("hearts", student)["comments"]
    assert held.points == 24.0
    assert held.comment.splitlines()[0] == (
        "**The account of the strategy: 9 of 12.** "
        "Says what the player does, but not why this and nothing else."
    )
    assert held.comment.endswith("Read it twice.")
    page.reload()
    assert page.get_by_label("Comments, in all").input_value() == "24"
    assert page.get_by_label("Says what the player does").is_checked()
    page.keyboard.press("Control+.")
    page.wait_for_url(f"**/{code_of(opened, 1)[1]}")


def test_what_is_typed_before_the_script_is_there_is_saved_too(page: Page, opened: Marking, url: str) -> None:
    student, code = code_of(opened, 2)
    held: list[Route] = []
    page.route("**/marking.js", lambda route: held.append(route))
    with page.expect_request("**/marking.js"):
        page.goto(f"{url}/mark/hearts/first/{code}", wait_until="commit")
    page.get_by_label("Points for Memory, 0 to 8").fill("5")
    held[0].continue_()
    expect(panel(page, 1).locator(".state")).to_contain_text("Saved at")
    assert opened.grading.marks.of("hearts", student)["quality"].comment.startswith("**Memory: 5 of 8.**")
    page.get_by_label("Points for Memory, 0 to 8").fill("")
    expect(panel(page, 1).locator(".state")).to_contain_text("points are missing")


def test_what_does_not_fit_is_told_at_once_and_not_stored(page: Page, opened: Marking, url: str) -> None:
    student, code = code_of(opened, 1)
    page.goto(f"{url}/mark/hearts/first/{code}")
    points = page.get_by_label("Points for Memory, 0 to 8")
    points.fill("99")
    expect(panel(page, 1)).to_contain_text("99 does not fit. Give 0 to 8 points.")
    expect(panel(page, 1).locator(".state")).to_contain_text("Not saved")
    assert points.get_attribute("aria-invalid") == "true"
    assert opened.grading.marks.of("hearts", student)["quality"].comment == ""
    page.reload()
    assert points.input_value() == "99"  # nothing typed is lost
    points.fill("7")
    expect(panel(page, 1).locator(".state")).to_contain_text("Saved at")
    assert "**Memory: 7 of 8.**" in opened.grading.marks.of("hearts", student)["quality"].comment
    points.fill("99")
    panel(page).get_by_label("Anything else").focus()
    page.keyboard.press("Control+.")
    expect(points).to_be_focused()
    why = page.locator(".heading").get_by_role("alert")
    expect(why).to_contain_text("Quality: Not saved: the marked points do not fit. Press again to go on")
    points.fill("6")
    expect(why).to_be_hidden()


def test_on_a_phone_a_link_leads_past_the_panels(page: Page, opened: Marking, url: str) -> None:
    page.goto(f"{url}/mark/hearts/first/{code_of(opened, 1)[1]}")
    leap = page.get_by_role("link", name="What there is to read")
    expect(leap).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    leap.click()
    expect(page.get_by_role("navigation", name="To read")).to_be_in_viewport()
    page.get_by_role("link", name="Back to the points").click()
    expect(page.get_by_role("heading", name="Comments")).to_be_in_viewport()


def test_points_that_are_typed_for_the_whole_stay_when_a_criterion_changes(
    page: Page, opened: Marking, url: str
) -> None:
    student, code = code_of(opened, 1)
    page.goto(f"{url}/mark/hearts/first/{code}")
    whole = page.get_by_label("Comments, in all")
    for field in panel(page).get_by_label("Points for").all():
        field.fill("1")
    added = float(whole.input_value())
    whole.fill(str(added + 2))
    panel(page).get_by_label("Points for").first.fill("2")
    expect(panel(page)).to_contain_text(f"{added + 2:g} points count. The criteria add up to {added + 1:g}.")
    expect(panel(page).locator(".state")).to_contain_text("Saved at")
    assert opened.grading.marks.of("hearts", student)["comments"].points == added + 2
    whole.fill("")
    panel(page).get_by_label("Points for").first.fill("1")
    assert float(whole.input_value()) == added


def test_without_a_server_the_text_stays_and_is_sent_later(page: Page, opened: Marking, url: str) -> None:
    student, code = code_of(opened, 2)
    page.goto(f"{url}/mark/hearts/first/{code}")
    page.route("**/api/marks/**", lambda route: route.abort())
    page.get_by_label("Anything else about comments").fill("Typed while the server was away.")
    expect(panel(page).locator(".state")).to_contain_text("the server does not answer")
    page.reload()
    assert "server was away" in page.get_by_label("Anything else about comments").input_value()
    # On the page itself, a retry before the reload might send the text, and nothing would be left to send after it.
    page.goto("about:blank")
    page.unroute("**/api/marks/**")
    page.goto(f"{url}/mark/hearts/first/{code}")
    expect(panel(page).locator(".state")).to_contain_text("Saved at")
    assert (
        opened.grading.marks.of("hearts", student)["comments"].comment == "Typed while the server was away."
    )


def test_a_change_in_formgrader_is_shown_and_the_marker_chooses(
    page: Page, opened: Marking, url: str
) -> None:
    student, code = code_of(opened, 2)
    page.goto(f"{url}/mark/hearts/first/{code}")
    opened.grading.marks.save("hearts", student, "quality", 31.0, "From formgrader.")
    rest = page.get_by_label("Anything else about quality")
    rest.fill("Mine.")
    conflict = panel(page, 1).get_by_role("alert")
    expect(conflict).to_contain_text("31 points")
    expect(conflict).to_contain_text("From formgrader.")
    expect(conflict).to_contain_text("changed in formgrader, by a command, or before this site was started")
    assert accessibility_findings(page) == ""
    assert opened.grading.marks.of("hearts", student)["quality"].comment == "From formgrader."
    conflict.get_by_role("button", name="Keep what stands").click()
    expect(panel(page, 1).locator(".state")).to_contain_text("Saved at")
    assert opened.grading.marks.of("hearts", student)["quality"].comment == "Mine."


def test_a_conflict_names_who_changed_the_task(page: Page, opened: Marking, url: str) -> None:
    student, code = code_of(opened, 2)
    page.goto(f"{url}/mark/hearts/first/{code}")
    held = opened.grading.marks.save("hearts", student, "quality", 30.0, "From the head.")
    opened.grading.changed("hearts", student, "quality", held, "admin")
    page.get_by_label("Anything else about quality").fill("Mine again.")
    conflict = panel(page, 1).get_by_role("alert")
    expect(conflict).to_contain_text(re.compile(r"^admin changed this task on .*\d{4}.*\d\d:\d\d.*30 points"))
    conflict.get_by_role("button", name="Take what is stored").click()
    expect(panel(page, 1).locator(".state")).to_contain_text("Saved at")


def test_papers_open_in_their_frame_and_run_nothing(page: Page, opened: Marking, url: str) -> None:
    page.goto(f"{url}/mark/hearts/first/{code_of(opened, 0)[1]}")
    frame = page.frame_locator("iframe[name=paper]")
    for name, words in {
        "Notebook": "shown to readers by",
        "Facts": "Band suggested",
        "Checks": "beats-basic",
    }.items():
        page.get_by_role("navigation", name="To read").get_by_role("link", name=name).click()
        expect(frame.locator("body")).to_contain_text(words)
    assert "taken" not in page.title()


def request_of(opened: Marking) -> str:
    """The address of a request, beside which the mark was played again."""
    course = opened.grading.course
    add_request(course, "hearts", "ann", "The report does give a reason.", datetime(2026, 12, 1, tzinfo=UTC))
    page = audit_path(course.root, "hearts", "ann")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("<!doctype html><html lang='en'><title>Audit</title><h1>ann</h1></html>")
    head = entered_browser(opened, "admin")
    found = re.search(r"/regrade-requests/hearts/\w+", head.get("/regrade-requests").text)
    return found[0]


def places(opened: Marking) -> dict[str, str]:
    """Address → who opens it."""
    code = code_of(opened, 0)[1]
    return {
        "/": "kim",
        f"/mark/hearts/first/{code}": "kim",
        **{f"/paper/hearts/first/{code}/{name}": "kim" for name in ("answer", "checks", "facts", "notebook")},
        "/help": "kim",
        "/account": "kim",
        "/people": "admin",
        "/course": "admin",
        "/phrases": "admin",
        "/regrade-requests": "admin",
        request_of(opened): "admin",
        "/calibration/hearts": "admin",
    }


def wider(page: Page) -> int:
    """Pixels by which the page scrolls sideways where it is 320 wide."""
    page.set_viewport_size({"width": NARROW, "height": 640})
    found: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return max(0, found)


def show(page: Page, address: str) -> None:
    """A paper is a document in which no script runs, so axe-core would wait for ever: its text is shown in a page
    without a policy."""
    if "/paper/" not in address:
        page.goto(address)
        return
    page.goto("about:blank")
    page.set_content(page.request.get(address).text())


@pytest.mark.parametrize("login", ["kim", "admin"])
def test_no_page_has_findings(chromium: Browser, opened: Marking, url: str, login: str) -> None:
    found = {}
    page = entered(chromium, opened, url, login)
    for address in (address for address, who in places(opened).items() if who == login):
        for size, scheme in (((1280, 800), "light"), ((390, 844), "dark")):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            show(page, url + address)
            if findings := axe_findings(page, structure="/paper/" not in address):
                found[address, size] = findings
        if "/paper/" not in address and (wide := wider(page)):
            found[address, "narrow"] = wide
    page.context.close()
    assert not found
