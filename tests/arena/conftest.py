"""Programs as players, for all tests of this folder."""

from program_fixtures import program, shipped

__all__ = ["program", "shipped"]
