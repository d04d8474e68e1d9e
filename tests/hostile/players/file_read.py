# expects: escape=C rules=passed
"""Reads files beside the course by every function Python has for it."""
import codecs
import fileinput
import io
import linecache
import mmap
import pathlib
import tokenize

PATH = OUTSIDE["secret"]

play = after(
    by_open=lambda: open(PATH).read(),
    by_os=lambda: os.read(os.open(PATH, os.O_RDONLY), 99),
    by_fileio=lambda: io.FileIO(PATH).read(),
    by_codecs=lambda: codecs.open(PATH).read(),
    by_pathlib=lambda: pathlib.Path(PATH).read_text(),
    by_linecache=lambda: linecache.getlines(PATH),
    by_tokenize=lambda: tokenize.open(PATH).read(),
    by_fileinput=lambda: list(fileinput.input(PATH)),
    by_mmap=lambda: mmap.mmap(os.open(PATH, os.O_RDONLY), 0, prot=mmap.PROT_READ)[:],
)
