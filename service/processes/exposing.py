"""Metrics on an address of their own, for processes that listen to nothing else."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from service.observability import metrics
from service.processes.listening import METRICS_REMEDY, listen
from service.settings.config import Settings
from service.settings.hosts import host_and_port


class _Answers(BaseHTTPRequestHandler):
    timeout = 10  # for a client that does not go on
    token = ""

    def do_GET(self) -> None:
        found = self.path.partition("?")[0] == "/metrics"
        allowed = metrics.may_read(self.token, self.headers.get("Authorization"))
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


def expose(settings: Settings) -> None:
    """Serve `/metrics` from threads, at the address that is set, if one is.

    :raises ConfigError: the address is taken, or is not this machine's.
    """
    if not settings.metrics_address:
        return
    handler = type("Answers", (_Answers,), {"token": settings.metrics_token})
    for listener in listen(*host_and_port(settings.metrics_address), METRICS_REMEDY):
        server = ThreadingHTTPServer(listener.getsockname(), handler, bind_and_activate=False)
        server.socket.close()
        server.socket = listener
        threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
