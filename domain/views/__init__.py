"""Who may see what."""

from domain.views.views import (
    Viewer,
    decisions,
    openings,
    own_view,
    public_view,
    redact,
    view,
)
