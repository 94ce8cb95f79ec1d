"""``python -m tests.oracle FILE``: fill in ``count`` and ``split`` of a perft vector file anew. For
new positions. A count that changes in an old one means that the rules changed."""

import json
import sys
from pathlib import Path

from .counting import divide, perft


def main(path: Path) -> None:
    """One vector a line, so that a difference shows which one it is in."""
    vectors = json.loads(path.read_text())
    for vector in vectors:
        arguments = vector["ruleset"], vector["position"], vector["depth"]
        vector["count"] = perft(*arguments)
        vector["split"] = divide(*arguments)
    lines = ",\n ".join(json.dumps(vector) for vector in vectors)
    path.write_text(f"[\n {lines}\n]\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
