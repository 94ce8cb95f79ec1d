"""Which test file executes which blocks of the code, in whichever process; measured and kept. In a
copy of the tree every block notes itself when a process first executes it, be it a server, a
thread, a greenlet, or killed later. A record holds while the files that its tests executed are the
same. A test file that passes in a true copy alone (it reads the source, or starts Python without
`site`) counts as executing everything."""

import ast
import hashlib
import json
import time
from pathlib import Path
from typing import Any

from tests.mutants.changes import line_of_block
from tests.mutants.trial import copied, failing, together

ROOMS = ("domain", "bots", "service", "workers")
KEPT = ".mutants.json"
LONGEST_SECONDS = 1800
EVERYTHING = {room: ["*"] for room in ROOMS}
SITE = """
import builtins, os
seen, path, tools = set(), os.environ.get("MUTANTS_SEEN"), (os.open, os.write, os.close)
def note(key):
    if path and key not in seen:
        seen.add(key)
        file = tools[0](path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        tools[1](file, key.encode() + b"\\n")
        tools[2](file)
builtins.__seen__ = note
"""


def noting(path: str, source: bytes) -> str:
    """The module, noting each of its blocks."""
    tree = ast.parse(source)
    found = [(tree.body, 0)]
    for node in ast.walk(tree):
        for field, body in ast.iter_fields(node):
            if line := line_of_block(node, field):
                found.append((body, line))
    for body, block in found:
        text = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        body.insert(int(text), ast.parse(f"__seen__('{path}:{block}')").body[0])
    return ast.unparse(tree)


def records(root: Path, jobs: int) -> dict[str, dict[str, Any]]:
    """The record of each test file that passes; those that hold no longer are made again."""
    kept_in, found = root / KEPT, {}
    kept = json.loads(kept_in.read_text("utf-8")) if kept_in.exists() else {}
    names = sorted(path.relative_to(root).as_posix() for path in root.glob("tests/**/test_*.py"))
    for name in names:
        if name in kept and kept[name]["of"] == digest(root, name, kept[name]["seen"]):
            found[name] = kept[name]
    left = [name for name in names if name not in found and "/mutants/" not in name]
    with copied(root) as true, copied(root) as copy:
        (copy / "sitecustomize.py").write_text(SITE, "utf-8")
        for path in (path for room in ROOMS for path in (copy / room).rglob("*.py")):
            path.write_text(noting(path.relative_to(copy).as_posix(), path.read_bytes()), "utf-8")
        made = together(lambda name: record(root, true, copy, name), left, jobs)
        for count, (name, new) in enumerate(made, start=1):
            told = f"{new['seconds']} s" if new else "NOT USED: it fails on the code as it is"
            print(f"measured {count}/{len(left)} {name}: {told}", flush=True)
            if new:
                found[name] = new
                kept_in.write_text(json.dumps(found), "utf-8")
    return found


def record(root: Path, true: Path, copy: Path, name: str) -> dict[str, Any] | None:
    """What the tests of this file execute and how long they take; None if they fail."""
    notes, start, seen = copy / f"{name}.seen", time.monotonic(), {}
    notes.touch()
    if failing(copy, [name], seconds=LONGEST_SECONDS, MUTANTS_SEEN=str(notes)) is None:
        for key in sorted(set(notes.read_text("utf-8").split())):
            path, _, block = key.rpartition(":")
            seen.setdefault(path, []).append(int(block))
    elif failing(true, [name], seconds=LONGEST_SECONDS) is None:
        seen = EVERYTHING
    else:
        return None
    seconds = round(time.monotonic() - start, 1)
    return {"seconds": seconds, "seen": seen, "of": digest(root, name, seen)}


def digest(root: Path, name: str, seen: dict[str, Any]) -> str:
    """Of the files that a record depends on: its tests, what tests share, what they execute."""
    files = {root / name, *root.glob("tests/support/**/*.py"), *root.glob("tests/**/conftest.py")}
    for path in (root / each for each in seen):
        files.update(path.rglob("*.py") if path.is_dir() else [path])
    parts = (path.read_bytes() for path in sorted(files) if path.is_file())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
