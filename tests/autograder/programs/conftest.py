"""Fixtures for all tests of this folder."""

import shutil

import pytest


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home folder with an interpreter that the system does not have, under its name `perl5x`."""
    if shutil.which("perl", path="/usr/bin") is None:
        pytest.skip("perl is not installed here")
    home = tmp_path / "home"
    (home / "bot").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("PLAYFUNC_RUNTIMES", raising=False)
    return home
