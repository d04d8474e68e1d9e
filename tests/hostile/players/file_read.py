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


def by_open():
    return open(PATH).read()


def by_os():
    return os.read(os.open(PATH, os.O_RDONLY), 99)


def by_fileio():
    return io.FileIO(PATH).read()


def by_codecs():
    return codecs.open(PATH).read()


def by_pathlib():
    return pathlib.Path(PATH).read_text()


def by_linecache():
    return linecache.getlines(PATH)


def by_tokenize():
    return tokenize.open(PATH).read()


def by_fileinput():
    return list(fileinput.input(PATH))


def by_mmap():
    return mmap.mmap(os.open(PATH, os.O_RDONLY), 0, prot=mmap.PROT_READ)[:]


play = after(by_open, by_os, by_fileio, by_codecs, by_pathlib, by_linecache, by_tokenize, by_fileinput, by_mmap)
