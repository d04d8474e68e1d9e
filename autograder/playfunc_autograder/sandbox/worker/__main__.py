"""Start a worker: `python -s -P -S -B …/worker/__main__.py SETTINGS`, settings as JSON text. With the word
`forks` before the settings, a process that forks workers; with `kernel`, a notebook's kernel."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from os.path import dirname, join

NAME = "_playfunc_worker"


def adopt(folder: str) -> None:
    """Import this folder as a top-level package, without its parent package."""
    spec = spec_from_file_location(NAME, join(folder, "__init__.py"), submodule_search_locations=[folder])
    assert spec is not None
    assert spec.loader is not None
    sys.modules[NAME] = package = module_from_spec(spec)
    spec.loader.exec_module(package)


def main() -> None:
    adopt(dirname(__file__))
    *mode, told = sys.argv[1:]
    del sys.argv[1:]
    if mode == ["kernel"]:
        import_module(f"{NAME}.kernel").run(told)
        return
    told_by = import_module(f"{NAME}.settings")
    settings = told_by.read_settings(told, told_by.Settings)
    sys.meta_path.append(import_module(f"{NAME}.finder").ListedPackages(settings.packages))
    if mode == ["forks"]:
        import_module(f"{NAME}.forks").serve_forks(settings)
        return
    serve = import_module(f"{NAME}.serve")
    serve.serve(serve.prepare(settings))


if __name__ == "__main__":
    main()
