"""`playfunc submit`: a player, sent to a ladder."""

from __future__ import annotations

import os
import sys
import time
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import misuse, trouble
from playfunc_cli.options import AssignmentOption, known_assignment, resolve_assignment

if TYPE_CHECKING:
    from playfunc.submit import LadderSite, OpenLadder, Receipt, Status


TOKEN_VARIABLE = "PLAYFUNC_TOKEN"
POLL_SECONDS = 2.0


def submit(
    player: Annotated[str, typer.Argument(help="A .py file, a notebook, or a program's source in one file.")],
    to: Annotated[str, typer.Option(help="The ladder's address, such as https://ladder.example.edu.")],
    ladder: Annotated[
        str | None,
        typer.Option(
            help="The name of the ladder.", show_default="the one that fits the assignment's tables"
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            help="A token from your account page.",
            show_default=f"${TOKEN_VARIABLE}, else the one that was kept; else you are asked",
        ),
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep-token", help="Keep the token for later, readable by you alone.")
    ] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Wait for the verdict, and show the queue.")] = False,
    assignment: AssignmentOption = None,
) -> None:
    """Send a player to a ladder, where it meets the others.

    Of a notebook only the player's cells are sent. The receipt shows the digest of what was sent. Exit code 0: it
    arrived (with --wait: it was admitted), 1: the site refused it or could not be reached, 2: wrong usage.
    """
    from playfunc.submit import LadderSite, SubmitError, keep_token, saved_token, site_address

    filename, content = _content(player, assignment)
    try:
        address = site_address(to)
        token = token or os.environ.get(TOKEN_VARIABLE) or saved_token(address) or _ask(address)
        site = LadderSite(address, token.strip())
    except SubmitError as error:
        misuse(str(error))
    try:
        chosen, others = _chosen(site, ladder, player, assignment)
        receipt = site.upload(chosen.name, filename, content)
        when = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(receipt.uploaded))
        print(f"arrived   {when}, version {receipt.number} on {receipt.ladder}, as {receipt.filename}")
        print(f"SHA-256   {receipt.digest}")
        print(f"state     {receipt.state}; see {site.address}/status")
        if others:
            print(f"ladder    {chosen.name} was chosen; another one by --ladder: {', '.join(others)}")
        if keep:
            print(f"token     kept in {keep_token(address, token.strip())}")
        if wait:
            raise typer.Exit(0 if _followed(site, receipt).state == "admitted" else 1)
    except SubmitError as error:
        trouble(str(error))


def _content(player: str, assignment: str | None) -> tuple[str, bytes]:
    """The name and the bytes that are sent."""
    from playfunc_checks.extract import ExtractError, read_player

    path = Path(player)
    if not path.is_file():
        misuse(f"{player!r} is no file that can be opened: name a .py file, a notebook or a program's source")
    try:
        if path.suffix == ".ipynb":
            found = read_player(path, resolve_assignment(assignment, (player,)))
            for note in found.notes:
                print(note, file=sys.stderr)
            return f"{path.stem}.py", found.source.encode()
        return path.name, path.read_bytes()
    except (ExtractError, OSError) as error:
        misuse(str(error))


def _chosen(
    site: LadderSite, ladder: str | None, player: str, assignment: str | None
) -> tuple[OpenLadder, list[str]]:
    """The ladder that is named, or that the player's assignment stands for, and then what else could be meant."""
    from playfunc.submit import alternatives, chosen_ladder

    ladders = site.ladders()
    known = known_assignment(assignment, (player,))
    if ladder is not None:
        return chosen_ladder(ladders, ladder, known.game if known else None), []
    if known is None:
        chosen = chosen_ladder(ladders, None)
    else:
        chosen = chosen_ladder(ladders, None, known.game, max(known.tables), known.parameters)
    return chosen, alternatives(ladders, chosen)


def _ask(address: str) -> str:
    if not sys.stdin.isatty():
        misuse(
            f"a token is needed: make one on {address}/account, and give it by --token or in ${TOKEN_VARIABLE}"
        )
    return getpass(f"Token from {address}/account: ")


def _followed(site: LadderSite, receipt: Receipt) -> Status:
    """The status once there is a verdict; every change until then is shown."""
    shown = ""
    try:
        while True:
            status = site.status(receipt)
            if not status.waits:
                break
            if (line := _waiting_line(status)) != shown:
                print(line, file=sys.stderr)
                shown = line
            time.sleep(POLL_SECONDS)
    except KeyboardInterrupt:
        print(f"Your player stays in the queue: see {site.address}/status", file=sys.stderr)
        raise
    said = status.verdict or status.state
    print(f"verdict   {said if said.casefold().startswith(status.state) else f'{status.state}. {said}'}")
    for finding in status.findings:
        sentence = "" if finding["sentence"] == status.verdict else f" {finding['sentence']}"
        print(f"          {finding['check']}: {finding['verdict']}.{sentence}".rstrip())
    if status.rating:
        print(f"rating    {status.rating} (provisional, until the next run)")
    return status


def _waiting_line(status: Status) -> str:
    if status.place is None:
        return "It is being checked."
    wait = (
        ""
        if status.expected_seconds is None
        else f"; the verdict is expected in {status.expected_seconds:.0f} s"
    )
    return f"Place {status.place} in the queue{wait}."
