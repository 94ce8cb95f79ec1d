"""The house rules that an import contract cannot say: pure domain, short files, said purposes."""

import ast
import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 200
MODULES = sorted(
    path
    for room in ("domain", "bots", "service", "workers")
    for path in (ROOT / room).rglob("*.py")
)
DOMAIN = [path for path in MODULES if path.is_relative_to(ROOT / "domain")]
POLICIES = [path for path in MODULES if path.is_relative_to(ROOT / "bots" / "policies")]
BOTS = [*POLICIES, ROOT / "bots" / "deciding.py"]

# What would let the domain look at a clock, a die, or the world. `python -m domain.audit` reads
# files and prints, and may do that and no more.
IMPURE = {
    "asyncio", "ctypes", "http", "io", "logging", "multiprocessing", "os", "pathlib", "random",
    "secrets", "select", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys",
    "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
COMMANDS = {"domain/audit/__main__.py", "domain/audit/telling/terminal.py", "domain/guard.py"}
A_COMMAND_MAY = {"io", "pathlib", "sys"}
SECRETLY_SEEDED = {"bots/deciding.py", "bots/kit/seat.py"}
CLOCKS = {"now", "today", "utcnow"}


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def imported_by(path):
    """Top-level names of everything a module imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def attributes(path):
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return [node for node in nodes if isinstance(node, ast.Attribute)]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_says_what_lives_in_it(path):
    assert ast.get_docstring(ast.parse(path.read_text("utf-8")))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_file_fits_in_one_reading(path):
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("path", DOMAIN, ids=name_of)
def test_the_domain_uses_the_standard_library_and_its_structs_alone(path):
    assert set(imported_by(path)) <= sys.stdlib_module_names | {"domain", "msgspec"}


@pytest.mark.parametrize("path", DOMAIN, ids=name_of)
def test_the_domain_has_no_clock_no_die_and_no_io(path):
    allowed = A_COMMAND_MAY if name_of(path) in COMMANDS else set()
    assert set(imported_by(path)) & (IMPURE - allowed) == set()
    assert {node.attr for node in attributes(path)} & CLOCKS == set()


@pytest.mark.parametrize("path", BOTS, ids=name_of)
def test_the_bots_know_the_domain_alone_and_have_no_chance_of_their_own(path):
    """What a policy answers follows from what it is given: the view, and a generator."""
    assert set(imported_by(path)) <= sys.stdlib_module_names | {"domain", "bots"}
    assert set(imported_by(path)) & (IMPURE - {"random"}) == set()
    used = attributes(path)
    drawn = {node.attr for node in used if ast.unparse(node.value) == "random"}
    assert drawn <= {"Random"}
    assert {node.attr for node in used} & CLOCKS == set()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_nobody_but_evolve_writes_to_a_state(path):
    """ADR 3: a State is copied by `fold`, and changed in place by the arms of evolve alone."""
    if path.is_relative_to(ROOT / "domain" / "state"):
        return
    written = [
        target.value if isinstance(target, ast.Subscript) else target
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Delete)
        for target in (node.targets if not isinstance(node, ast.AugAssign) else [node.target])
    ]
    of = [ast.unparse(each.value) for each in written if isinstance(each, ast.Attribute)]
    assert [each for each in of if each.split(".")[-1] in {"state", "own", "INITIAL"}] == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_what_can_be_computed_draws_nothing_but_pauses(path):
    """A generator is made where its seed is a secret; for anything else there is `secrets`."""
    calls = [
        node.func
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
    ]
    drawn = {name for call in calls if (name := ast.unparse(call)).startswith("random.")}
    seeded = {"random.Random"} if name_of(path) in SECRETLY_SEEDED else set()
    assert drawn <= {"random.uniform"} | seeded


def test_the_domain_can_be_imported_where_msgspec_alone_is_installed(tmp_path):
    (tmp_path / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    code = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(tmp_path)!r}]; import domain.audit"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)


def test_the_command_line_names_the_workers_but_does_not_load_them():
    code = (
        "import sys; from service.commands import cli; cli.main(['version'])\n"
        "heavy = {'workers', 'rq', 'flask', 'redis', 'gunicorn'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_each_dependency_has_a_line_that_says_why():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    names = {each.split("[")[0].split(">")[0].split("=")[0].strip() for each in wanted}
    lines = (ROOT / "docs" / "dependencies.md").read_text("utf-8").splitlines()
    told = {line.split("`")[1] for line in lines if line.startswith("- `")}
    assert told == names


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_file_pins_each_package_by_hashes_and_names_no_host(name):
    lock = (ROOT / name).read_text("utf-8")
    assert not [word for word in ("://", " @ ", "-e ", "--index", "--find") if word in lock]
    entries = lock.replace("\\\n", " ").splitlines()
    assert [each for each in entries if "==" not in each or "--hash=sha256:" not in each] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    more = project["optional-dependencies"]
    wanted = [*project["dependencies"], *more["build"], *(more["dev"] if "dev" in name else ())]
    names = {re.match("[A-Za-z0-9-]+", each)[0].lower() for each in wanted}
    assert names <= {each.split("==")[0] for each in entries}
