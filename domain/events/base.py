"""What every event has, and how a field is marked as secret."""

from dataclasses import dataclass, field
from typing import Any, ClassVar


def secret() -> Any:
    """A field that is stored apart from the public form and may be unknown (None)."""
    return field(default=None, metadata={"secret": True})


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """`at` is when the event was decided, in milliseconds since 1970."""

    version: ClassVar[int] = 1

    at: int = 0
