"""gunicorn's settings as gunicorn itself reads them, and what its access log may say."""

import subprocess
import sys
from datetime import timedelta
from types import SimpleNamespace

from service.processes.serve import APP, WEB
from tests.support.processes import ALONE, environment


def printed(folder, variables, shell=":"):
    """What gunicorn says it is set to, after this in a shell."""
    env = environment(data_dir=folder) | variables
    command = ["sh", "-c", f'{shell}; exec "$@"', "sh", *WEB, "--print-config", APP]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True, **ALONE)
    pairs = (line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    return {name.strip(): value.strip() for name, value in pairs}


def test_the_settings_reach_gunicorn(tmp_path):
    told = printed(tmp_path, {"TOMA6_WEB_PROCESSES": "3", "TOMA6_PORT": "9009"})
    assert told["workers"] == "3"
    assert told["worker_class"] == "service.processes.worker.Worker"
    assert "127.0.0.1:9009" in told["bind"]
    assert told["control_socket_disable"] == "True"
    assert told["accesslog"] == "None", "requests are logged only on demand"
    assert int(told["keepalive"]) > 60, "longer than a balancer's"


def test_there_are_no_more_places_than_files_that_may_be_open(tmp_path):
    assert printed(tmp_path, {}, "ulimit -n 1000")["worker_connections"] == "744"


def test_with_many_streams_a_log_and_somebody_elses_settings(tmp_path):
    """Moves have connections beyond those of streams; no line of the log has what a client said
    (query, address, header), and no header of a client says where the server lies."""
    more = {"TOMA6_MAX_STREAMS": "2000", "TOMA6_ACCESS_LOG": "true", "FORWARDED_ALLOW_IPS": "*"}
    told = printed(tmp_path, more)
    assert int(told["worker_connections"]) >= 3000
    assert told["forwarded_allow_ips"] == told["forwarder_headers"] == "[]"
    assert told["accesslog"] == "-"
    for atom in ("%(r)s", "%(q)s", "%(h)s", "%(f)s", "%(a)s", "%({"):
        assert atom not in told["access_log_format"]


def test_importing_them_changes_nothing(tmp_path):
    kept = tmp_path / "metrics-8006" / "counts"
    kept.parent.mkdir()
    kept.write_text("of a server that runs")
    code = """
import logging, os
from gunicorn import util
before = dict(os.environ), util.write_error, util.close, logging.root.handlers[:]
import service.processes.gunicorn_conf
assert before == (dict(os.environ), util.write_error, util.close, logging.root.handlers[:])
"""
    command = [sys.executable, "-c", code]
    subprocess.run(command, env=environment(data_dir=tmp_path), check=True, **ALONE)
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == [kept]


def test_a_line_break_hidden_in_a_path_stays_hidden():
    from service.processes.gunicorn_conf import logger_class

    environ = {
        "REQUEST_METHOD": "GET", "SERVER_PROTOCOL": "HTTP/1.1",
        "RAW_URI": "/v1/a%0Ab?token=t6s_x", "PATH_INFO": "/v1/a\nb", "QUERY_STRING": "token=t6s_x",
    }  # fmt: skip
    answer = SimpleNamespace(status="200 OK", sent=3, headers=[])
    logger = logger_class.__new__(logger_class)
    atoms = logger.atoms(answer, SimpleNamespace(headers=[]), environ, timedelta(milliseconds=2))
    assert atoms["U"] == "/v1/a%0Ab"
