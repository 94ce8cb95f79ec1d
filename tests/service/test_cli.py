"""The command line: what it starts, and how it says that it cannot."""

import os
from types import SimpleNamespace

import pytest

from bots.deciding import answer
from domain.audit import __main__ as verifier
from service.commands import cli
from service.settings import config
from service.settings.secret import with_secret
from tests.support.processes import environment


@pytest.fixture(autouse=True)
def only_these_variables(monkeypatch, tmp_path):
    """Options set variables; whatever a test sets is gone afterwards."""
    monkeypatch.setattr(os, "environ", environment(data_dir=tmp_path))


@pytest.fixture
def called(monkeypatch):
    """Instead of importing a command's module, note what it would have been called with."""
    calls = []

    def load_module(name):
        main = lambda *arguments: calls.append((name, *arguments)) or 7  # noqa: E731 - to hand on
        return SimpleNamespace(main=main, configure=lambda settings: None)

    monkeypatch.setattr(cli.importlib, "import_module", load_module)
    return calls


@pytest.mark.parametrize(
    ("command", "module", "own"),
    [
        *(("serve", "service.processes.serve", []), ("worker", "workers.run", [])),
        *(("sweep", "workers.sweep", []), ("demo", "service.commands.demo", ["--seats", "4"])),
    ],
)
def test_each_command_calls_its_module_with_its_own_options_untouched(called, command, module, own):
    assert cli.main([command, *own]) == 7
    settings = config.load()
    given = (settings, own) if own else (with_secret(settings),)
    assert called == [(module, *given)]


def test_the_verifier_is_given_the_policies_that_are_here(monkeypatch):
    given = []
    monkeypatch.setattr(verifier, "main", lambda *asked: given.append(asked) or 26)
    assert cli.main(["verify", "--bots", "game.json"]) == 26
    assert given == [(["--bots", "game.json"], "toma6 verify", answer)]


def test_an_option_sets_the_variable_so_that_child_processes_see_it(called, capsys):
    cli.main(["serve", "--port", "9001", "--web-processes", "1"])
    assert os.environ["TOMA6_PORT"] == "9001"
    assert called[0][1].web_processes == 1
    assert cli.main(["serve", "--port", "many"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("toma6: ")
    assert "TOMA6_PORT" in said
    assert said.count("\n") == 1
