"""Send a player to a ladder, and ask what became of it. Standard library alone, so that it works wherever students
work: from a command, a notebook, or a program of their own.

    site = LadderSite("https://ladder.example.edu", token)
    receipt = site.upload("hearts", "player.py", source)
    site.status(receipt).verdict

A token is sent to the address that was named and to no other: redirects are refused, and so is HTTP beyond this
machine.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import quote
from urllib.request import Request

from playfunc.errors import PlayfuncError
from playfunc.files import write_whole
from playfunc.sites import NoAnswerError, SiteAnswer, exchange, in_the_open, opener_of, origin_of, plain

TIMEOUT_SECONDS = 60
MOST_BYTES = 5_000_000
"""Of an answer."""

TOKEN = re.compile(r"[!-~]{8,300}")
WAITING = ("queued", "checking")


class SubmitError(PlayfuncError):
    """Nothing was sent, or the site did not take it; the message says what to do."""


@dataclass(frozen=True, slots=True)
class OpenLadder:
    """A ladder of a site. At least `seats` players sit at a table; `parameters` are those of the game's rules that
    differ from the usual ones."""

    name: str
    title: str
    game: str
    state: str
    seats: int
    parameters: dict[str, int]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an upload gets at once. `digest` is the SHA-256 of what was sent, `uploaded` seconds since 1970."""

    ladder: str
    code: str
    number: int
    digest: str
    filename: str
    uploaded: float
    state: str

    @property
    def waits(self) -> bool:
        return self.state in WAITING


@dataclass(frozen=True, slots=True)
class Status(Receipt):
    """What became of an upload: its `place` in the queue while it waits, then its verdict."""

    place: int | None
    expected_seconds: float | None
    verdict: str
    findings: list[dict[str, str]]
    provisional: list[dict[str, Any]]
    active: bool

    @property
    def rating(self) -> str:
        """The provisional rating against all baselines, such as "1512 (1440 to 1584)?"; empty where there is none
        yet."""
        for row in self.provisional:
            if not row.get("rung") and (rating := row.get("rating")):
                ends = "" if rating["low"] is None else f" ({rating['low']:.0f} to {rating['high']:.0f})"
                return f"{rating['value']:.0f}{ends}?"
        return ""


Parsed = TypeVar("Parsed")


class LadderSite:
    """A ladder's site, asked with a token. Every method raises `SubmitError`."""

    def __init__(self, url: str, token: str) -> None:
        self.address = site_address(url)
        if not TOKEN.fullmatch(token):
            raise SubmitError(
                "this is not a token: copy the whole line from your account page, without spaces around it"
            )
        self._token = token
        self._opener = opener_of(self.address, SubmitError)

    def ladders(self) -> list[OpenLadder]:
        """All ladders of the site."""
        return [_parsed(OpenLadder, row) for row in self._ask("/ladders")]

    def upload(self, ladder: str, filename: str, content: bytes, origin: str = "command") -> Receipt:
        """Send a player; the receipt says that it arrived."""
        boundary = secrets.token_hex(16)
        body = _multipart(boundary, {"origin": origin}, filename, content)
        kind = f"multipart/form-data; boundary={boundary}"
        return _parsed(Receipt, self._ask(f"/ladders/{quote(ladder, safe='')}/versions", body, kind))

    def status(self, receipt: Receipt) -> Status:
        """What became of an upload by now."""
        return _parsed(Status, self._ask(f"/versions/{quote(receipt.code, safe='')}/{receipt.number}"))

    def _ask(self, path: str, body: bytes | None = None, kind: str = "") -> Any:
        request = Request(f"{self.address}/api/v1{path}", body, {"Accept": "application/json"})
        request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        if kind:
            request.add_header("Content-Type", kind)
        try:
            answer = exchange(self._opener, request, TIMEOUT_SECONDS, MOST_BYTES)
        except NoAnswerError as error:
            sentence = f"{self.address} cannot be reached: {error.reason}"
            if type(error.reason).__name__ == "SSLCertVerificationError":  # a browser's Python has no ssl
                raise SubmitError(
                    f"{sentence}. Its certificate is not trusted here, so nothing was sent; tell the staff."
                ) from error
            raise SubmitError(f"{sentence}. Check the address and your network, and try again.") from error
        if answer.refused:
            raise _refused(answer, self.address)
        try:
            return json.loads(answer.body)
        except ValueError as error:
            raise SubmitError(
                f"{self.address} does not answer as a ladder does: check the address"
            ) from error


def site_address(url: str) -> str:
    """The site's address: scheme, host and port of any of its pages. Raises `SubmitError`."""
    address, _ = origin_of(url, SubmitError, "the ladder's address, such as https://ladder.example.edu")
    if in_the_open(address):
        raise SubmitError(
            f"{plain(url)} would carry your token unencrypted through the network: name the address that "
            "begins with https://"
        )
    return address


def chosen_ladder(
    ladders: Sequence[OpenLadder],
    name: str | None,
    game: str | None = None,
    seats: int | None = None,
    parameters: Mapping[str, int] = MappingProxyType({}),
) -> OpenLadder:
    """The ladder of this name or title, in any case. Without one, the open ladder of the game that is most like the
    given tables: by seats, then by parameters; of equal ones the first. Raises `SubmitError` where there is none, where
    the one that is named is of another game, or where no game is given and the ladders are of several."""
    if name is not None:
        wanted = name.strip().casefold()
        found = next((each for each in ladders if wanted in (each.name, each.title.casefold())), None)
        if found is None:
            raise SubmitError(f"there is no ladder {name!r} here; the ladders are {_names(ladders)}")
        if game not in (None, found.game):
            own = [each for each in ladders if each.game == game]
            raise SubmitError(
                f"{found.title} is a ladder of {found.game}, and this player is of {game}, so it was not sent; "
                f"the ladders of {game} here: {_names(own)}"
            )
        return found
    fitting = [each for each in ladders if each.state == "open" and game in (None, each.game)]
    if not fitting:
        about = f" of {game}" if game else ""
        raise SubmitError(f"no ladder{about} is open here; the ladders are {_names(ladders)}")
    if len({each.game for each in fitting}) > 1:
        raise SubmitError(f"name the ladder that your player is for: {_names(fitting)}")
    return min(
        fitting,
        key=lambda each: (
            seats not in (None, each.seats),
            len(each.parameters.items() ^ parameters.items()),
        ),
    )


def alternatives(ladders: Sequence[OpenLadder], chosen: OpenLadder) -> list[str]:
    """The names of the other open ladders of the chosen one's game."""
    return [
        each.name
        for each in ladders
        if each.state == "open" and each.game == chosen.game and each.name != chosen.name
    ]


def _names(ladders: Sequence[OpenLadder]) -> str:
    return ", ".join(ladder.name for ladder in ladders) or "none"


def saved_token(address: str) -> str | None:
    """The token that was kept for a site. Raises `SubmitError` where others can read the file that it is in."""
    path = _token_file()
    return _tokens(path).get(address)


def keep_token(address: str, token: str) -> Path:
    """Keep a token for later calls, in a file that its owner alone can read."""
    path = _token_file()
    tokens = {**_tokens(path), address: token}
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, json.dumps(tokens, indent=1).encode(), mode=0o600)
    return path


def _token_file() -> Path:
    from platformdirs import user_config_path

    return user_config_path("playfunc") / "tokens.json"


def _tokens(path: Path) -> dict[str, str]:
    try:
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise SubmitError(
                f"other users of this computer can read your tokens in {path}: delete that file, delete its tokens on "
                "your account page, and make new ones"
            )
        tokens = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise SubmitError(f"{path} with your tokens cannot be read ({error}): delete it") from error
    return {str(key): str(value) for key, value in tokens.items()} if isinstance(tokens, dict) else {}


def _multipart(boundary: str, form: Mapping[str, str], filename: str, content: bytes) -> bytes:
    quoted = filename.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in form.items()
    ]
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{quoted}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    return b"".join((*parts, head.encode("utf-8", "replace"), content, f"\r\n--{boundary}--\r\n".encode()))


def _refused(answer: SiteAnswer, address: str) -> SubmitError:
    """With the site's own sentence, where it says one."""
    try:
        problem = json.loads(answer.body)
        title, detail = str(problem["title"]), str(problem["detail"])
    except (ValueError, TypeError, KeyError):
        return SubmitError(
            f"{address} answered {answer.status} {answer.reason}, as no ladder does: check the address"
        )
    return SubmitError(plain(f"{title}. {detail}"))


def _parsed(shape: type[Parsed], row: Any) -> Parsed:
    """What the site told, as a value; texts are fit to be printed, and what a newer site tells besides is left out."""
    try:
        return shape(**{each.name: _clean(row[each.name]) for each in fields(shape)})  # type: ignore[arg-type]
    except (TypeError, KeyError) as error:
        raise SubmitError(
            f"the site's answer lacks {error}: update playfunc, or check the address"
        ) from error


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, list):
        return [_clean(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _clean(each) for key, each in value.items()}
    return value
