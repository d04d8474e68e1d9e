"""What modules import, read from their source."""

from pathlib import Path

import pytest
from playfunc_autograder.versions import imported, module_of, reached

FILES = {
    "a/__init__.py": "",
    "a/one.py": "def f():\n    from a.sub import deep\n    return deep",
    "a/two.py": "import a.one as one, json",
    "a/alone.py": "NAME = 'a.two'",
    "a/sub/__init__.py": "from . import twin",
    "a/sub/deep.py": "from ..alone import NAME",
    "a/sub/twin.py": "from .deep import NAME as ALIAS",
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return {module_of(name): tmp_path / name for name in FILES}


def test_modules_are_named_as_python_names_them(files: dict[str, Path]) -> None:
    assert sorted(files) == ["a", "a.alone", "a.one", "a.sub", "a.sub.deep", "a.sub.twin", "a.two"]
    assert module_of("playfunc_opponents.hearts/exact/search.py") == "playfunc_opponents.hearts.exact.search"


def test_imports_count_in_functions_and_by_dots(files: dict[str, Path]) -> None:
    assert set(imported("a.one", files["a.one"])) == {"a.sub", "a.sub.deep"}
    assert set(imported("a.two", files["a.two"])) == {"a.one", "json"}
    assert set(imported("a.sub", files["a.sub"])) == {"a.sub", "a.sub.twin"}
    assert set(imported("a.sub.deep", files["a.sub.deep"])) == {"a.alone", "a.alone.NAME"}


def test_what_is_reached_has_its_packages_and_nothing_that_only_a_text_names(files: dict[str, Path]) -> None:
    assert reached(["a.alone", "elsewhere"], files) == {"a", "a.alone"}
    assert reached(["a.sub.twin"], files) == {"a", "a.alone", "a.sub", "a.sub.deep", "a.sub.twin"}
    assert reached(["a.two"], files) == set(files)
