# expects: escape=nothing rules=passed
"""Writes, changes and removes files by Python's own functions."""
import pathlib
import shutil
import tempfile

FOLDER, VICTIM = OUTSIDE["folder"], OUTSIDE["victim_file"]


def touches():
    pathlib.Path(VICTIM).touch()
    return os.stat(VICTIM).st_mtime_ns != OUTSIDE["changed"]


play = after(
    touches,
    removes=lambda: os.remove(VICTIM) is None,
    renames=lambda: os.rename(VICTIM, VICTIM + ".moved") is None,
    links=lambda: os.symlink("/", os.path.join(FOLDER, "link")) is None,
    folder=lambda: os.mkdir(os.path.join(FOLDER, "new")) is None,
    truncates=lambda: os.truncate(VICTIM, 0) is None,
    permits=lambda: os.chmod(VICTIM, 0o777) is None,
    writes=lambda: open(os.path.join(FOLDER, "written"), "w").write("x"),
    appends=lambda: open(VICTIM, "a").write("x"),
    temporary=lambda: tempfile.TemporaryFile(dir=FOLDER).write(b"x"),
    temporary_name=lambda: tempfile.mkstemp(dir=FOLDER),
    moves=lambda: shutil.move(VICTIM, VICTIM + ".moved"),
)
