"""Who may see what."""

from domain.views.views import (
    Opening,
    Viewer,
    decisions,
    hands_opened,
    openings,
    own_view,
    public_view,
    redact,
    view,
)

__all__ = [
    "Opening",
    "Viewer",
    "decisions",
    "hands_opened",
    "openings",
    "own_view",
    "public_view",
    "redact",
    "view",
]
