"""gunicorn's settings for a web that loses its patience with a client that does not read, or that
asks nothing more."""

from service.processes import connection
from service.processes.gunicorn_conf import *  # noqa: F403 - they are read by their names

connection.UNREAD_SECONDS = 3.0  # type: ignore[misc]
keepalive = 3
