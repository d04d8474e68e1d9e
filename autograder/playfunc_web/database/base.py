"""What all tables have in common."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import JSON, Double, LargeBinary, Text
from sqlalchemy.orm import DeclarativeBase

__all__ = ["Base"]


class Base(DeclarativeBase):
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        float: Double(),
        str: Text(),
        bytes: LargeBinary(),
        dict[str, Any]: JSON(),
        list[Any]: JSON(),
    }
