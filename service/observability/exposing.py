"""Metrics on an address of their own, for processes that listen to nothing else."""

import hmac
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from service.observability import metrics
from service.settings.config import ConfigError, Settings
from service.settings.hosts import family_of, host_and_port


def may_read(token: str, header: str | None) -> bool:
    """Whether an Authorization header, or None, has the token that is set, if one is."""
    return not token or hmac.compare_digest((header or "").encode(), f"Bearer {token}".encode())


class _Answers(BaseHTTPRequestHandler):
    timeout = 10  # for a client that does not go on
    token = ""

    def do_GET(self) -> None:
        found = self.path.partition("?")[0] == "/metrics"
        allowed = may_read(self.token, self.headers.get("Authorization"))
        body = metrics.exposition() if found and allowed else b""
        self.send_response(200 if body else 401 if found else 404)
        self.send_header("Content-Type", metrics.CONTENT_TYPE)
        self.send_header("Content-Length", str(len(body)))
        if found and not allowed:
            self.send_header("WWW-Authenticate", "Bearer")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Who scrapes is no news."""


def expose(settings: Settings) -> int | None:
    """Serve `/metrics` from a thread, at the address that is set. Returns the port; None: unset.

    :raises ConfigError: the address is taken, or is not this machine's.
    """
    if not settings.metrics_address:
        return None
    host, port = host_and_port(settings.metrics_address)
    handler = type("Answers", (_Answers,), {"token": settings.metrics_token})
    server_of = type("Server", (ThreadingHTTPServer,), {"address_family": family_of(host)})
    try:
        server = server_of((host, port), handler)
    except OSError as error:
        raise ConfigError(
            f"TOMA6_METRICS_ADDRESS: cannot listen on {settings.metrics_address}: {error}"
        ) from None
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return int(server.server_address[1])
