"""Helper modules beside these tests can be imported by name; hypothesis repeats itself exactly."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("playfunc", derandomize=True, deadline=None, database=None)
settings.load_profile("playfunc")
