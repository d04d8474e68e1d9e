"""Everything that a request needs of the site it came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from playfunc_autograder.programs.languages import Language

from playfunc_web.database import Database, upgrade
from playfunc_web.folder import Settings, SiteFolder


@dataclass(frozen=True, slots=True)
class Site:
    """An opened site: its folder and its database at the newest revision. `secure` says whether browsers reach it by
    HTTPS, so that cookies stay with it."""

    folder: SiteFolder
    database: Database = field(compare=False)
    secure: bool = False

    @classmethod
    def open(cls, folder: SiteFolder, url: str | None = None, *, secure: bool = False) -> Site:
        """Raises `SiteError`, and `StorageError` where the database cannot be opened."""
        database = Database(url or folder.database_url)
        try:
            upgrade(database)
        except BaseException:
            database.close()
            raise
        return cls(folder, database, secure or folder.settings.base_url.startswith("https://"))

    @classmethod
    def existing(cls, path: Path, url: str | None = None) -> Site:
        """A site that was started before, for commands beside the server. Raises as `open` does, and `SiteError` where
        there is none."""
        return cls.open(SiteFolder.existing(path, url), url)

    @property
    def settings(self) -> Settings:
        return self.folder.settings

    @property
    def languages(self) -> Mapping[str, Language]:
        """Those that programs may be uploaded in, by name."""
        return self.folder.languages

    @property
    def key(self) -> bytes:
        return self.folder.key
