# expects: escape=nothing rules=passed
"""Fills the disk, by a megabyte at most, wherever a temporary file can be made."""
import tempfile
import sqlite3
import zipfile
import shelve

FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/", ".", OUTSIDE["folder"])


def fills():
    for folder in FOLDERS:
        try:
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"x" * 2**20)
                file.flush()
                return folder
        except OSError:
            continue


def spools():
    with tempfile.SpooledTemporaryFile(max_size=10) as file:
        file.write(b"x" * 4096)
        file.flush()
        return True


def archives():
    with zipfile.ZipFile("/tmp/hostile.zip", "w") as file:
        file.writestr("x", "x")
    return True


def shelves():
    with shelve.open("/tmp/hostile.shelf") as shelf:
        shelf["x"] = 1
    return True


play = after(fills, spools, archives, shelves)
