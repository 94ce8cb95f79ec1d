"""Requests as bytes, as no client library would send them."""

from dataclasses import dataclass

JSON = "Content-Type: application/json"


@dataclass(frozen=True, slots=True)
class Hostile:
    """One request. `framed`: it is HTTP, so that the application sees it."""

    name: str
    data: bytes
    framed: bool = True


def raw(line: str, *headers: str, body: bytes = b"", host: str = "Host: x") -> bytes:
    """The bytes of a request; latin-1, so that any byte can be sent."""
    lines = [line, *([host] if host else []), *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def sent(method: str, path: str, token: str, body: bytes, *more: str) -> bytes:
    headers = [
        f"Content-Length: {len(body)}",
        *([f"Authorization: Bearer {token}"] if token else []),
    ]
    headers += [] if any(each.startswith("Content-Type") for each in more) else [JSON]
    return raw(f"{method} {path} HTTP/1.1", *headers, *more, "Connection: close", body=body)


def get(path: str, token: str = "", *more: str) -> bytes:
    asked = [f"Authorization: Bearer {token}"] if token else []
    return raw(f"GET {path} HTTP/1.1", *asked, *more, "Connection: close")
