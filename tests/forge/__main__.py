"""`make forge`: forge and judge, with progress, and print the table of what was tried."""

import argparse
import sys
import time

from tests.forge.run import campaign


def main() -> int:
    """Returns 0 if every forgery came out right, else 1."""
    parser = argparse.ArgumentParser(prog="make forge")
    parser.add_argument("--count", type=int, default=12_000, help="forgeries (%(default)s)")
    parser.add_argument("--seed", type=int, default=9, help="(%(default)s)")
    asked = parser.parse_args()
    began = time.monotonic()

    def tell(done: int, total: int) -> None:
        sys.stderr.write(f"\r{done} of {total} forgeries, {time.monotonic() - began:.0f} s")
        sys.stderr.flush()

    figures = campaign(asked.seed, asked.count, tell)
    sys.stderr.write("\n")
    print(f"seed {asked.seed}: {sum(figures.tried.values())} forgeries, both verifiers\n")
    print(figures.table())
    print("\nby ruleset:", ", ".join(f"{k} {n}" for k, n in sorted(figures.by_ruleset.items())))
    print(f"\n{len(figures.wrong)} wrong")
    for line in figures.wrong[:20]:
        print(f"  {line}")
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
