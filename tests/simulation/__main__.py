"""The long run: `python -m tests.simulation [--games 5000] [--first 0]`.

`--seed N --trace` plays one game again, and says everything that happened in it.
"""

import argparse
import sys
import time

from tests.simulation.run import Failed, simulate


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
            played = simulate(seed)
            trace = played.trace
            if games == 1:
                sys.stdout.write(f"{played.status} at {played.revision}: {played.digest}\n")
        except Failed as failure:
            failed += 1
            trace = failure.trace
            sys.stderr.write(f"{failure}\n")
        if args.trace:
            sys.stdout.write("\n".join(trace) + "\n")
    took = time.process_time() - began
    sys.stdout.write(f"{games} games in {took:.1f} s of CPU, {failed} failed\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
