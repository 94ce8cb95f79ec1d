"""A server that answers what a test tells it to: for the kit's manners, and webhooks."""

import http.server
import json
import threading
from typing import Any

TOKEN = "t6s_token"
LOST = (0, {}, None)
"""An answer that does not come: the connection is closed instead."""


class Server(http.server.ThreadingHTTPServer):
    """Answers with what lies in `replies`, one by one, or whatever comes with `status`; keeps what
    it was asked: as JSON, and as it came."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies: list[Any] = []
        self.status = 0
        self.asked: list[tuple[str, str, Any, Any]] = []
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.arrived = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True

    def do_GET(self) -> None:
        sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.loads(sent) if sent else None
        self.server.asked.append((self.command, self.path, body, self.headers))
        self.server.got.append((dict(self.headers), sent))
        self.server.arrived.set()
        status, headers, said = self.server.status, {"Location": "http://127.0.0.1:1/"}, {}
        if not status:
            if not self.server.replies:
                threading.Event().wait(20)  # a long poll in which nothing happens
                return
            status, headers, said = self.server.replies.pop(0)
        if not status:
            self.close_connection = True
            return
        content = b"" if status == 204 else json.dumps(said).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_PUT = do_POST = do_GET  # noqa: N815 - the names that http.server calls

    def log_message(self, *_: Any) -> None:
        pass


def problem(status: int, code: str, **headers: str) -> Any:
    return status, headers, {"code": code, "detail": "said why"}
