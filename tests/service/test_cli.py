"""The command line: what it starts, and how it says that it cannot."""

import os
from types import SimpleNamespace

import pytest

from bots.deciding import answer
from domain.audit import __main__ as verifier
from service.commands import cli
from tests.support.processes import environment


@pytest.fixture(autouse=True)
def only_these_variables(monkeypatch, tmp_path):
    """Options set variables; whatever a test sets is gone afterwards."""
    monkeypatch.setattr(os, "environ", environment(data_dir=tmp_path))


def test_the_verifier_is_given_the_policies_that_are_here(monkeypatch):
    given = []
    monkeypatch.setattr(verifier, "main", lambda *asked: given.append(asked) or 26)
    assert cli.main(["verify", "--bots", "game.json"]) == 26
    assert given == [(["--bots", "game.json"], "toma6 verify", answer)]


def test_an_option_sets_the_variable_so_that_child_processes_see_it(monkeypatch, capsys):
    serve = SimpleNamespace(main=lambda settings: settings.web_processes)
    monkeypatch.setattr(cli.importlib, "import_module", lambda _: serve)
    assert cli.main(["serve", "--port", "9001", "--web-processes", "7"]) == 7
    assert os.environ["TOMA6_PORT"] == "9001"
    assert cli.main(["serve", "--port", "many"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("toma6: ")
    assert "TOMA6_PORT" in said
    assert said.count("\n") == 1
