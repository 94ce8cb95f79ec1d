"""Where webhooks may be called, and that a call is over in time, whatever the other side does."""

import contextlib
import socket
import ssl
import struct
import threading
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from gevent import get_hub
from gevent.resolver.ares import Resolver

from service.webhooks.addresses import is_public
from tests.receivers import HARMFUL, answers, closes, hangs, receivers, redirects
from workers import callers

PRIVATE = [
    *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"),
    *("100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "fe80::1", "fe80::1%eth0", "fd00::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "::", "ff02::1", "192.88.99.1"),
    # An IPv4 address in an IPv6 one: compatible, NAT64, its local kind, translated, Teredo, ISATAP
    *("::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1", "::ffff:0:7f00:1", "2001::7f00:1"),
    *("64:ff9b::127.0.0.1", "64:ff9b:1::5db8:d70e", "2002:5db8:d70e::", "fe80::5efe:7f00:1"),
    # Site-local, ORCHID, documentation, benchmarks, discard, segment routing, not given out
    *("fec0::1", "2001:10::1", "2001:20::1", "2001:db8::1", "3fff::1", "2001:2::1", "100::1"),
    *("5f00::1", "4000::1", "192.0.2.1", "198.18.0.1", "203.0.113.1", "240.0.0.1", "192.0.0.8"),
]
PUBLIC = [
    *("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:9.9.9.9"),
    "64:ff9b::909:909",  # what names resolve to where there is no IPv4
]
ODD = [
    "0x7f.1",
    "[v1.a]",
    "0x7f000001",
    "2130706433",
    "127.1",
    "0177.0.0.1",
    "127.0.0.1.",
    "1.2.3.4.5",
]
WRONG = [
    *(f"https://{host}/" for host in (*ODD, "localhost", "x.localhost", "a..b", "-a.b", "a_b.c")),
    *(f"https://{f'[{host}]' if ':' in host else host}/" for host in PRIVATE if "%" not in host),
    *("https://example.org:0/", "https://example.org:99999/", "https://example.org:x/"),
    *("https://user@example.org/", "https://:@example.org/", "https://exämple.org/", "https:///x"),
    *("https://example.org/#part", "https://[::1/", "https://", "http://example.org/", "x"),
]


def test_addresses_that_are_public_may_be_called_and_no_others():
    assert [address for address in (*PRIVATE, *PUBLIC) if is_public(address)] == PUBLIC


def test_only_usual_addresses_of_others_can_be_registered(here):
    api = here.api.by(here.account())
    for url in WRONG:
        assert api.post("/v1/webhooks", {"url": url}).status == 422, url
    for host in ("example.org:8443", "xn--exmple-cua.org", "93.184.215.14", f"[{PUBLIC[1]}]"):
        made = api.post("/v1/webhooks", {"url": f"https://{host}/in?x=1"}).expect(201).json
        api.ask("DELETE", f"/v1/webhooks/{made['id']}").expect(204)


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/", "https://localhost/", "https://[::1]/", "http://example.org/"]
)
def test_the_address_is_looked_at_when_it_is_connected_to(url):
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


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(callers, "ATTEMPT_SECONDS", 0.6)


@pytest.mark.parametrize("kind", [each for each in HARMFUL if each != redirects])
@pytest.mark.usefixtures("hasty")
def test_a_call_is_over_in_time_whatever_the_receiver_does(kind):
    with receivers() as made, pytest.raises(callers.CallFailed) as told:
        callers.post(made.listen(kind), b"{}", {}, private=True)
    assert ("within" in str(told.value)) == (kind.__name__ in {"hangs", "drips", "dawdles"})


@pytest.fixture
def authority(tmp_path):
    """A context that serves as `localhost`, and what to trust it by."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(1))
    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    made = made.add_extension(names, critical=False).sign(key, hashes.SHA256())
    pem, private = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    kept = key.private_bytes(pem, private, serialization.NoEncryption())
    (tmp_path / "all.pem").write_bytes(made.public_bytes(pem) + kept)
    served = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    served.load_cert_chain(tmp_path / "all.pem")
    return served, tmp_path / "all.pem"


def test_over_tls_the_receiver_is_who_it_says_or_is_not_called(authority, monkeypatch):
    served, trusted = authority
    with receivers() as made:
        url = made.listen(answers, tls=served)
        named = url.replace("127.0.0.1", "localhost")
        with pytest.raises(callers.CallFailed, match="self-signed"):
            callers.post(named, b"{}", {}, private=True)
        callers._tls.cache_clear()
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        assert callers.post(named, b"{}", {}, private=True) == 204
        with pytest.raises(callers.CallFailed, match="mismatch"):
            callers.post(url, b"{}", {}, private=True)
        assert len(made.got[url]) == 1
    callers._tls.cache_clear()


@pytest.mark.usefixtures("hasty")
def test_a_receiver_that_hangs_before_it_has_said_who_it_is_ends_in_time():
    with receivers() as made:
        url = made.listen(hangs).replace("http:", "https:")
        with pytest.raises(callers.CallFailed, match="within"):
            callers.post(url, b"{}", {}, private=True)


def test_no_proxy_of_the_environment_is_asked(monkeypatch):
    with receivers() as made:
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, made.listen(closes))
            monkeypatch.setenv(name.upper(), made.listen(closes))
        assert callers.post(made.listen(answers), b"{}", {}, private=True) == 204


@pytest.fixture
def names(monkeypatch):
    """What names resolve to, by a name server of this test; "" says nothing at all."""
    known: dict[str, list[str]] = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        threading.Thread(target=serve_names, args=(server, known), daemon=True).start()
        port = server.getsockname()[1]
        made = Resolver(get_hub(), servers=["127.0.0.1"], udp_port=port)
        monkeypatch.setattr(callers, "resolver", lambda: made)
        yield known
        made.close()
        with contextlib.suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)


def serve_names(server, known):
    while True:
        try:
            asked, whom = server.recvfrom(512)
        except OSError:
            return
        if not asked:
            return
        labels, at = [], 12
        while asked[at]:
            labels.append(asked[at + 1 : at + 1 + asked[at]].decode())
            at += 1 + asked[at]
        question = asked[12 : at + 5]
        family = {1: socket.AF_INET, 28: socket.AF_INET6}.get(
            int.from_bytes(asked[at + 1 : at + 3])
        )
        addresses = known[".".join(labels).lower()]
        if "" in addresses or family is None:
            continue
        right = [x for x in addresses if (":" in x) == (family == socket.AF_INET6)]
        packed = [socket.inet_pton(family, each) for each in right]
        head = asked[:2] + struct.pack(">HHHHH", 0x8180, 1, len(packed), 0, 0)
        rows = [question[-4:-2] + struct.pack(">HIH", 1, 1, len(x)) + x for x in packed]
        server.sendto(head + question + b"".join(b"\xc0\x0c" + row for row in rows), whom)


@pytest.mark.parametrize("address", [a for a in PRIVATE if "%" not in a])
def test_a_name_of_which_any_address_is_private_is_not_called(names, monkeypatch, address):
    monkeypatch.setattr(callers, "_within", lambda *_: pytest.fail("called"))
    names["inside.example"] = ["93.184.215.14", address]
    with pytest.raises(callers.CallFailed, match="not a public address"):
        callers.post("https://inside.example/", b"{}", {})


@pytest.mark.usefixtures("hasty")
def test_a_name_server_that_says_nothing_ends_the_call_like_anything_else(names):
    names["silent.example"] = [""]
    with pytest.raises(callers.CallFailed, match="within"):
        callers.post("https://silent.example/", b"{}", {})


@pytest.mark.parametrize("first", ["silent", "refuses"])
def test_a_name_is_called_at_another_address_if_one_does_not_answer(names, first):
    with receivers() as made, socket.create_server(("127.0.0.9", 0), backlog=0) as other:
        url = made.listen(answers)
        port = int(url.rpartition(":")[2].partition("/")[0])
        names["two.example"] = ["127.0.0.9", "127.0.0.1"]
        with contextlib.ExitStack() as full, contextlib.suppress(OSError):
            if first == "silent":  # a queue that is full lets nobody in, and says nothing
                with socket.create_server(("127.0.0.9", port), backlog=0) as silent:
                    for _ in range(3):
                        line = full.enter_context(socket.socket())
                        line.setblocking(False)
                        line.connect_ex(silent.getsockname())
                    assert post_to("two.example", port) == 204
        if first == "refuses":
            assert post_to("two.example", port) == 204
        other.close()
        assert len(made.got[url]) == 1


def post_to(name, port):
    return callers.post(f"http://{name}:{port}/in", b"{}", {}, private=True)
