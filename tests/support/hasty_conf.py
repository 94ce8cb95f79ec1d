"""gunicorn's settings for a web that soon loses its patience with a slow client."""

from service.processes import connection
from service.processes.gunicorn_conf import *  # noqa: F403 - they are read by their names

connection.REQUEST_SECONDS = connection.UNREAD_SECONDS = 3.0  # type: ignore[misc]
