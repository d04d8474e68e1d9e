"""How Moodle and Canvas read what is uploaded in bulk, by the rules of their importers."""

import io
import zipfile
from collections.abc import Collection, Mapping


def moodle_reads(data: bytes, participants: Collection[str]) -> dict[str, dict[str, bytes]]:
    """Participant's number → file → content. A path's first part with a known number between its first two underlines,
    and a kind of plugin behind, says whose it is; hidden files are passed over."""
    found: dict[str, dict[str, bytes]] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            parts = name.split("/")
            if parts[-1].startswith((".", "~")):
                continue
            for place, part in enumerate(parts):
                pieces = part.split("_", 4)
                if (
                    len(pieces) >= 4
                    and pieces[1] in participants
                    and pieces[2:4] == ["assignsubmission", "file"]
                ):
                    rest = "/".join([*pieces[4:], *parts[place + 1 :]]).lstrip("/")
                    found.setdefault(pieces[1], {})[rest] = archive.read(name)
                    break
    return found


def canvas_reads(data: bytes, attachments: Mapping[str, tuple[str, str]]) -> dict[str, dict[str, bytes]]:
    """User's number → name of the student's own file → content. The first two parts of a file's name that are numbers
    are the user and the attachment; `attachments` holds each one's user and name. All else is ignored."""
    found: dict[str, dict[str, bytes]] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            numbers = [
                part for part in name.rpartition("/")[2].split("_") if part.isascii() and part.isdigit()
            ]
            user, attachment = (*numbers, "", "")[:2]
            owner, own_name = attachments.get(attachment, ("", ""))
            if user and owner == user:
                found.setdefault(user, {})[own_name] = archive.read(name)
    return found
