from __future__ import annotations

from web_results import filled

__all__ = ["filled"]
