"""gunicorn's settings for a web that loses its patience with a client that does not read."""

from service.processes.gunicorn_conf import *  # noqa: F403 - they are read by their names
from service.watching import client_connection

client_connection.WRITE_SECONDS = 3.0  # type: ignore[misc]
