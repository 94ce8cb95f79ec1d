"""The measurements run, and say all that docs/performance.md promises. No figure is judged."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.http_part import Section
from bench.peers.table import RATE, row
from bench.report import BEGIN, END, HEAD, Line, Pairs, markdown, write

ROOT = Path(__file__).parents[1]
PUT = [
    f"PUT of a pick, {n}: {what}" for n in ("1 client", "8 clients") for what in ("requests", "CPU")
]
PROMISED = [
    *(*PUT, "PUT of a pick, 8 clients, a table at once: requests", "GET of a view, 1 client: CPU"),
    *("GET of an unchanged view, 8 clients: CPU", "Replay from Redis", "A finished game in Redis"),
    *("The same archived", "A turn of 3", "A pick at entry 1", "A view among"),
]


def test_a_quick_run_prints_every_promised_line():
    command = [sys.executable, "-m", "bench", "--quick"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = [line.split("|")[1].strip() for line in done.stdout.splitlines() if "|" in line]
    assert [name for name in PROMISED if not any(x.startswith(name) for x in found)] == []


def test_the_document_names_every_promised_line():
    text = (ROOT / "docs" / "performance.md").read_text("utf-8")
    table = text.split(BEGIN)[1].split(END)[0]
    assert [name for name in PROMISED if name not in table] == []


def test_ratios_are_taken_pair_by_pair_and_held_against_a_goal_if_there_is_one():
    # A slow moment of the machine meets both of a pair, and leaves their ratio alone.
    line = Pairs([10, 100, 12], [20, 200, 6]).line("x", "{:.0f}".format, most=1)
    assert line.cells() == ("x", "12", "20", "0.50", "≤ 1", "met")
    assert Line("x", "1", "2", 0.5, "", None).cells()[-1] == ""


def test_peers_stand_beside_ours_with_the_ratio_of_ours_to_theirs():
    ours, theirs = [Section(1, 0, 10), Section(1, 0, 100)], [Section(1, 0, 20), Section(1, 0, 200)]
    what, cells = row("x", {"toma6": ours, "peer": theirs}, RATE)
    assert (what, cells) == ("x", {"toma6": "55/s", "peer": "110/s (0.50)"})


def test_a_table_is_written_between_its_own_markers_and_nothing_else_changes(tmp_path):
    document, peers = tmp_path / "performance.md", "<!-- peers: begin -->\n{}<!-- peers: end -->\n"
    document.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n{peers.format('')}", "utf-8")
    write(document, markdown([Line("x", "1", "2", None, "", None)]))
    before, table, after = document.read_text("utf-8").replace(END, BEGIN).split(BEGIN)
    assert (before, after) == ("before\n", f"\nafter\n{peers.format('')}")
    assert all(name in table for name in HEAD)
    assert "old" not in table
    write(document, "new", "peers")
    told = f"before\n{BEGIN}{table}{END}\nafter\n" + peers.format("new\n")
    assert document.read_text("utf-8") == told
    document.write_text("no place for it", "utf-8")
    with pytest.raises(ValueError, match="no markers"):
        write(document, "table")
    assert document.read_text("utf-8") == "no place for it"
