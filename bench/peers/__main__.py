"""`make bench-peers`: this server beside what people would otherwise pick, in the same run.

    python -m bench.peers [--quick] [--only PART] [--write]

Peers: boardgame.io's own server (npm) and the eventsourcing library (PyPI). Both are downloaded
into build/peers at their pinned versions; what cannot be is left out, and the table says so. What
each side does and does not do is told in boardgame.py and eventsourced.py, and with the table.
"""

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator

from bench.machine import home, running_engine
from bench.peers import boardgame
from bench.peers.install import Missing, node_modules, python_library
from bench.peers.table import Columns, Row
from bench.report import options, table, write
from bench.run import DOCS, kind

PARTS = ("boardgame.io", "eventsourcing")


def boardgame_rows(urls: Columns[str], *, quick: bool) -> Iterator[Row]:
    """Moves and states."""
    yield from boardgame.rows(urls, node_modules(), turns=2 if quick else 20)


def eventsourcing_rows(urls: Columns[str], *, quick: bool) -> Iterator[Row]:
    """Appends and replays. The library is found late: only now is it installed."""
    sys.path.append(str(python_library()))
    measured = importlib.import_module("bench.peers.eventsourced").rows
    with home("library") as folder:
        yield from measured(urls, folder, *((2, 2) if quick else (20, 11)))


def measured(part: str, *, quick: bool) -> str:
    """One table, or the sentence that says why there is none. Engines are new for each."""
    print(f"measuring beside {part} …", file=sys.stderr, flush=True)
    rows = boardgame_rows if part == "boardgame.io" else eventsourcing_rows
    with contextlib.ExitStack() as stack:
        urls = {
            "toma6": stack.enter_context(running_engine()),
            "toma6, everysec": stack.enter_context(running_engine("everysec")),
        }
        try:
            found = list(rows(urls, quick=quick))
        except Missing as missing:
            return str(missing)
    return table([("what", *found[0][1]), *((what, *cells.values()) for what, cells in found)])


def main() -> None:
    """Measure, and print the tables."""
    asked = options("bench.peers", __doc__, PARTS, DOCS)
    before = os.getloadavg()[0]
    tables = [measured(part, quick=asked.quick) for part in asked.only or PARTS]
    text = "\n\n".join((f"{kind()}; load average {before:.1f} when it began.", *tables))
    print(text)
    if asked.write:
        write(DOCS, text, "peers")


if __name__ == "__main__":
    main()
