"""Every route of the ladder's application, an address to try it at, and the answer that each kind of viewer gets."""

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any

from playfunc_web.ladder_server import ladder_app
from playfunc_web.site import Site
from web_site import Browser, browser, token_of
from web_world import LADDER, ROLES, World

VIEWERS = ("visitor", "bob", "ada", "tutor", "root")
"""Nobody, another student, the owner of what is asked for, staff, an administrator."""

EVERYBODY = (*VIEWERS, "reader", "program")
"""And nobody on a site that the course publishes, and a program with a token of Ada's."""

Statuses = tuple[int, int, int, int, int, int, int]

ALL: Statuses = (200, 200, 200, 200, 200, 200, 403)
OPEN: Statuses = (200, 200, 200, 200, 200, 200, 200)
READERS: Statuses = (303, 200, 200, 200, 200, 200, 403)
MEMBERS: Statuses = (303, 200, 200, 200, 200, 303, 403)
PLAYERS: Statuses = (303, 404, 200, 200, 200, 404, 403)
"""A game until the freeze."""
OWNER: Statuses = (303, 404, 200, 404, 404, 303, 403)
STAFF: Statuses = (303, 403, 403, 200, 200, 303, 403)
ADMIN: Statuses = (303, 403, 403, 403, 200, 303, 403)
API: Statuses = (401, 200, 200, 200, 200, 200, 200)
TOKEN: Statuses = (401, 401, 401, 401, 401, 401, 200)
"""Methods for tokens do not know a cookie."""


def asks(site: Site, viewer: str) -> Browser:
    """Everybody as a browser or a program that asks the site."""
    if viewer == "reader":
        published = dataclasses.replace(site.folder.settings, public=True)
        return browser(dataclasses.replace(site, folder=dataclasses.replace(site.folder, settings=published)))
    if viewer == "program":
        program = browser(site)
        program.client.headers["authorization"] = f"Bearer {token_of(site, 'ada')}"
        return program
    return browser(site) if viewer == "visitor" else browser(site, viewer, ROLES[viewer])


def routes_of(site: Site) -> list[tuple[str, str]]:
    """Method and template of each route, such as ("GET", "/player/{code}"); files of /static apart."""
    return sorted(
        (method, route.path)
        for route in flat_routes(ladder_app(site).routes)
        for method in getattr(route, "methods", None) or ()
        if method != "HEAD"
    )


def flat_routes(routes: Iterable[Any]) -> Iterator[Any]:
    """The routes of an application, with those that it took from routers."""
    for route in routes:
        included = getattr(route, "original_router", None)
        if included is None:
            yield route
        else:
            yield from flat_routes(included.routes)


def pages(world: World) -> dict[str, tuple[str, Statuses]]:
    """Route → an address of what Ada owns, where the route knows owners, and what each viewer gets."""
    game, upload = f"/game/{world.run}/1", f"/status/{world.uploads}/4"
    built_in_game = f"/status/{world.uploads}/3/games/1"
    runs = f"/api/v1/ladders/{LADDER}/runs"
    return {
        "/": ("/", ALL),
        "/ladders": ("/ladders", READERS),
        "/ladder/{name}": (f"/ladder/{LADDER}", READERS),
        "/ladder/{name}/{number:int}": (f"/ladder/{LADDER}/1", READERS),
        "/player/{code}": (f"/player/{world.ada}", READERS),
        "/game/{run:int}/{number:int}": (game, PLAYERS),
        "/game/{run:int}/{number:int}/replay": (f"{game}/replay", PLAYERS),
        "/game/{run:int}/{number:int}/costs": (f"/game/{world.short_run}/1/costs", PLAYERS),
        "/game/{run:int}/{number:int}.jsonl": (f"{game}.jsonl", PLAYERS),
        "/versus/{code}/{other_code}": (f"/versus/{world.ada}/{world.other}", READERS),
        "/compare/{code}/{first:int}/{second:int}": (f"/compare/{world.ada}/1/2", OWNER),
        "/records": ("/records", READERS),
        "/runs": ("/runs", READERS),
        "/runs/{name}/{number:int}": (f"/runs/{LADDER}/1", READERS),
        "/docs": ("/docs", ALL),
        "/docs/{name}": ("/docs/handout", ALL),
        "/news": ("/news", READERS),
        "/contact": ("/contact", ALL),
        "/privacy": ("/privacy", ALL),
        "/accessibility": ("/accessibility", ALL),
        "/login": ("/login", (200, 303, 303, 303, 303, 200, 403)),
        "/link/{secret}": (world.link, ALL),
        "/account": ("/account", MEMBERS),
        "/account/bots": ("/account/bots", MEMBERS),
        "/staff": ("/staff", STAFF),
        "/staff/audit": ("/staff/audit", ADMIN),
        "/metrics": ("/metrics", (403, 403, 403, 403, 200, 403, 403)),
        "/healthz": ("/healthz", OPEN),
        "/api": ("/api", READERS),
        "/upload": ("/upload", MEMBERS),
        "/status": ("/status", MEMBERS),
        "/status/{code}/{number}": (upload, OWNER),
        "/status/{code}/{number}/live": (f"{upload}/live", OWNER),
        "/status/{code}/{number}/receipt": (f"{upload}/receipt", OWNER),
        "/status/{code}/{number}/position": (f"{upload}/position", OWNER),
        "/status/{code}/{number}/source": (f"{upload}/source", OWNER),
        "/status/{code}/{number}/games/{game:int}": (built_in_game, OWNER),
        "/status/{code}/{number}/games/{game:int}/replay": (f"{built_in_game}/replay", OWNER),
        "/status/{code}/{number}/games/{game:int}/costs": (f"{built_in_game}/costs", OWNER),
        "/status/{code}/{number}/games/{game:int}.jsonl": (f"{built_in_game}.jsonl", OWNER),
        "/api/v1/openapi.json": ("/api/v1/openapi.json", OPEN),
        "/api/v1/ladders": ("/api/v1/ladders", API),
        "/api/v1/ladders/{ladder}": (f"/api/v1/ladders/{LADDER}", API),
        "/api/v1/ladders/{ladder}/standings": (f"/api/v1/ladders/{LADDER}/standings", API),
        "/api/v1/ladders/{ladder}/runs": (runs, API),
        "/api/v1/ladders/{ladder}/runs/{number}": (f"{runs}/2", API),
        "/api/v1/ladders/{ladder}/runs/{number}/standings": (f"{runs}/2/standings", API),
        "/api/v1/ladders/{ladder}/runs/{number}/games": (f"{runs}/2/games", API),
        "/api/v1/ladders/{ladder}/runs/{number}/run.jsonl": (f"{runs}/2/run.jsonl", API),
        "/api/v1/ladders/{ladder}/runs/{number}/standings.csv": (f"{runs}/2/standings.csv", API),
        "/api/v1/ladders/{ladder}/runs/{number}/games.csv": (f"{runs}/2/games.csv", API),
        "/api/v1/players/{code}": (f"/api/v1/players/{world.ada}", API),
        "/api/v1/players/{code}/versus/{against}": (f"/api/v1/players/{world.ada}/versus/{world.other}", API),
        "/api/v1/versions": ("/api/v1/versions", TOKEN),
        "/api/v1/versions/{code}/{number}": (f"/api/v1/versions/{world.ada}/1", TOKEN),
    }
