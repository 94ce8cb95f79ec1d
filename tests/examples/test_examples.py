"""The example bots play whole games on a running server."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.client import SHORT
from tests.support.js_verifier import node

pytestmark = pytest.mark.timeout(200)
EXAMPLES = Path(__file__).parents[2] / "examples"
COMMANDS = {
    "python": [sys.executable, "-I", "-S", str(EXAMPLES / "python_bot.py")],
    "javascript": ["node", str(EXAMPLES / "bot.mjs")],
}
TOLD = {"capture_output": True, "text": True, "timeout": 150}


@pytest.fixture(params=COMMANDS.values(), ids=COMMANDS)
def run(server, request):
    """Run an example in a game; what became of it."""
    if request.param[0] == "node":
        node()
    url = f"http://127.0.0.1:{server.port}"
    command = [*request.param, url]
    return lambda *asked: subprocess.run([*command, *asked], check=False, **TOLD)


@pytest.mark.parametrize("ruleset", ["classic", "logic", "children", "hornochsen"])
def test_an_example_plays_a_game_to_its_end(server, run, ruleset):
    options = SHORT if ruleset in {"classic", "logic"} else {}
    table = server.api.started(ruleset, 1, ["careful", "random"], options=options)
    done = run(table.game, table.seats[0])
    assert done.returncode == 0, done.stderr
    (own,) = [place for place in table.view()["places"] if place["seat"] == 0]
    assert done.stdout == f"place {own['place']} with {own['total']}\n"


def test_an_example_says_why_it_cannot_play(server, run):
    table = server.api.started(seats=2)
    done = run(table.game, "t6s_" + "x" * 43)
    assert done.returncode == 1
    assert "403: This token opens nothing in this game." in done.stderr


def test_the_examples_need_nothing_but_their_language_and_draw_from_nothing_that_can_be_computed():
    """What comes next from `random` and Math.random follows from what came."""
    python = (EXAMPLES / "python_bot.py").read_text()
    imported = set(re.findall(r"^(?:import|from) (\w+)", python, re.MULTILINE))
    assert imported <= sys.stdlib_module_names
    script = (EXAMPLES / "bot.mjs").read_text()
    modules = re.findall(r"^import .* from \"(.*)\";$", script, re.MULTILINE)
    assert len(modules) == len(re.findall(r"\bimport\b|\brequire\b", script))
    assert all(name.startswith("node:") for name in modules)
    assert "random" not in imported
    assert not re.search(r"\bMath\.random\(", script)
