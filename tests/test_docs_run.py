"""The commands in the documents run as they are printed, against a real server. A block of shell
below `<!-- run: NAME -->` is run; blocks of one name in one file are one session, in an empty
directory that has the environment as `.venv`. A block
```text right below tells what the output holds, line by line and in this order; `…` stands for
anything."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.server import Server

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(
    r"^<!-- run: (?P<name>[a-z-]+) -->\n```sh\n(?P<code>.*?)^```\n"
    r"(?:```text\n(?P<told>.*?)^```\n)?",
    re.DOTALL | re.MULTILINE,
)
MARK = re.compile(r"^<!-- run:", re.MULTILINE)
PORT = "8006"
END = "-- end of block --"
PYTHONS = Path(sys.base_prefix, "bin")
"""Where `python3` is without a version manager in between, which takes twice as long to start."""
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
Session = list[tuple[str, list[str]]]
"""The blocks of one name in one file: what to run, and what each tells of its output."""


def sessions() -> dict[str, Session]:
    found: dict[str, Session] = {}
    for path in DOCUMENTS:
        for match in BLOCK.finditer(path.read_text("utf-8")):
            blocks = found.setdefault(f"{path.relative_to(ROOT).as_posix()}: {match['name']}", [])
            blocks.append((match["code"], (match["told"] or "").splitlines()))
    return found


def test_every_mark_stands_above_a_block_of_shell():
    for path in DOCUMENTS:
        text = path.read_text("utf-8")
        assert len(MARK.findall(text)) == len(BLOCK.findall(text)), path.name


def missing(code: str) -> str | None:
    """What the commands need and this machine does not have."""
    needed = [name for name in ("npm", "node") if re.search(rf"^{name} ", code, re.MULTILINE)]
    for program in ("bash", "curl", "python3", *needed):
        if shutil.which(program) is None:
            return f"there is no {program}"
    told = subprocess.run(["curl", "--help", "all"], capture_output=True, text=True, check=False)
    return None if "--json" in told.stdout else "this curl is older than 7.82 and has no --json"


def ran(session: Session, server: Server, folder: Path) -> list[str]:
    (folder / ".venv").symlink_to(sys.prefix)
    code = "\n".join(f"{code}\necho '{END}'" for code, _ in session)
    assert PORT in code
    run = subprocess.run(
        ["bash", "-eu", "-o", "pipefail", "-c", code.replace(PORT, str(server.port))], cwd=folder,
        env={**server.environment, "PATH": f"{PYTHONS}{os.pathsep}{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=280, check=False,
    )  # fmt: skip
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr}"
    return run.stdout.split(f"{END}\n")[:-1]


def holds(output: str, told: list[str]) -> bool:
    """Whether lines of the output are those told, in this order, with others between them."""
    lines = iter(output.splitlines())
    patterns = [re.escape(line).replace("…", ".*") for line in told]
    return all(any(re.fullmatch(each, line) for line in lines) for each in patterns)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("session", sessions().values(), ids=sessions())
def test_commands_in_the_documents_run_as_printed(session, server, tmp_path):
    if why := missing("".join(code for code, _ in session)):
        pytest.skip(why)
    outputs = ran(session, server, tmp_path)
    for (code, told), output in zip(session, outputs, strict=True):
        assert holds(output, told), f"{code}\ntold:\n{told}\ngot:\n{output}"


def test_a_block_that_tells_something_else_is_noticed():
    assert holds("a\nb 7\nc\n", ["a", "b …"])
    for output, told in (("a\nb 7\nc\n", ["b …", "a"]), ("a\n", ["a", "a"]), ("ab\n", ["a"])):
        assert not holds(output, told)
