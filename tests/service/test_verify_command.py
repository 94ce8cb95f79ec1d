"""`toma6 verify` hands the verifier what it asks bots again with."""

from bots.deciding import answer
from domain.audit import __main__ as verifier
from service.commands import cli


def test_the_verifier_is_given_the_policies_that_are_here(monkeypatch):
    given = []

    def verify(arguments, prog, policies):
        given.append((list(arguments), prog, policies))
        return 26

    monkeypatch.setattr(verifier, "main", verify)
    assert cli.main(["verify", "--bots", "game.json"]) == 26
    assert given == [(["--bots", "game.json"], "toma6 verify", answer)]
