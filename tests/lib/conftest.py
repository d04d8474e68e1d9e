"""Helper modules beside these tests can be imported by name; hypothesis repeats itself exactly."""

import sys
from pathlib import Path

from hypothesis import settings
from shown_hands import player, record

__all__ = ["player", "record"]  # fixtures

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("playfunc", derandomize=True, deadline=None, database=None)
settings.load_profile("playfunc")
