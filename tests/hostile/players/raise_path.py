# expects: escape=ABC rules=passed
"""Tells where this machine keeps its files, as far as the worker is told itself."""
import sys


def folders():
    return [word for word in sys.orig_argv if "site-packages" in word][-1][-200:]


play = after(folders)
