"""Links that lead out of `docs/` in a clone, and to a page of the site here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

CLONE = Path(__file__).parents[2]

PAGES: Mapping[str, str] = {
    "CHANGELOG.md": "/reference/changelog.md",
    "CONTRIBUTING.md": "/how-to/contribute.md",
    "README.md": "/index.md",
    "SECURITY.md": "/explanation/security.md",
}
"""A text in the root of a clone → the page of the site that holds it."""

LINK = re.compile(r"(?<!!)\[(?P<words>[^]]*)\]\((?P<target>[^)\s#:]+)(?P<anchor>#[^)\s]*)?\)")


def with_links_of_the_site(text: str, page: str) -> str:
    """The page's Markdown, in which a link to a text of the clone leads to its page, and one to a folder of the clone,
    which the site does not have, is its words alone."""

    def changed(link: re.Match[str]) -> str:
        target = (CLONE / "docs" / PurePosixPath(page).parent / link["target"]).resolve()
        if target.is_dir():
            return link["words"]
        name = target.relative_to(CLONE).as_posix() if target.is_relative_to(CLONE) else ""
        return f"[{link['words']}]({PAGES[name]}{link['anchor'] or ''})" if name in PAGES else link[0]

    return LINK.sub(changed, text)
