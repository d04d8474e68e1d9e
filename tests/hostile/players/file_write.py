# expects: escape=nothing rules=passed
"""Writes, changes and removes files by Python's own functions."""
import pathlib
import shutil
import tempfile

FOLDER, VICTIM = OUTSIDE["folder"], OUTSIDE["victim_file"]


def writes():
    return open(os.path.join(FOLDER, "written"), "w").write("x")


def appends():
    return open(VICTIM, "a").write("x")


def temporary():
    return tempfile.TemporaryFile(dir=FOLDER).write(b"x")


def temporary_name():
    return tempfile.mkstemp(dir=FOLDER)


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


def moves():
    return shutil.move(VICTIM, VICTIM + ".moved")


def touches():
    pathlib.Path(VICTIM).touch()
    return os.stat(VICTIM).st_mtime_ns != OUTSIDE["changed"]


play = after(
    writes, appends, temporary, temporary_name, removes, renames, links, folder, truncates, permits, moves, touches
)
