# expects: escape=nothing rules=passed
"""Imports the opponents, the autograder and what is installed beside them, by many roads, and stays silent."""
import importlib
import importlib.machinery
import importlib.util
import runpy
import sys
import zipimport

OURS = OUTSIDE["ours"]


def usual():
    import playfunc_opponents

    return playfunc_opponents


def autograder():
    import playfunc_classroom.runs.grade

    return playfunc_classroom.runs.grade


def by_path():
    sys.path[:0] = [os.path.dirname(path) for path in OURS.values()] + [OUTSIDE["site"]]
    return importlib.import_module("playfunc_opponents")


def by_finder():
    return importlib.machinery.PathFinder.find_spec("x", [OURS["playfunc_opponents"]]) and runpy.run_path(
        os.path.join(OURS["playfunc_opponents"], "__init__.py")
    )


def by_loader():
    path = os.path.join(OURS["playfunc_opponents"], "__init__.py")
    return importlib.machinery.SourceFileLoader("x", path).get_data(path)


def by_bytecode():
    path = os.path.join(OURS["playfunc_opponents"], "__pycache__", f"__init__.{sys.implementation.cache_tag}.pyc")
    return importlib.machinery.SourcelessFileLoader("x", path).get_code("x")


play = after(
    usual, autograder, by_path, by_finder, by_loader, by_bytecode,
    beside=lambda: importlib.import_module("pytest"),
    by_zip=lambda: zipimport.zipimporter(OURS["playfunc_opponents"]),
)
