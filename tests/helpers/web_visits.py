"""Pages of a site in a browser: which ones there are to open, and what is wrong with one that is open."""

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from accessibility import axe_findings, moving
from playfunc_web.accounts.sessions import start_session
from playfunc_web.http.viewer import COOKIE
from playfunc_web.site import Site
from playwright.sync_api import Browser, BrowserContext, Page, Request
from web_routes import VIEWERS, pages
from web_site import account
from web_world import LADDER, ROLES, STATES, World

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 800}
"""1280 CSS pixels at 400%."""

NO_PAGES = frozenset(
    {
        "/game/{run:int}/{number:int}.jsonl",
        "/status/{code}/{number}/games/{game:int}.jsonl",
        "/healthz",
        "/metrics",
        "/status/{code}/{number}/live",
        "/status/{code}/{number}/source",
    }
)
"""Routes below neither /api/v1 nor a page: downloads, parts of pages, and what machines read."""


MEMBERS = ("/account", "/upload", "/status")
"""Pages that are about the person who asks."""

PUBLIC = "public"


def visits(world: World) -> dict[str, list[str]]:
    """Route → addresses to open, the one that shows most first, for somebody who may open all."""
    upload = f"/status/{world.uploads}"
    game = f"/game/{world.run}/1"
    return {
        "/": ["/"],
        "/ladders": ["/ladders"],
        "/ladder/{name}": [f"/ladder/{LADDER}", f"/ladder/{LADDER}?q=none&kind=house", "/ladder/blackjack"],
        "/ladder/{name}/{number:int}": [f"/ladder/{LADDER}/1?sort=score&down=true&page=2"],
        "/player/{code}": [f"/player/{world.ada}", f"/player/{world.other}"],
        "/game/{run:int}/{number:int}": [game, f"/game/{world.short_run}/1"],
        "/game/{run:int}/{number:int}/replay": [f"{game}/replay"],
        "/game/{run:int}/{number:int}/costs": [f"/game/{world.short_run}/1/costs"],
        "/versus/{code}/{other_code}": [f"/versus/{world.ada}/{world.other}"],
        "/compare/{code}/{first:int}/{second:int}": [f"/compare/{world.ada}/1/2"],
        "/records": ["/records"],
        "/runs": ["/runs"],
        "/runs/{name}/{number:int}": [f"/runs/{LADDER}/2", "/runs/blackjack/1"],
        "/docs": ["/docs"],
        "/docs/{name}": ["/docs/handout", "/docs/rules-hearts", "/docs/style"],
        "/news": ["/news"],
        "/contact": ["/contact"],
        "/privacy": ["/privacy"],
        "/accessibility": ["/accessibility"],
        "/login": ["/login"],
        "/link/{secret}": [world.link],
        "/account": ["/account?done=name"],
        "/account/bots": ["/account/bots"],
        "/staff": ["/staff?done=run"],
        "/staff/audit": ["/staff/audit"],
        "/api": ["/api"],
        "/upload": ["/upload"],
        "/status": ["/status"],
        "/status/{code}/{number}": [f"{upload}/{number}" for number in range(len(STATES), 0, -1)],
        "/status/{code}/{number}/games/{game:int}": [f"{upload}/3/games/1"],
        "/status/{code}/{number}/games/{game:int}/replay": [f"{upload}/3/games/1/replay"],
        "/status/{code}/{number}/games/{game:int}/costs": [f"{upload}/3/games/1/costs"],
        "/status/{code}/{number}/receipt": [f"{upload}/4/receipt"],
        "/status/{code}/{number}/position": [f"{upload}/4/position"],
    }


def visits_of(world: World, viewer: str) -> dict[str, list[str]]:
    """Route → the addresses that the viewer may open: one of `VIEWERS`, or `PUBLIC`, a visitor of a published site."""
    table, addresses = pages(world), visits(world)
    if viewer != PUBLIC:
        place = VIEWERS.index(viewer)
        return {route: each for route, each in addresses.items() if table[route][1][place] == 200}
    visitor, bob = VIEWERS.index("visitor"), VIEWERS.index("bob")
    may = {
        route: each
        for route, each in addresses.items()
        if 200 in (table[route][1][visitor], table[route][1][bob])
    }
    games = {route: addresses[route] for route in addresses if route.startswith("/game/")}
    own, house = f"/game/{world.run}/1", f"/game/{world.run}/{world.built_in_game}"
    shown = {route: [each[0].replace(own, house)] for route, each in games.items() if own in each[0]}
    return {route: each for route, each in (may | shown).items() if not route.startswith(MEMBERS)}


def published(site: Site) -> Site:
    """The same site as one that its course publishes."""
    settings = dataclasses.replace(site.settings, public=True)
    return dataclasses.replace(site, folder=dataclasses.replace(site.folder, settings=settings))


@dataclass
class Opened:
    """An open page, and what a person or its author would call trouble on it so far."""

    page: Page
    troubles: list[str] = field(default_factory=list)

    def go(self, address: str) -> int:
        """Opens the address; the status of the answer."""
        self.troubles.clear()
        answer = self.page.goto(address)
        assert answer is not None
        return answer.status

    def findings(self) -> list[str]:
        """Everything wrong with the page as it stands: what its scripts logged, at three widths what is cut off, in
        both colour schemes what axe-core finds, and what moves unasked."""
        found = []
        for scheme, size in (("light", DESKTOP), ("dark", PHONE)):
            self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            self.page.set_viewport_size(size)  # type: ignore[arg-type]
            found += [f"{size['width']} px: {each}" for each in overflowing(self.page)]
            found += [
                f"{scheme}, {size['width']} px: {each}" for each in _axe(self.page, whole=scheme == "light")
            ]
        self.page.set_viewport_size(NARROW)  # type: ignore[arg-type]
        found += [f"{NARROW['width']} px: {each}" for each in overflowing(self.page)]
        found += [f"moves: {each}" for each in moving(self.page.locator("html"))]
        self.page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
        return found + self.troubles


@contextmanager
def entered(chromium: Browser, world: World, url: str, login: str) -> Iterator[BrowserContext]:
    """A browser's context, logged in as one of `ROLES`; with any other `login` a visitor's."""
    context = chromium.new_context(base_url=url, viewport=DESKTOP)  # type: ignore[arg-type]
    if login in ROLES:
        found = account(world.site, login, ROLES[login])
        with world.site.database.writing() as session:
            secret = start_session(session, session.merge(found), 1)
        context.add_cookies(
            [{"name": COOKIE, "value": secret, "url": url, "httpOnly": True, "sameSite": "Lax"}]
        )
    try:
        yield context
    finally:
        context.close()


def opened(context: BrowserContext) -> Opened:
    """A page of the context that notes errors, dialogs, and what loads from elsewhere."""
    page = context.new_page()
    made = Opened(page)
    page.on("pageerror", lambda error: made.troubles.append(f"error: {error}"))
    page.on("console", lambda said: _logged(made, said))
    page.on("dialog", lambda dialog: (made.troubles.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("requestfailed", lambda request: _failed(made, request))
    return made


def _failed(opened: Opened, request: Request) -> None:
    """Noted, unless the browser gave the request up because the page was left: it asks for icons late."""
    if request.failure != "net::ERR_ABORTED":
        opened.troubles.append(f"failed: {request.url}: {request.failure}")


def _logged(opened: Opened, said: Any) -> None:
    if said.type in ("error", "warning"):
        opened.troubles.append(f"console: {said.text}")


def _axe(page: Page, *, whole: bool) -> list[str]:
    """What axe-core finds. A drawn position runs no script, axe-core's neither; tests/browser looks at positions by
    themselves."""
    return (
        [] if page.url.endswith("/position") else axe_findings(page, looks_alone=not whole, structure=whole)
    )


OVERFLOWING = """() => {
  const width = document.documentElement.clientWidth;
  const name = (one) => `${one.tagName.toLowerCase()}.${one.className} "${one.textContent.trim().slice(0, 40)}"`;
  const outside = (one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.right > width + 1;
  };
  const wide = document.documentElement.scrollWidth;
  const page = wide > width ? [`the page is ${wide} px wide`] : [];
  const own = [...document.body.querySelectorAll("*")].filter((one) =>
    one.checkVisibility() && outside(one) && !one.parentElement.closest(".scroll, pre, iframe"));
  return [...page, ...own.slice(0, 5).map(name)];
}"""


def overflowing(page: Page) -> list[str]:
    """What makes the page scroll sideways. Tables, pictures and code may scroll in a box of their own."""
    found: list[str] = page.evaluate(OVERFLOWING)
    return found


FOCUSABLE = """() => {
  const wanted = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  window.__all = [...document.querySelectorAll(wanted)].filter((one) => one.checkVisibility());
  document.activeElement.blur();
  getSelection().removeAllRanges();
  return window.__all.length;
}"""
FOCUSED = """() => {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  return {
    place: window.__all.indexOf(one),
    body: one === document.body,
    frame: one.tagName === "IFRAME",
    seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    name: `${one.tagName} ${one.textContent.trim().slice(0, 40)}`,
  };
}"""
MISSED = "(seen) => window.__all.filter((one, place) => !seen.includes(place)).map((one) => one.outerHTML.slice(0, 90))"
WITHIN_FRAMES = 60
"""Tabs that frames of ours may take."""

FROM_THE_TOP = """() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
}"""
"""A page may begin with the focus in a field: Tab starts before everything, as where one has gone back to."""


def keyboard_findings(page: Page) -> list[str]:
    """What the Tab key does not reach, reaches out of order, or reaches unseen. What is in frames is not looked at.

    On a busy machine the page learns late that the focus has left a frame, and the next key goes past what it reached:
    so what is found has to be found twice."""
    return _walk(page) and _walk(page)


def _walk(page: Page) -> list[str]:
    page.evaluate(FROM_THE_TOP)
    count = page.evaluate(FOCUSABLE)
    found: list[str] = []
    places: list[int] = []
    for _ in range(count + WITHIN_FRAMES):
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUSED)
        if now["body"]:  # for a moment, when the focus comes out of a frame of another process
            page.wait_for_timeout(200)
            now = page.evaluate(FOCUSED)
        if now["frame"]:
            continue
        if now["body"] or (places and now["place"] <= places[0]):
            break  # once round
        places.append(now["place"])
        if not (now["seen"] and now["inside"]):
            found.append(f"focus is not seen: {now['name']}")
    if places != sorted(places):
        found.append(f"out of order: {places}")
    return found + [f"not reached: {each}" for each in page.evaluate(MISSED, places)]
