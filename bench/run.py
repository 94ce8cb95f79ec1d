"""`make bench`: measures the server against anchors in the same run, and prints one table."""

import argparse

from bench import http_part, replay_part
from bench.machine import running_engine
from bench.report import Line, markdown


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=["http", "replay"])
    options = parser.parse_args()
    lines: list[Line] = []
    with running_engine() as url:
        if options.only != "replay":
            with http_part.both_servers(url) as webs:
                for clients, tables, turns in ((1, 25, 14), (8, 60, 14)):
                    sides = http_part.play(url, webs, http_part.Load(tables, turns, clients), 6)
                    lines += http_part.lines(sides, clients)
        if options.only != "http":
            lines += replay_part.lines(url, 200, 5)
    print(markdown(lines))


if __name__ == "__main__":
    main()
