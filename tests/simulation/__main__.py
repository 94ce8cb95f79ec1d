"""The long run: `python -m tests.simulation [--games 5000] [--first 0]`. `--seed N --trace` plays
one game again, and says everything that happened in it."""

import argparse
import sys
import time

from tests.simulation.run import Failed, digest, simulate


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--games", type=int, default=5_000, help="how many (5000)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--seed", type=int, help="play this one game only")
    parser.add_argument("--trace", action="store_true", help="print every step")
    args = parser.parse_args()
    first, games = (args.first, args.games) if args.seed is None else (args.seed, 1)
    failed, began = 0, time.process_time()
    for seed in range(first, first + games):
        try:
            trace = simulate(seed)
        except Failed as failure:
            failed += 1
            trace = failure.trace
            print(failure, file=sys.stderr)
        if args.trace:
            print(*trace, sep="\n")
        if games == 1:
            print(digest(trace))
    print(f"{games} games in {time.process_time() - began:.1f} s of CPU, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
