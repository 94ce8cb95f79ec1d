"""The client's line to a server that runs elsewhere."""

import http.client

from tests.support.http.client import Answer, Headers


class Wire:
    """Asks the server on a port, on one kept connection; for one thread."""

    def __init__(self, port: int) -> None:
        self._kept = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def __call__(self, method: str, path: str, headers: Headers, body: bytes | None) -> Answer:
        try:
            return self._ask(method, path, headers, body)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            self.close()  # it was closed while it was idle: nothing of this request was read
            return self._ask(method, path, headers, body)

    def _ask(self, method: str, path: str, headers: Headers, body: bytes | None) -> Answer:
        self._kept.request(method, path, body, dict(headers))
        got = self._kept.getresponse()
        return Answer(method, path, got.status, got.getheaders(), got.read())

    def close(self) -> None:
        self._kept.close()
