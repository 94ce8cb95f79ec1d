"""Whether this web process is about to stop, for whatever would otherwise go on and on.

gunicorn lets requests finish when it stops, and a stream never finishes by itself. The web server's
settings (`gunicorn_conf.py`) say how to ask; anywhere else nothing is ever stopping.
"""

from collections.abc import Callable
from typing import Final

_asked: Final[list[Callable[[], bool]]] = []


def ask(whether: Callable[[], bool]) -> None:
    """From now on `whether()` tells if this process is stopping. The last call counts."""
    _asked[:] = [whether]


def stopping() -> bool:
    """Is this process about to stop?"""
    return any(whether() for whether in _asked)
