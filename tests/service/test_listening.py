"""Where the server listens, and whether it is found there: IPv4, IPv6, both, names, interfaces."""

import select
import socket
import subprocess
from pathlib import Path

import pytest

from service.processes import listening
from service.processes.listening import listen, status
from service.settings.config import ConfigError
from tests.support.processes import ALONE, eventually, toma6
from tests.support.server import Server, Web

V4, V6 = "127.0.0.1", "::1"
V6_FILE = Path("/proc/net/if_inet6")
PROXIES = dict.fromkeys(
    ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"), "http://127.0.0.1:9"
)
with_ipv6 = pytest.mark.skipif(
    V6_FILE.is_file() and "0" * 31 + "1" not in V6_FILE.read_text(),
    reason="this machine has no IPv6",
)


@pytest.fixture
def opened():
    """Listen, and close it all at the end."""
    made = []

    def make(host, port=0):
        made.extend(found := listen(host, port))
        return found

    yield make
    for each in made:
        each.close()


@with_ipv6
@pytest.mark.parametrize(
    ("host", "reached"),
    [("::", {V4, V6}), ("0.0.0.0", {V4}), (V6, {V6}), (V4, {V4})],
)
def test_a_host_is_listened_on_with_all_its_addresses_and_no_other(opened, host, reached):
    """Each client has an address of its own kind: no IPv4 in the clothes of IPv6."""
    listeners = opened(host)
    (port,) = {each.getsockname()[1] for each in listeners}
    found = {}
    for address in (V4, V6):
        try:
            with socket.create_connection((address, port), timeout=5):
                called, _, _ = select.select(listeners, [], [], 5)
                accepted = [each.accept() for each in called]
                found[address] = [peer[0] for _, peer in accepted]
                for line, _ in accepted:
                    line.close()
        except ConnectionRefusedError:
            continue
    assert found == {address: [address] for address in reached}


def link_local():
    """An address of this machine that is one only together with its interface."""
    lines = V6_FILE.read_text().split("\n") if V6_FILE.is_file() else []
    for number, *_, interface in (line.split() for line in lines if line.startswith("fe80")):
        return f"{socket.inet_ntop(socket.AF_INET6, bytes.fromhex(number))}%{interface}"
    return None


@pytest.mark.skipif(link_local() is None, reason="no interface has such an address")
def test_an_address_may_name_its_interface(opened):
    (only,) = opened(link_local())
    with socket.create_connection((link_local(), only.getsockname()[1]), timeout=5):
        only.accept()[0].close()


@with_ipv6
def test_a_name_stands_for_all_its_addresses(opened, monkeypatch):
    real = socket.getaddrinfo

    def both(host, *args, **more):
        names = (V6, V4, V4) if host == "toma6.example" else (host,)
        return [each for name in names for each in real(name, *args, **more)]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    first, second = opened("toma6.example")
    assert [first.getsockname()[0], second.getsockname()[0]] == [V6, V4]
    with pytest.raises(ConfigError, match="TOMA6_PORT"):
        listen(V4, second.getsockname()[1])
    with pytest.raises(ConfigError, match="TOMA6_PORT"):  # one of two is taken: neither is kept
        listen("toma6.example", second.getsockname()[1])


@pytest.mark.parametrize("number", sorted(listening.NOT_HERE))
def test_without_ipv6_every_address_is_those_of_ipv4_and_it_is_told(
    opened, monkeypatch, capsys, number
):
    real = socket.create_server

    def lacking(address, *, family, **more):
        if family == socket.AF_INET6:
            raise OSError(number, "not here")
        return real(address, family=family, **more)

    monkeypatch.setattr(socket, "create_server", lacking)
    (only,) = opened("::")
    assert only.getsockname()[0] == "0.0.0.0"
    assert "not listening on every address: not here" in capsys.readouterr().err
    with pytest.raises(ConfigError, match="::1 port 0: not here"):
        listen(V6, 0)


def test_a_host_that_is_no_name_and_no_address_of_this_machine_is_refused():
    for host in ("nobody.invalid", "192.0.2.1", ""):
        with pytest.raises(ConfigError, match="cannot listen"):
            listen(host, 0)


def health(server, *arguments, **more):
    run = [*toma6("health"), *arguments]
    env = {**server.environment, **PROXIES, **more}
    done = subprocess.run(run, env=env, capture_output=True, text=True, check=False, **ALONE)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


@with_ipv6
@pytest.mark.parametrize("kind", ["serve", "web"])
def test_a_server_everywhere_answers_over_both_and_to_its_health_check(engine, tmp_path, kind):
    """Whatever proxies the environment names: the one here refuses every connection."""
    server = Server(tmp_path, host="::", web_processes=1)
    if kind == "web":
        server = Web(engine.url, tmp_path, host="::")
    server.environment |= PROXIES
    with server:
        assert [status(each, server.port, "/healthz") for each in (V4, V6)] == [200, 200]
        for host in ("::", V6, V4, "localhost", "[::]"):
            assert health(server, "--ready", TOMA6_HOST=host) == (0, "")
        if kind == "web":
            server.reload()
            assert [status(each, server.port, "/healthz") for each in (V4, V6)] == [200, 200]
    assert health(server) == (1, "toma6 health: /healthz: no answer\n")


def test_a_web_without_its_store_is_healthy_and_not_ready(tmp_path):
    server = Web("redis://127.0.0.1:9/0", tmp_path)
    with subprocess.Popen(server.argv(), env=server.environment, **ALONE) as process:
        try:
            assert eventually(lambda: health(server)[0] == 0)
            assert health(server, "--ready") == (1, "toma6 health: /readyz: 503\n")
            assert health(server, TOMA6_PORT="everywhere")[0] == 2
        finally:
            process.terminate()


def test_a_web_whose_port_is_taken_says_so(opened, tmp_path):
    (taken,) = opened(V4)
    server = Web("redis://127.0.0.1:9/0", tmp_path, port=taken.getsockname()[1])
    done = subprocess.run(
        server.argv(), env=server.environment, capture_output=True, text=True, check=False, **ALONE
    )
    assert done.returncode == 2
    assert "TOMA6_PORT" in done.stderr
