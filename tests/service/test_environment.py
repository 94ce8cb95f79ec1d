"""What is in the environment beside settings: links of services, and files with secrets."""

import os

import pytest

from service.settings import config
from service.settings.config import ConfigError, load

LINKS = {
    "{}_SERVICE_HOST": ["10.0.0.1", "fd00::7"],
    "{}_SERVICE_PORT": ["8006"],
    "{}_SERVICE_PORT_HTTP": ["8006"],
    "{}_PORT": ["tcp://10.0.0.1:8006", "udp://10.0.0.1:53", "tcp://[fd00::7]:8006"],
    "{}_PORT_8006_TCP": ["tcp://10.0.0.1:8006", "tcp://[fd00::7]:8006"],
    "{}_PORT_8006_TCP_PROTO": ["tcp"],
    "{}_PORT_8006_TCP_PORT": ["8006"],
    "{}_PORT_8006_TCP_ADDR": ["10.0.0.1", "fd00::7"],
}
SERVICES = ["TOMA6", "TOMA6_WEB", "TOMA6_REDIS", "TOMA6_WEB_PROCESSES", "TOMA6_MY_GAMES_2"]


@pytest.fixture(autouse=True)
def only_these_variables(monkeypatch, tmp_path):
    for name in list(os.environ):
        if name.startswith(config.PREFIX):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TOMA6_DATA_DIR", str(tmp_path))


@pytest.mark.parametrize("service", SERVICES)
def test_links_of_a_service_are_no_settings(monkeypatch, caplog, service):
    without = load()
    for name, values in LINKS.items():
        for value in values:
            monkeypatch.setenv(name.format(service), value)
            assert load() == without
    assert ("TOMA6_PORT=" in caplog.text) is (service == "TOMA6"), "in the place of a setting: told"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("TOMA6_PROT", "8007"), ("TOMA6_WEB_PORT", "8007"), ("TOMA6_PORTS", "tcp://1.2.3.4:5")),
        *(("TOMA6_SERVICE_HOST", "toma6.example"), ("TOMA6_SERVICE_PORT", "http")),
        *(("TOMA6_PORT", "tcp://"), ("TOMA6_PORT", "http://10.0.0.1:8006")),
        *(("TOMA6_REDIS_URL", "tcp://10.0.0.1:6379"), ("TOMA6_REDIS_URI", "redis://one")),
        *(("TOMA6_PORT_FILE", "/etc/hostname"), ("TOMA6_PORT_8006_TCP", "8006")),
    ],
)
def test_what_only_resembles_a_link_or_a_file_is_still_a_mistake(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match=name):
        load()


def test_what_must_not_be_shown_can_lie_in_files(monkeypatch, tmp_path):
    kept = {"secret": "s" * 40, "redis_url": "redis://:pw@one/0", "queue_url": "redis://two/1"}
    for name, value in kept.items():
        (tmp_path / name).write_text(f"{value}\n")
        monkeypatch.setenv(f"TOMA6_{name.upper()}_FILE", str(tmp_path / name))
        monkeypatch.setenv(f"TOMA6_{name.upper()}", "")  # as compose passes on what is not set
    found = load()
    assert {name: getattr(found, name) for name in kept} == kept
    assert not found.embedded


def test_a_file_that_cannot_be_meant_is_refused_by_the_name_of_its_setting(monkeypatch, tmp_path):
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "bytes").write_bytes(b"\xff")
    for name in ("missing", "empty", "bytes", "."):
        monkeypatch.setenv("TOMA6_SECRET_FILE", str(tmp_path / name))
        with pytest.raises(ConfigError, match="TOMA6_SECRET_FILE"):
            load()
    (tmp_path / "good").write_text("s" * 40)
    monkeypatch.setenv("TOMA6_SECRET_FILE", str(tmp_path / "good"))
    monkeypatch.setenv("TOMA6_SECRET", "t" * 40)
    with pytest.raises(ConfigError, match="only one"):
        load()
