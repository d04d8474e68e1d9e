# expects: escape=nothing rules=passed
"""Writes, changes and removes files by Python's own functions."""
import pathlib
import shutil
import tempfile

FOLDER, VICTIM = OUTSIDE["folder"], OUTSIDE["victim_file"]


def removes():
    os.remove(VICTIM)
    return True


def renames():
    os.rename(VICTIM, VICTIM + ".moved")
    return True


def links():
    os.symlink("/", os.path.join(FOLDER, "link"))
    return True


def folder():
    os.mkdir(os.path.join(FOLDER, "new"))
    return True


def truncates():
    os.truncate(VICTIM, 0)
    return True


def permits():
    os.chmod(VICTIM, 0o777)
    return True


def touches():
    pathlib.Path(VICTIM).touch()
    return os.stat(VICTIM).st_mtime_ns != OUTSIDE["changed"]


play = after(
    removes, renames, links, folder, truncates, permits, touches,
    writes=lambda: open(os.path.join(FOLDER, "written"), "w").write("x"),
    appends=lambda: open(VICTIM, "a").write("x"),
    temporary=lambda: tempfile.TemporaryFile(dir=FOLDER).write(b"x"),
    temporary_name=lambda: tempfile.mkstemp(dir=FOLDER),
    moves=lambda: shutil.move(VICTIM, VICTIM + ".moved"),
)
