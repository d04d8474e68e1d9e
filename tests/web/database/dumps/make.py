"""Writes the dump of a small site at the newest revision: `python tests/web/database/dumps/make.py`.

A released revision's dump stays as it is. Run this when you add a revision, and until a revision is released.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[3] / "helpers"))

from playfunc_web.database.migrate import newest_revision
from site_people import play
from web_site import open_test_site


def main() -> None:
    with TemporaryDirectory() as folder:
        site = open_test_site(Path(folder))
        play(site, "ada", "bob", "cyd", group="ada and bob")
        site.database.close()
        with closing(sqlite3.connect(Path(folder) / "ladder.db")) as database:
            text = "\n".join(database.iterdump()) + "\n"
    path = Path(__file__).with_name(f"{newest_revision()}.sql")
    path.write_text(text, encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main()
