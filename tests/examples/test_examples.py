"""The example bots play whole games on a running server."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.client import SHORT

pytestmark = [pytest.mark.engine, pytest.mark.slow, pytest.mark.timeout(200)]
EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = shutil.which("node")
TOO_OLD = "node 18 or newer is not installed"


def node_is_new() -> bool:
    if NODE is None:
        return False
    version = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    return int(version.lstrip("v").partition(".")[0]) >= 18


each = pytest.mark.parametrize(
    "command",
    [
        pytest.param([sys.executable, "-I", "-S", str(EXAMPLES / "python_bot.py")], id="python"),
        pytest.param(
            [NODE, str(EXAMPLES / "bot.mjs")],
            id="javascript",
            marks=pytest.mark.skipif(not node_is_new(), reason=TOO_OLD),
        ),
    ],
)


def run(command, server, game, token):
    url = f"http://127.0.0.1:{server.port}"
    return subprocess.run(
        [*command, url, game, token], capture_output=True, text=True, timeout=150, check=False
    )


@each
@pytest.mark.parametrize("ruleset", ["classic", "logic", "children", "hornochsen"])
def test_an_example_plays_a_game_to_its_end(server, command, ruleset):
    options = SHORT if ruleset in {"classic", "logic"} else {}
    table = server.api.started(ruleset, 1, ["careful", "random"], options=options)
    done = run(command, server, table.game, table.seats[0])
    assert done.returncode == 0, done.stderr
    (own,) = [place for place in table.view()["places"] if place["seat"] == 0]
    assert done.stdout == f"place {own['place']} with {own['total']}\n"


@each
def test_an_example_says_why_it_cannot_play(server, command):
    table = server.api.started(seats=2)
    done = run(command, server, table.game, "t6s_" + "x" * 43)
    assert done.returncode == 1
    assert "403: This token opens nothing in this game." in done.stderr


def test_the_examples_need_nothing_but_their_language():
    python = (EXAMPLES / "python_bot.py").read_text()
    imported = set(re.findall(r"^(?:import|from) (\w+)", python, re.MULTILINE))
    assert imported <= sys.stdlib_module_names
    script = (EXAMPLES / "bot.mjs").read_text()
    modules = re.findall(r"^import .* from \"(.*)\";$", script, re.MULTILINE)
    assert len(modules) == len(re.findall(r"\bimport\b|\brequire\b", script))
    assert all(name.startswith("node:") for name in modules)


def test_no_example_draws_from_what_can_be_computed():
    """Brother of S26: what comes next from `random` and Math.random follows from what came."""
    python = (EXAMPLES / "python_bot.py").read_text()
    assert not re.search(r"^(?:import|from) random\b", python, re.MULTILINE)
    assert not re.search(r"\bMath\.random\(", (EXAMPLES / "bot.mjs").read_text())
