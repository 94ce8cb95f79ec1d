"""Settings: what is read, what is refused, what follows from what; and what is in the environment
beside them: links of services, and files with secrets."""

import os
import re
import stat
from dataclasses import fields
from pathlib import Path

import pytest

from service.settings import config
from service.settings.config import ConfigError, Settings, load
from service.settings.secret import with_secret

TABLE = Path(__file__).parents[2] / "docs" / "configuration.md"


@pytest.fixture(autouse=True)
def only_these_variables(monkeypatch, tmp_path):
    for name in list(os.environ):
        if name.startswith(config.PREFIX):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TOMA6_DATA_DIR", str(tmp_path))


def test_without_a_url_the_embedded_engine_of_the_data_directory_is_meant(monkeypatch, tmp_path):
    settings = load()
    assert settings.embedded
    assert settings.redis_url == f"unix://{tmp_path}/engine.sock"
    assert settings.queue_url == f"unix://{tmp_path}/queue.sock"
    monkeypatch.setenv("TOMA6_DATA_DIR", str(tmp_path / "a b?c%20"))
    assert load().redis_url.endswith("/a%20b%3Fc%2520/engine.sock")


def test_a_redis_url_serves_the_queue_too_unless_it_is_a_cluster(monkeypatch):
    monkeypatch.setenv("TOMA6_REDIS_URL", "redis://one/0")
    assert not load().embedded
    assert load().queue_url == "redis://one/0"
    monkeypatch.setenv("TOMA6_REDIS_URL", "redis+cluster://one")
    with pytest.raises(ConfigError, match="TOMA6_QUEUE_URL"):
        load()
    monkeypatch.setenv("TOMA6_QUEUE_URL", "redis://two/0")
    assert load().queue_url == "redis://two/0"


READ = [
    ("PORT", "9000", "port", 9000),
    ("SWEEP_SECONDS", "0.5", "sweep_seconds", 0.5),
    ("ACCESS_LOG", "yes", "access_log", True),
    ("LOG_LEVEL", "DEBUG", "log_level", "DEBUG"),
    ("CORS_ORIGINS", "https://a,https://b", "cors_origins", ("https://a", "https://b")),
    ("CORS_ORIGINS", " https://a ,\thttps://b,", "cors_origins", ("https://a", "https://b")),
    ("TRUSTED_PROXIES", "10.0.0.1, unix\n", "trusted_proxies", ("10.0.0.1", "unix")),
    ("CORS_ORIGINS", "", "cors_origins", ()),
    ("PUBLIC_URL", "https://six.example/", "public_url", "https://six.example"),
    *(("HOST", host, "open_creation", True) for host in ("127.0.0.1", "::1", "localhost")),
    *(("HOST", host, "open_creation", False) for host in ("0.0.0.0", "10.0.0.1")),
]


@pytest.mark.parametrize(("name", "value", "field", "expected"), READ)
def test_a_variable_is_read_as_the_type_of_its_setting(monkeypatch, name, value, field, expected):
    """Creation is open to everybody on this machine only, unless it is said to be."""
    monkeypatch.setenv(f"TOMA6_{name}", value)
    assert getattr(load(), field) == expected
    monkeypatch.setenv("TOMA6_OPEN_CREATION", "true")
    assert load().open_creation


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("TOMA6_PORT", "seven"), ("TOMA6_PORT", "65536"), ("TOMA6_WEB_PROCESSES", "0")),
        *(("TOMA6_BUCKETS", "0"), ("TOMA6_LOG_LEVEL", "loud"), ("TOMA6_ACCESS_LOG", "perhaps")),
        *(("TOMA6_REDIS_URL", "http://one"), ("TOMA6_SECRET", "too short")),
        *(
            ("TOMA6_PUBLIC_URL", odd)
            for odd in ("one", "https://[::1", "https://a/b c", "https://a/v1", "https://a/v1/")
        ),
        *(("TOMA6_PUBLIC_URL", f"https://a/b{odd}") for odd in ("?c", "#c", "\r\nX: y", "é")),
        ("TOMA6_REDIS_URI", "redis://a-name-typed-wrong"),
        # What only resembles a link of a service, or a file.
        *(("TOMA6_PROT", "8007"), ("TOMA6_WEB_PORT", "8007"), ("TOMA6_PORTS", "tcp://1.2.3.4:5")),
        *(("TOMA6_SERVICE_HOST", "toma6.example"), ("TOMA6_SERVICE_PORT", "http")),
        *(("TOMA6_PORT", "tcp://"), ("TOMA6_PORT", "http://10.0.0.1:8006")),
        *(("TOMA6_REDIS_URL", "tcp://10.0.0.1:6379"), ("TOMA6_PORT_8006_TCP", "8006")),
        ("TOMA6_PORT_FILE", "/etc/hostname"),
    ],
)
def test_a_wrong_variable_is_refused_by_its_name(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match=name):
        load()


def test_all_wrong_variables_are_named_at_once(monkeypatch):
    monkeypatch.setenv("TOMA6_PORT", "seven")
    monkeypatch.setenv("TOMA6_WEB_PROCESSES", "many")
    with pytest.raises(ConfigError, match=r"TOMA6_PORT.*TOMA6_WEB_PROCESSES"):
        load()


def test_a_secret_is_made_once_for_its_owner_alone_and_not_replaced_when_damaged(tmp_path):
    settings = load()
    assert not settings.secret
    assert not list(tmp_path.iterdir())
    first = with_secret(settings).secret
    assert len(first) == 64
    assert with_secret(load()).secret == first
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["secret"]
    (tmp_path / "secret").write_text("")
    with pytest.raises(ConfigError, match="damaged"):
        with_secret(load())


def test_secrets_and_passwords_do_not_show_when_settings_are_printed(monkeypatch):
    monkeypatch.setenv("TOMA6_REDIS_URL", "redis://:hunter2@one")
    monkeypatch.setenv("TOMA6_SECRET", "s" * 40)
    assert "hunter2" not in repr(load())
    assert "s" * 40 not in repr(load())


def test_the_table_in_the_documentation_has_each_setting_and_no_other():
    lines = [line for line in TABLE.read_text("utf-8").splitlines() if line[:3] == "| `"]
    told = {name.strip(" `"): said.strip() for _, name, said, *_ in (x.split("|") for x in lines)}
    values = {f"TOMA6_{each.name.upper()}": each.default for each in fields(Settings)}
    assert told.keys() == values.keys() - {"TOMA6_EMBEDDED"}
    # A value as it stands in code; what follows from other settings is said in words.
    plain = {
        name: said[1:-1] for name, said in told.items() if re.fullmatch("`[a-zA-Z0-9.]+`", said)
    }
    assert plain == {
        name: str(values[name]).lower() if isinstance(values[name], bool) else str(values[name])
        for name in plain
    }
    assert len(plain) > 15


# -- what is in the environment beside settings ---------------------------------------------------

LINKS = {
    "{}_SERVICE_HOST": ["10.0.0.1", "fd00::7"],
    "{}_SERVICE_PORT": ["8006"],
    "{}_SERVICE_PORT_HTTP": ["8006"],
    "{}_PORT": ["tcp://10.0.0.1:8006", "udp://10.0.0.1:53", "tcp://[fd00::7]:8006"],
    "{}_PORT_8006_TCP": ["tcp://10.0.0.1:8006", "tcp://[fd00::7]:8006"],
    "{}_PORT_8006_TCP_PROTO": ["tcp"],
    "{}_PORT_8006_TCP_PORT": ["8006"],
    "{}_PORT_8006_TCP_ADDR": ["10.0.0.1", "fd00::7"],
    # Docker's.
    "{}_NAME": ["/web/toma6"],
    "{}_ENV_PATH": ["/bin", "", "a\nb"],
    "{}_PORT_8006_TCP_START": ["tcp://10.0.0.1:8006"],
    "{}_PORT_8006_TCP_PORT_END": ["8009"],
}
SERVICES = ["TOMA6", "TOMA6_WEB", "TOMA6_REDIS", "TOMA6_WEB_PROCESSES", "TOMA6_MY_GAMES_2"]


@pytest.mark.parametrize("service", SERVICES)
def test_links_of_a_service_are_no_settings(monkeypatch, caplog, service):
    without = load()
    for name, values in LINKS.items():
        for value in values:
            monkeypatch.setenv(name.format(service), value)
            assert load() == without
    assert ("TOMA6_PORT=" in caplog.text) is (service == "TOMA6"), "in the place of a setting: told"


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
