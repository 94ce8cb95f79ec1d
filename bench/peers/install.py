"""The peers' code, installed in folders of its own under build/, nowhere else."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
PLACE: Final = HERE.parents[1] / "build" / "peers"
LIBRARY: Final = "eventsourcing==9.5.6"
NPM: Final = ("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix")
PIP: Final = (sys.executable, "-m", "pip", "install", LIBRARY, "--quiet", "--target")


class Missing(Exception):  # noqa: N818 - reads as a fact
    """A peer cannot be installed here; the message is one sentence."""


def node_modules() -> Path:
    """boardgame.io, as package.json pins it, by npm. Raises Missing."""
    wanted = (HERE / "package.json").read_text("utf-8")
    return _installed("boardgame.io", wanted, *NPM) / "node_modules"


def python_library() -> Path:
    """The eventsourcing library for this Python, by pip. Raises Missing."""
    return _installed("eventsourcing", f"{LIBRARY} {sys.version}", *PIP)


def _installed(name: str, wanted: str, *command: str) -> Path:
    """The folder with this peer, filled anew unless it holds what is `wanted`."""
    folder = PLACE / name
    stamp = folder / "installed"
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return folder
    print(f"installing {name} into {folder} …", file=sys.stderr, flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(HERE / "package.json", folder)
    try:
        subprocess.run([*command, folder], check=True, capture_output=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        raise Missing(f"{name} is not measured: it cannot be installed here.") from error
    stamp.write_text(wanted, "utf-8")
    return folder
