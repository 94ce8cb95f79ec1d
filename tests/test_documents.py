"""What documents and docstrings name is there: files, folders, tests, and words of the code."""

import ast
import re
import subprocess
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[1]
TRACKED = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
    check=True, cwd=ROOT, capture_output=True, text=True,
).stdout.split()  # fmt: skip
FILES = [PurePosixPath(name) for name in TRACKED if (ROOT / name).is_file()]
FOLDERS = {folder for path in FILES for folder in path.parents}
DOCUMENTS = [
    path
    for path in FILES
    if path.suffix == ".md"
    and path.name != "CHANGELOG.md"  # what was
    and "\nReplaced by " not in (ROOT / path).read_text("utf-8")  # a decision of the past
]
MODULES = [path for path in FILES if path.suffix == ".py"]
CODE = [
    path
    for path in FILES
    if path.suffix in {".py", ".lua", ".mjs", ".js", ".toml", ".yaml", ".json", ".html"}
    or path.name in {"Makefile", "Dockerfile", "run"}
]

A_FILE = re.compile(
    r"(?<![\w/.*{<-])((?:[\w.-]+/)*[\w-]+\.(?:py|lua|mjs|md|json|yaml|toml|lock))(?![\w/])"
)
A_FOLDER = re.compile(r"`((?:[a-z0-9_-]+/)+)`")
A_TEST = re.compile(r"\b(test_\w+)\b(?!\.py)")
QUOTED = re.compile(r"`([^`\n]+)`")
A_WORD = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:\(\))?")
A_COMMIT = re.compile("[0-9a-f]{7,40}")
BLOCK = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)

MADE = {"game.json", "keys.json", "receipt.json", "engine.log", "compose.override.yaml"}
"""Files that a reader makes, or a running server."""
ELSEWHERE = {"jose", "t6h_", "t6i_"}
"""Another's program, and how tokens begin, which the code puts together."""


def words_of_the_code():
    text = "\n".join((ROOT / path).read_text("utf-8", "replace") for path in CODE)
    settings = {f"TOMA6_{name.upper()}" for name in re.findall(r"^    (\w+): ", text, re.MULTILINE)}
    return set(re.findall(r"\w+", text)) | settings | {path.name for path in FILES}


WORDS = words_of_the_code()


def name_of(path):
    return path.as_posix()


def said_in(path):
    """The prose of a document, or the docstrings and comments of a module."""
    text = (ROOT / path).read_text("utf-8")
    if path.suffix == ".md":
        return BLOCK.sub("", text)
    nodes = (
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    )
    comments = [line.partition("# ")[2] for line in text.splitlines() if "# " in line]
    return "\n".join([*(ast.get_docstring(node) or "" for node in nodes), *comments])


def is_there(name, path):
    """Whether a file of this name is meant: from the root, from here, or the end of its path."""
    wanted = PurePosixPath(name).parts
    return name in MADE or any(
        each.parts[-len(wanted) :] == wanted for each in FILES
    ) or (ROOT / path.parent / name).exists()  # fmt: skip


@pytest.mark.parametrize("path", [*DOCUMENTS, *MODULES], ids=name_of)
def test_a_file_that_is_named_is_there(path):
    missing = [name for name in A_FILE.findall(said_in(path)) if not is_there(name, path)]
    assert missing == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_a_folder_or_a_test_that_is_named_is_there(path):
    text = said_in(path)
    ends = {folder.parts[-n:] for folder in FOLDERS for n in range(1, len(folder.parts) + 1)}
    missing = [name for name in A_FOLDER.findall(text) if PurePosixPath(name).parts not in ends]
    assert missing == []
    assert [name for name in A_TEST.findall(text) if name not in WORDS] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_a_word_of_the_code_that_is_named_is_in_the_code(path):
    quoted = [each for each in QUOTED.findall(said_in(path)) if A_WORD.fullmatch(each)]
    named = {word for each in quoted for word in re.findall(r"\w+", each)}
    assert sorted(word for word in named - WORDS - ELSEWHERE if not A_COMMIT.fullmatch(word)) == []
