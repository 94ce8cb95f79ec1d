"""Where webhooks may be called, and where not."""

import pytest

from workers import callers

PRIVATE = [
    *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"),
    *("100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "fe80::1", "fe80::1%eth0", "fd00::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "::", "ff02::1"),
]
PUBLIC = ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:9.9.9.9"]


def test_addresses_that_are_public_may_be_called_and_no_others() -> None:
    assert [address for address in (*PRIVATE, *PUBLIC) if callers.is_public(address)] == PUBLIC


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/", "https://localhost/", "https://[::1]/", "http://example.org/"]
)
def test_the_address_is_looked_at_when_it_is_connected_to(url: str) -> None:
    with pytest.raises(callers.CallFailed):
        callers.post(url, b"{}", {})


@pytest.mark.parametrize(
    ("tail", "asked"), [("", "/"), ("/in", "/in"), ("/in?", "/in"), ("?a=%2F&b", "/?a=%2F&b")]
)
def test_the_path_and_query_are_asked_for_as_they_were_named(
    scripted, tail: str, asked: str
) -> None:
    scripted.replies = [(200, {}, {})]
    assert callers.post(scripted.url + tail, b"{}", {}, private=True) == 200
    assert [path for _, path, *_ in scripted.asked] == [asked]
